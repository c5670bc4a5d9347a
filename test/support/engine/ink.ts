/** Ink measured a second way: from the points of the outlines' path operators, curves walked in small steps. */

import type { Box } from '../../../core/engine/geometry/box.ts'
import type { Matrix } from '../../../core/engine/geometry/matrix.ts'
import type { Mark } from '../../../core/engine/layout/mark.ts'
import type { Typeface } from '../../../core/engine/text/font.ts'

const STEPS = 16
const sampled = new WeakMap<Typeface, Map<number, Box | null>>()

/** Bounds of a glyph in font units, or null without ink. Curves are sampled, so they may be a unit too small. */
export function sampledBounds(typeface: Typeface, glyphId: number): Box | null {
  const glyphs = sampled.get(typeface) ?? new Map<number, Box | null>()
  sampled.set(typeface, glyphs)
  const known = glyphs.get(glyphId)
  if (known !== undefined) return known
  const bounds = boundsOfPath(typeface.outline(glyphId))
  glyphs.set(glyphId, bounds)
  return bounds
}

/** Bounds of a path of `m l c h` operators. */
export function boundsOfPath(path: string): Box | null {
  const xs: number[] = []
  const ys: number[] = []
  let operands: number[] = []
  let from = [0, 0]
  for (const token of path.split(/\s+/)) {
    if (token === 'm' || token === 'l') {
      from = operands
      xs.push(operands[0] ?? Number.NaN)
      ys.push(operands[1] ?? Number.NaN)
      operands = []
    } else if (token === 'c') {
      const [x0, y0] = from as [number, number]
      const [x1, y1, x2, y2, x3, y3] = operands as [number, number, number, number, number, number]
      for (let step = 1; step <= STEPS; step++) {
        xs.push(onCurve(x0, x1, x2, x3, step / STEPS))
        ys.push(onCurve(y0, y1, y2, y3, step / STEPS))
      }
      from = [x3, y3]
      operands = []
    } else if (token !== 'h' && token !== '') operands.push(Number(token))
  }
  return xs.length === 0 ? null : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function onCurve(a: number, b: number, c: number, d: number, t: number): number {
  const s = 1 - t
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
}

/** The ink of a mark in user space, glyph by glyph; null without ink. */
export function inkOfMark(mark: Mark): Box | null {
  const boxes: Box[] = []
  if (mark.kind === 'shape') {
    const bounds = boundsOfPath(mark.path)
    if (bounds !== null) boxes.push(throughMatrix(bounds, mark.matrix))
  } else if (mark.kind === 'appearance') boxes.push(throughMatrix(mark.area, mark.matrix))
  else if (mark.kind === 'image') boxes.push(throughMatrix(mark.crop ?? mark.area, mark.matrix))
  else {
    for (const run of mark.runs) {
      const scale = run.sizePt / run.typeface.unitsPerEm
      for (const glyph of run.glyphs) {
        const bounds = sampledBounds(run.typeface, glyph.id)
        if (bounds === null) continue
        const [left, bottom, right, top] = bounds
        const box: Box = [
          glyph.x + left * scale,
          glyph.y + bottom * scale,
          glyph.x + right * scale,
          glyph.y + top * scale,
        ]
        boxes.push(throughMatrix(box, mark.matrix))
      }
    }
  }
  if (boxes.length === 0) return null
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ]
}

function throughMatrix([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const)
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** How far `inner` sticks out of `outer`, in its units; 0 or less where it lies inside. */
export function overhang(inner: Box, outer: Box): number {
  return Math.max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])
}
