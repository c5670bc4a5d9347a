/** Places a customer's own picture by its crop and its turn: the frame is covered, or the part is shown whole in it. */
import type { Box, QuarterTurn } from '../geometry/box.ts'
import type { Matrix } from '../geometry/matrix.ts'
import type { PictureView } from '../scene/own-picture.ts'

/** Places are in field space; `shares` say where free space lies, from the left and from the bottom. */
export interface Room {
  readonly box: Box
  readonly fit: 'fit' | 'fill'
  readonly shares: readonly [number, number]
}

export interface ViewedPicture {
  /** From the space of the upright picture to field space. */
  readonly turned: Matrix
  /** Place of the whole picture, in its upright space. */
  readonly area: Box
  /** The printed part in the same space, or null for all of it. */
  readonly crop: Box | null
}

/**
 * Decision: a crop whose proportions are not quite the frame's covers it, around the crop's centre: what was chosen in
 * thousandths never leaves a hair of paper at an edge.
 */
export function placeView(
  { crop, turn }: PictureView,
  upright: { readonly widthPx: number; readonly heightPx: number },
  { box, fit, shares }: Room,
): ViewedPicture {
  const across = turn % 180 === 0
  const width = across ? upright.widthPx : upright.heightPx
  const height = across ? upright.heightPx : upright.widthPx
  // The part, in pixels of the turned picture with its origin at the lower left.
  const part = crop ?? { x: 0, y: 0, width: 1000, height: 1000 }
  const partWidth = (part.width / 1000) * width
  const partHeight = (part.height / 1000) * height
  const partLeft = (part.x / 1000) * width
  const partBottom = height - ((part.y + part.height) / 1000) * height
  const [left, bottom, right, top] = box
  const scales = [(right - left) / partWidth, (top - bottom) / partHeight]
  const scale = fit === 'fit' ? Math.min(...scales) : Math.max(...scales)
  const [along, up] = crop === null || fit === 'fit' ? shares : [0.5, 0.5]
  const shownLeft = left + (right - left - partWidth * scale) * along
  const shownBottom = bottom + (top - bottom - partHeight * scale) * up
  const origin = [shownLeft - partLeft * scale, shownBottom - partBottom * scale] as const
  const shown: Box = [
    Math.max(left, shownLeft),
    Math.max(bottom, shownBottom),
    Math.min(right, shownLeft + partWidth * scale),
    Math.min(top, shownBottom + partHeight * scale),
  ]
  const size = [upright.widthPx * scale, upright.heightPx * scale] as const
  const window = intoUpright(turn, size, [
    shown[0] - origin[0],
    shown[1] - origin[1],
    shown[2] - origin[0],
    shown[3] - origin[1],
  ])
  const area: Box = [0, 0, ...size]
  return { turned: turning(turn, size, origin), area, crop: window }
}

/** From the upright picture of this size, turned clockwise, to where its turned box has the origin given. */
function turning(
  turn: QuarterTurn,
  [width, height]: readonly [number, number],
  [x, y]: readonly [number, number],
): Matrix {
  switch (turn) {
    case 0:
      return [1, 0, 0, 1, x, y]
    case 90:
      return [0, -1, 1, 0, x, y + width]
    case 180:
      return [-1, 0, 0, -1, x + width, y + height]
    case 270:
      return [0, 1, -1, 0, x + height, y]
  }
}

/** Maps a box of the turned picture to the upright picture. */
function intoUpright(
  turn: QuarterTurn,
  [width, height]: readonly [number, number],
  [left, bottom, right, top]: Box,
): Box {
  switch (turn) {
    case 0:
      return [left, bottom, right, top]
    case 90:
      return [width - top, left, width - bottom, right]
    case 180:
      return [width - right, height - top, width - left, height - bottom]
    case 270:
      return [bottom, height - right, top, height - left]
  }
}
