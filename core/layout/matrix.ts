/** Field space and the page: what turns a placement's content into default user space. */
import type { Box, Placement } from '../scene/scene.ts'
import type { Matrix } from './mark.ts'

/** The size of a placement's content before it is turned: width and height are swapped by quarter turns. */
export function contentSize({ box, turn }: Pick<Placement, 'box' | 'turn'>): {
  width: number
  height: number
} {
  const width = box[2] - box[0]
  const height = box[3] - box[1]
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Field space, with its origin at the content's lower left corner, into default user space (ISO 32000-1 8.3.4). */
export function fieldMatrix({ box, turn }: Pick<Placement, 'box' | 'turn'>): Matrix {
  const [left, bottom, right, top] = box
  switch (turn) {
    case 0:
      return [1, 0, 0, 1, left, bottom]
    case 90:
      return [0, 1, -1, 0, right, bottom]
    case 180:
      return [-1, 0, 0, -1, right, top]
    case 270:
      return [0, -1, 1, 0, left, top]
  }
}

/** The box that a box of field space becomes under a matrix of quarter turns. */
export function transformBox([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const x1 = a * left + c * bottom + e
  const y1 = b * left + d * bottom + f
  const x2 = a * right + c * top + e
  const y2 = b * right + d * top + f
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}
