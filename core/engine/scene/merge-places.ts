/** Keeps what the shop changed of a field's places where newer artwork has the field again. */

import type { TextStyle } from '../text/text-style.ts'
import { isSame } from './is-same.ts'
import type { PageMatches } from './match-pages.ts'
import type { Placement, SceneField } from './scene.ts'

/** A place is one thing: parts of two places do not fit together. */
const GEOMETRY = ['box', 'turn', 'frame', 'baselinePt', 'insetPt'] as const

/**
 * The places of `newer`. Decision: where the earlier artwork is `read` with other settings than the field has, the shop
 * made these. Its formatting stays; its geometry stays where newer artwork has the place unchanged. Without `read`
 * nothing is known of the shop's hand, and the newer artwork counts.
 */
export function mergePlaces(
  before: SceneField,
  read: SceneField | undefined,
  newer: SceneField,
  pages: PageMatches,
): readonly Placement[] {
  if (read === undefined || read.placements.length !== before.placements.length) return newer.placements
  return newer.placements.map((place, at) => {
    const rank = newer.placements.slice(0, at).filter(({ page }) => page === place.page).length
    const onPage = [...read.placements.keys()].filter(
      (one) => pages[read.placements[one]?.page ?? -1] === place.page,
    )
    const index = onPage[rank] ?? -1
    const [mine, base] = [before.placements[index], read.placements[index]]
    return mine === undefined || base === undefined || mine.page !== base.page
      ? place
      : merge(place, base, mine)
  })
}

function merge(place: Placement, base: Placement, mine: Placement): Placement {
  const geometry = (of: Placement) => Object.fromEntries(GEOMETRY.map((key) => [key, of[key] ?? null]))
  const isPlaced = isSame(geometry(place), geometry(base)) && !isSame(geometry(mine), geometry(base))
  const style = { ...place.style, ...changedStyle(base.style, mine.style) }
  return {
    ...place,
    ...(isPlaced ? geometryOf(mine) : {}),
    style,
    ...(isSame(mine.picture, base.picture) ? {} : { picture: mine.picture ?? null }),
  }
}

function geometryOf({ box, turn, frame, baselinePt, insetPt }: Placement): Partial<Placement> {
  return { box, turn, frame: frame ?? null, baselinePt: baselinePt ?? null, insetPt }
}

/** A setting that the field lacks is one that fields did not have when it was read. */
function changedStyle(base: TextStyle, mine: TextStyle): Partial<TextStyle> {
  const settings = Object.entries(mine).filter(([key, setting]) => {
    return setting !== undefined && !isSame(setting, base[key as keyof TextStyle])
  })
  return Object.fromEntries(settings)
}
