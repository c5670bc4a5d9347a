/** Ink bounds of shaped lines, from the outlines of their glyphs. */
import type { ShapedLine } from './shape.ts'

/** In the line's font units from its origin, y upwards. */
export interface Ink {
  readonly xMin: number
  readonly yMin: number
  readonly xMax: number
  readonly yMax: number
}

/** The ink of a line under a tracking in font units; null where there is none, as for spaces. */
export function inkOf(line: ShapedLine, tracking: number): Ink | null {
  let xMin = Infinity
  let yMin = Infinity
  let xMax = -Infinity
  let yMax = -Infinity
  for (const { typeface, scale, glyphs } of line.runs) {
    for (const glyph of glyphs) {
      const bounds = typeface.bounds(glyph.id)
      if (bounds === null) continue
      const x = glyph.x + glyph.gap * tracking
      if (x + bounds[0] * scale < xMin) xMin = x + bounds[0] * scale
      if (glyph.y + bounds[1] * scale < yMin) yMin = glyph.y + bounds[1] * scale
      if (x + bounds[2] * scale > xMax) xMax = x + bounds[2] * scale
      if (glyph.y + bounds[3] * scale > yMax) yMax = glyph.y + bounds[3] * scale
    }
  }
  return xMin === Infinity ? null : { xMin, yMin, xMax, yMax }
}
