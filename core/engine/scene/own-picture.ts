/** A customer's own picture as the value of an image field: which picture, which part of it, and how it is turned. */
import type { QuarterTurn } from '../geometry/box.ts'

/** Thousandths of the upright picture after it is turned, from its top left corner. */
export interface PictureCrop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How a picture lies in its place. */
export interface PictureView {
  /** Null for all of it. */
  readonly crop: PictureCrop | null
  /** Clockwise. */
  readonly turn: QuarterTurn
}

export interface OwnPicture extends PictureView {
  readonly pictureId: string
}

const VALUE = /^(pic_[0-9a-z]{26})(?:~(\d{1,4}),(\d{1,4}),(\d{1,4}),(\d{1,4}))?(?:@(90|180|270))?$/

/**
 * What the value says, or null where it names no picture of a customer. A value is text as all values are:
 * `pic_…~x,y,width,height@turn`, so that it is compared, counted and stored like them; the API shows it as an object.
 */
export function readOwnPicture(value: string): OwnPicture | null {
  const [, pictureId, x, y, width, height, turn = '0'] = VALUE.exec(value) ?? []
  if (pictureId === undefined) return null
  const crop =
    x === undefined ? null : { x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
  if (crop !== null && !isCrop(crop)) return null
  return { pictureId, crop, turn: Number(turn) as QuarterTurn }
}

/** The one text that stands for it: a crop of everything is none. */
export function ownPictureValue({ pictureId, crop, turn }: OwnPicture): string {
  const whole = crop === null || (crop.width === 1000 && crop.height === 1000)
  const part = whole ? '' : `~${crop.x},${crop.y},${crop.width},${crop.height}`
  return `${pictureId}${part}${turn === 0 ? '' : `@${turn}`}`
}

/** A part of the picture that has an area. */
export function isCrop({ x, y, width, height }: PictureCrop): boolean {
  return width > 0 && height > 0 && x + width <= 1000 && y + height <= 1000
}
