/** Ink bounds of shaped lines, from the outlines of their glyphs. */
import type { Typeface } from './font.ts'
import type { ShapedLine } from './shape.ts'

/** In font units from the line's origin, y upwards. */
export interface Ink {
  readonly xMin: number
  readonly yMin: number
  readonly xMax: number
  readonly yMax: number
}

/** The ink of a line under a tracking in font units; null where there is none, as for spaces. */
export function inkOf(typeface: Typeface, line: ShapedLine, tracking: number): Ink | null {
  let xMin = Infinity
  let yMin = Infinity
  let xMax = -Infinity
  let yMax = -Infinity
  for (const run of line.runs) {
    for (const glyph of run.glyphs) {
      const bounds = typeface.bounds(glyph.id)
      if (bounds === null) continue
      const x = glyph.x + glyph.gap * tracking
      if (x + bounds[0] < xMin) xMin = x + bounds[0]
      if (glyph.y + bounds[1] < yMin) yMin = glyph.y + bounds[1]
      if (x + bounds[2] > xMax) xMax = x + bounds[2]
      if (glyph.y + bounds[3] > yMax) yMax = glyph.y + bounds[3]
    }
  }
  return xMin === Infinity ? null : { xMin, yMin, xMax, yMax }
}
