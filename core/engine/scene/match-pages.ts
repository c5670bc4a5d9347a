/** Finds the pages of a scene again in newer artwork, wherever they stand there. */

import { likenessOf, type PageFingerprint } from './page-likeness.ts'
import type { Scene, ScenePage } from './scene.ts'

export interface PagesToMatch {
  readonly scene: Pick<Scene, 'pages' | 'fields'>
  /** By page; missing for artwork that was read before there were fingerprints. */
  readonly fingerprints?: readonly PageFingerprint[]
}

/** By page of the earlier artwork: its page in the newer one, or null where it is gone. */
export type PageMatches = readonly (number | null)[]

/** Pages that have less in common are different pages. */
const LEAST_LIKENESS = 0.2

/**
 * Decision: pages are the same if content or fields are alike, the most alike first, and in their order where several
 * are. Pages that are like no other are taken for new artwork of as many pages that stood between the same neighbours;
 * in a file without any page that is alike, for that of the page of their number.
 */
export function matchPages(earlier: PagesToMatch, newer: PagesToMatch): PageMatches {
  const matches: (number | null)[] = earlier.scene.pages.map(() => null)
  const taken = new Set<number>()
  const match = (from: number, to: number): void => {
    matches[from] = to
    taken.add(to)
  }
  for (const { from, to } of alikePages(earlier, newer))
    if (matches[from] === null && !taken.has(to)) match(from, to)
  for (const [from, to] of standIns(matches, newer.scene.pages)) match(from, to)
  return matches
}

/** The most alike pairs first. */
function alikePages(earlier: PagesToMatch, newer: PagesToMatch) {
  const before = fieldsByPage(earlier.scene)
  const after = fieldsByPage(newer.scene)
  return earlier.scene.pages
    .flatMap((_page, from) =>
      newer.scene.pages.map((_other, to) => ({
        ...{ from, to },
        likeness:
          likenessOf(earlier.fingerprints?.[from], newer.fingerprints?.[to]) +
          sharedFields(before[from], after[to]),
      })),
    )
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((one, other) => other.likeness - one.likeness || one.from - other.from || one.to - other.to)
}

function fieldsByPage({ pages, fields }: Pick<Scene, 'pages' | 'fields'>): ReadonlySet<string>[] {
  const names = pages.map(() => new Set<string>())
  for (const { type, sourceName, placements } of fields)
    for (const { page } of placements) names[page]?.add(`${type} ${sourceName}`)
  return names
}

/** The share of fields that both pages have, from 0 to 1. */
function sharedFields(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): number {
  const all = one.union(other).size
  return all === 0 ? 0 : one.intersection(other).size / all
}

/** Pairs of pages without a match that stand between the same neighbours. */
function standIns(matches: PageMatches, newer: readonly ScenePage[]): [from: number, to: number][] {
  const taken = new Set(matches.filter((match) => match !== null))
  return gapsIn(matches).flatMap(({ gone, before, after }) => {
    const [low, high] = [before ?? -1, after ?? newer.length].sort((one, other) => one - other) as [
      number,
      number,
    ]
    const fresh = newer.map((_page, at) => at).slice(low + 1, high)
    // Between other neighbours stand other pages, and of more or fewer pages none is known to be the new one.
    const isStandIn = fresh.length === gone.length || taken.size === 0
    if (!isStandIn || fresh.some((page) => taken.has(page))) return []
    return gone.slice(0, fresh.length).map((from, at): [number, number] => [from, fresh[at] ?? from])
  })
}

interface Gap {
  readonly gone: readonly number[]
  /** The matches of its neighbours; null at the ends of the file. */
  readonly before: number | null
  readonly after: number | null
}

function gapsIn(matches: PageMatches): Gap[] {
  const gaps: Gap[] = []
  for (let from = 0; from < matches.length; from += 1) {
    if (matches[from] !== null) continue
    const end = matches.findIndex((match, at) => at > from && match !== null)
    const to = end < 0 ? matches.length : end
    const gone = matches.map((_match, at) => at).slice(from, to)
    gaps.push({ gone, before: matches[from - 1] ?? null, after: matches[to] ?? null })
    from = to
  }
  return gaps
}
