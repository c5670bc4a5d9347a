/** What is painted over a blank page, mark by mark, named by all that it shows and where. */
import { createHash } from 'node:crypto'
import type { Box } from '../geometry/box.ts'
import { problemBounds } from './draw.ts'
import type { Drawing, DrawnMark, DrawnProblem } from './drawing.ts'

export interface Layer {
  readonly of: DrawnMark | DrawnProblem
  /** What painting it may change: [left, top, right, bottom] in px. */
  readonly bounds: Box
  /** The same for the same picture of it, whatever else the drawing holds. */
  readonly hash: string
}

/** In the order in which they are painted. */
export function layersOf(drawing: Drawing): readonly Layer[] {
  const layer = (of: Layer['of'], bounds: Box): Layer => ({ of, bounds, hash: hashOf(of, drawing) })
  return [
    ...drawing.marks.map((mark) => layer(mark, mark.bounds)),
    ...drawing.problems.map((problem) => layer(problem, problemBounds(drawing, problem))),
  ]
}

/** The layers that change any of these rows, `top` included and `bottom` excluded. */
export function layersIn(layers: readonly Layer[], rows: { readonly top: number; readonly bottom: number }) {
  return layers.filter(({ bounds: [, top, , bottom] }) => top < rows.bottom && bottom > rows.top)
}

/** A drawing numbers its outlines and images as they come: here they stand for themselves. */
function hashOf(of: Layer['of'], { outlines, images }: Drawing): string {
  const shapes = 'shapes' in of ? of.shapes.map(({ outline, matrix }) => [outlines[outline], matrix]) : null
  const image = 'image' in of ? images[of.image]?.sha256 : null
  const told = JSON.stringify({ ...of, shapes, image })
  return createHash('sha256').update(told).digest('base64')
}
