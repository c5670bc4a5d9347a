/** Positions of field labels at rest: beside their fields, without overlapping fields or other labels. */
import { overlaps, type Rect } from '../affine.ts'

export interface LabelledSpot {
  readonly key: string
  readonly label: string
  /** Px from the upper left corner of the sheet. */
  readonly bounds: Rect
  readonly selected: boolean
}

export interface LabelPlace {
  readonly key: string
  readonly label: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly selected: boolean
}

export const LABEL_HEIGHT = 15
const LETTER_PX = 6.6
const PADDING_PX = 8
const WIDEST = 160
/** Between a label and its field: the handles stand there. */
const GAP = 2
const HANDLE_GAP = 11

/**
 * `content` is what the artwork has there, such as its text: a label stands on it only where no other place is left. A
 * field without a place for its label has none at rest; that of the one selected field always stands.
 */
export function labelPlaces(spots: readonly LabelledSpot[], content: readonly Rect[]): readonly LabelPlace[] {
  const placed: { readonly place: LabelPlace; readonly rect: Rect }[] = []
  const alone = spots.filter(({ selected }) => selected).length === 1
  const order = [...spots].sort((a, b) => Number(b.selected) - Number(a.selected))
  for (const spot of order) {
    const width = Math.min(WIDEST, Math.ceil(spot.label.length * LETTER_PX) + PADDING_PX)
    const candidates = candidatesOf(spot, width)
    const free = candidates.filter(
      (rect) =>
        !spots.some((other) => other.key !== spot.key && overlaps(rect, other.bounds)) &&
        !placed.some((other) => overlaps(rect, other.rect)),
    )
    const rect =
      free.find((one) => !content.some((other) => overlaps(one, other))) ??
      free[0] ??
      (spot.selected && alone ? candidates[0] : undefined)
    if (rect === undefined) continue
    const { key, label, selected } = spot
    placed.push({ rect, place: { key, label, left: rect.left, top: rect.top, width, selected } })
  }
  return placed.map(({ place }) => place)
}

/** Above, below, and within where the field is high enough to be read beside it. */
function candidatesOf({ bounds, selected }: LabelledSpot, width: number): readonly Rect[] {
  const gap = selected ? HANDLE_GAP : GAP
  const at = (left: number, top: number): Rect => ({
    left,
    top,
    right: left + width,
    bottom: top + LABEL_HEIGHT,
  })
  const [above, below] = [bounds.top - LABEL_HEIGHT - gap, bounds.bottom + gap]
  const within = bounds.bottom - bounds.top > 4 * LABEL_HEIGHT && bounds.right - bounds.left > width
  return [
    at(bounds.left, above),
    at(bounds.right - width, above),
    at(bounds.left, below),
    at(bounds.right - width, below),
    ...(within && !selected ? [at(bounds.left + GAP, bounds.top + GAP)] : []),
  ]
}
