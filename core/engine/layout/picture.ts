/** Places a picture: whole inside its place or covering it, by its pixels' proportions alone. */

import type { Box } from '../geometry/box.ts'
import { IDENTITY, type Matrix } from '../geometry/matrix.ts'
import { hasColors, type PlaceablePicture } from '../scene/picture.ts'
import { type Anchor, DEFAULT_PICTURE, type PictureFit, type Placement } from '../scene/scene.ts'
import { contentSize } from './matrix.ts'
import { placeView } from './picture-view.ts'

export interface PlacedPicture {
  /** From the space of the boxes to field space. */
  readonly turned: Matrix
  /** Place of the whole image. */
  readonly area: Box
  /** The printed part, or null for all of it. */
  readonly crop: Box | null
}

/** Shares of the free space, from the left and from the bottom. */
const SHARES: Readonly<Record<Anchor, readonly [number, number]>> = {
  top_left: [0, 1],
  top: [0.5, 1],
  top_right: [1, 1],
  left: [0, 0.5],
  center: [0.5, 0.5],
  right: [1, 0.5],
  bottom_left: [0, 0],
  bottom: [0.5, 0],
  bottom_right: [1, 0],
}

/** Proportions that differ by less are the same: pixels are whole. In user space units. */
const TOLERANCE = 1e-6

/** What a picture fills, in points as printed. */
export interface PictureFrame {
  readonly widthPt: number
  readonly heightPt: number
  readonly fit: PictureFit
  readonly anchor: Anchor
}

export function pictureFrame(
  placement: Placement,
  pages: readonly { readonly userUnit: number }[],
): PictureFrame {
  const { room } = roomOf(placement)
  const userUnit = pages[placement.page]?.userUnit ?? 1
  const { fit, anchor } = placement.picture ?? DEFAULT_PICTURE
  return { widthPt: room.width * userUnit, heightPt: room.height * userUnit, fit, anchor }
}

/** The inset is kept from every edge while half of the shorter side is left. */
function roomOf(placement: Placement) {
  const { width, height } = contentSize(placement)
  const inset = Math.min(placement.insetPt, Math.min(width, height) / 4)
  return { inset, room: { width: width - 2 * inset, height: height - 2 * inset } }
}

/** Null where the place has no area. */
export function placePicture(
  placement: Placement,
  { widthPx, heightPx, view }: Pick<PlaceablePicture, 'widthPx' | 'heightPx' | 'view'>,
): PlacedPicture | null {
  const { inset, room } = roomOf(placement)
  if (!(room.width > 0 && room.height > 0)) return null
  const { fit, anchor } = placement.picture ?? DEFAULT_PICTURE
  if (view !== undefined) {
    const box: Box = [inset, inset, inset + room.width, inset + room.height]
    return placeView(view, { widthPx, heightPx }, { box, fit, shares: SHARES[anchor] })
  }
  const scales = [room.width / widthPx, room.height / heightPx]
  const scale = fit === 'fit' ? Math.min(...scales) : Math.max(...scales)
  const [along, up] = SHARES[anchor]
  const left = inset + (room.width - widthPx * scale) * along
  const bottom = inset + (room.height - heightPx * scale) * up
  const area: Box = [left, bottom, left + widthPx * scale, bottom + heightPx * scale]
  const overhangs = widthPx * scale > room.width + TOLERANCE || heightPx * scale > room.height + TOLERANCE
  return {
    turned: IDENTITY,
    area,
    crop: overhangs ? [inset, inset, inset + room.width, inset + room.height] : null,
  }
}

/**
 * Decision: pictures without colours always print in the field's ink, others only where the field asks for it. So a
 * logo of one bit and a gray photograph never leave their plate for the four of the process.
 */
export function printsInOneColor(
  { oneColor = false }: { readonly oneColor?: boolean },
  { colorKind }: Pick<PlaceablePicture, 'colorKind'>,
): boolean {
  return oneColor || !hasColors({ colorKind })
}

/** An image that was stored without the samples for printing in one ink. */
export function lacksLightness(picture: PlaceablePicture): boolean {
  return picture.gray == null && hasColors(picture)
}
