/** The value of an image field with a customer's image: its id, or its id with crop and rotation. */
import type { Crop, Placed, Turn } from './crop.ts'

/** As the service has it; no crop is all of the image. */
export interface PlacedWire {
  readonly picture: string
  readonly crop?: Crop | null
  readonly turn?: Turn
}

export interface OwnValue {
  readonly id: string
  /** Null for all of it, as it was uploaded, about the middle of its place. */
  readonly placed: Placed | null
}

const PREFIX = 'pic_'
const WHOLE: Crop = { x: 0, y: 0, width: 1000, height: 1000 }

/** Null for an image of the catalogue, and for no image. */
export function readOwn(value: string): OwnValue | null {
  if (value.startsWith(PREFIX)) return { id: value, placed: null }
  if (!value.startsWith('{')) return null
  try {
    const { picture, crop, turn } = JSON.parse(value) as PlacedWire
    return picture.startsWith(PREFIX)
      ? { id: picture, placed: { crop: crop ?? WHOLE, turn: turn ?? 0 } }
      : null
  } catch {
    return null
  }
}

/** One spelling for each state, so that equal states are equal texts. */
export function ownText({ picture, crop, turn = 0 }: PlacedWire): string {
  const { x, y, width, height } = crop ?? WHOLE
  const isWhole = width === WHOLE.width && height === WHOLE.height
  return isWhole && turn === 0 ? picture : JSON.stringify({ picture, crop: { x, y, width, height }, turn })
}

/** The value that is sent: the text of a crop becomes its record. */
export function sentOwn(value: string): string | PlacedWire {
  const own = value.startsWith('{') ? readOwn(value) : null
  return own === null || own.placed === null ? value : { picture: own.id, ...own.placed }
}
