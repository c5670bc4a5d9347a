/** Field space and the page: what turns a placement's content into default user space. */
import type { Matrix } from '../geometry/matrix.ts'
import type { Placement } from '../scene/scene.ts'

/** The size of a placement's content before it is turned: width and height are swapped by quarter turns. */
export function contentSize({ box, turn, frame }: Pick<Placement, 'box' | 'turn' | 'frame'>): {
  width: number
  height: number
} {
  if (frame != null) return { width: frame.widthPt, height: frame.heightPt }
  const width = box[2] - box[0]
  const height = box[3] - box[1]
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Field space, with its origin at the content's lower left corner, into default user space (ISO 32000-1 8.3.4). */
export function fieldMatrix({
  box,
  turn,
  frame,
}: Pick<Placement, 'box' | 'turn'> & { readonly frame?: { readonly matrix: Matrix } | null }): Matrix {
  if (frame != null) return frame.matrix
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
