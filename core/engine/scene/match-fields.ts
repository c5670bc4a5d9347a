/** Finds the fields of a scene again among those that were read of newer artwork. */

import { type Box, boxHeight, boxWidth, intersection } from '../geometry/box.ts'
import { ARTWORK_SOURCE } from './artwork-pick.ts'
import type { PageMatches } from './match-pages.ts'
import type { Placement, SceneField } from './scene.ts'

/** The source name of a form field that has no name, which reading numbers from the second on. */
const UNNAMED_SOURCE = 'unnamed'
/** Reading numbers fields of one name as well. */
const NUMBER = / \(\d+\)$/
/** Boxes that share less of what they cover stand in different places. */
const LEAST_OVERLAP = 0.3

/**
 * By newer field the earlier one that it is. Decision: fields of one type are the same by name and page, else (for
 * names that reading has numbered, and fields without a name) by their place on the same page, else by name alone.
 * Text that was picked from the artwork is found again on its page alone.
 */
export function matchFields(
  earlier: readonly SceneField[],
  newer: readonly SceneField[],
  pages: PageMatches,
): ReadonlyMap<SceneField, SceneField> {
  const found = new Map<SceneField, SceneField>()
  const known = new Set<SceneField>()
  const pairUp = (isSame: (before: SceneField, after: SceneField) => boolean): void => {
    for (const after of newer) {
      if (found.has(after)) continue
      const before = earlier.find((one) => !known.has(one) && one.type === after.type && isSame(one, after))
      if (before === undefined) continue
      found.set(after, before)
      known.add(before)
    }
  }
  const isOnPage = (before: SceneField, after: SceneField): boolean =>
    before.placements.some(({ page }) => {
      const to = pages[page] ?? null
      return to !== null && after.placements.some((one) => one.page === to)
    })
  const isNamed = (before: SceneField, after: SceneField): boolean =>
    before.sourceName === after.sourceName && baseOf(before) !== UNNAMED_SOURCE
  pairUp((before, after) => isNamed(before, after) && isOnPage(before, after))
  for (const { before, after } of bySharedPlace(earlier, newer, pages)) {
    if (found.has(after) || known.has(before)) continue
    found.set(after, before)
    known.add(before)
  }
  pairUp((before, after) => isNamed(before, after) && !after.sourceName.startsWith(ARTWORK_SOURCE))
  return found
}

const baseOf = ({ sourceName }: SceneField): string => sourceName.replace(NUMBER, '')

/** Pairs of one numbered name that cover each other on one page, those that do so the most first. */
function bySharedPlace(earlier: readonly SceneField[], newer: readonly SceneField[], pages: PageMatches) {
  const numbered = numberedNames(earlier).intersection(numberedNames(newer))
  const pairs = newer.flatMap((after) =>
    earlier
      .filter((one) => one.type === after.type && baseOf(one) === baseOf(after) && numbered.has(baseOf(one)))
      .map((before) => ({ before, after, overlap: overlapOf(before, after, pages) })),
  )
  return pairs
    .filter(({ overlap }) => overlap >= LEAST_OVERLAP)
    .sort((one, other) => other.overlap - one.overlap)
}

/** A name that reading has numbered stands there without a number too. */
function numberedNames(fields: readonly SceneField[]): ReadonlySet<string> {
  const names = new Set(fields.map(({ sourceName }) => sourceName))
  const bases = fields.filter(({ sourceName }) => NUMBER.test(sourceName)).map(baseOf)
  return new Set([UNNAMED_SOURCE, ...bases.filter((base) => names.has(base))])
}

const areaOf = (box: Box): number => boxWidth(box) * boxHeight(box)

/** The most that two placements on one page have in common, from 0 to 1. */
function overlapOf(before: SceneField, after: SceneField, pages: PageMatches): number {
  const shares = before.placements.flatMap((one) =>
    after.placements.map((other) => (pages[one.page] === other.page ? shareOf(one, other) : 0)),
  )
  return Math.max(0, ...shares)
}

function shareOf({ box: one }: Placement, { box: other }: Placement): number {
  const shared = intersection(one, other)
  if (shared === null) return 0
  return areaOf(shared) / (areaOf(one) + areaOf(other) - areaOf(shared))
}
