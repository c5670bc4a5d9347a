/** Which finalized fills a team looks at before anything of them is printed. */
import type { Values } from '../../engine/scene/values.ts'

export const REVIEW_MODES = ['none', 'pictures', 'all'] as const
export type ReviewMode = (typeof REVIEW_MODES)[number]

/** Does a finalized fill with these values wait for the shop's consent? */
export function needsReview(mode: ReviewMode, values: Readonly<Record<string, unknown>>): boolean {
  return mode === 'all' || (mode === 'pictures' && hasShopperPicture(values))
}

/** The id of a picture that a customer uploaded; what follows it, such as a crop, is of no matter here. */
const PICTURE_ID = /^pic_[0-9a-z]{26}(?![0-9a-z])/

/**
 * Do the values place a picture that came from the customer? Decision: a text of that form counts too: a design too
 * many to look at does no harm, one too few does.
 */
export function hasShopperPicture(values: Values | Readonly<Record<string, unknown>>): boolean {
  return Object.values(values).some((value) => placesPicture(value))
}

function placesPicture(value: unknown): boolean {
  if (typeof value === 'string')
    return PICTURE_ID.test(value) || (value.startsWith('{') && placesPicture(parsed(value)))
  if (typeof value !== 'object' || value === null || !('picture' in value)) return false
  return typeof value.picture === 'string' && PICTURE_ID.test(value.picture)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
