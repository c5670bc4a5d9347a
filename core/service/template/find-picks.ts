/** Finds text that a shop has made fields of again in newer artwork. */

import type { PageArtwork, ShownRun } from '../../engine/artwork/read-artwork.ts'
import { type ArtworkPick, pageOfPick, sourceNameOfPick } from '../../engine/scene/artwork-pick.ts'
import type { PageMatches } from '../../engine/scene/match-pages.ts'
import type { FontInfo } from '../../engine/text/font.ts'
import type { Ports } from '../../ports.ts'

export interface PicksToFind {
  readonly teamId: string
  readonly picks: readonly ArtworkPick[]
  readonly pages: PageMatches
  readonly fonts: readonly FontInfo[]
  /** Files of the earlier artwork and of the newer one. */
  readonly earlierPath: string
  readonly newerPath: string
}

export interface FoundPicks {
  /** The picked texts, in the newer artwork. */
  readonly picks: readonly ArtworkPick[]
  /** Source names of its fields by those of the earlier ones. */
  readonly sources: ReadonlyMap<string, string>
}

export const NO_PICKS: FoundPicks = { picks: [], sources: new Map() }

/** Decision: the same words in the same place of the same page, else where the page has these words once. */
export async function findPicks(
  { press }: Pick<Ports, 'press'>,
  { teamId, picks, pages, fonts, earlierPath, newerPath }: PicksToFind,
): Promise<FoundPicks> {
  if (press === null) return NO_PICKS
  const found: ArtworkPick[] = []
  const sources = new Map<string, string>()
  for (const [page, own] of Map.groupBy(picks, pageOfPick)) {
    const to = pages[page] ?? null
    if (to === null) continue
    const [before, after] = await Promise.all([
      press.readArtwork(earlierPath, page, fonts, [], teamId),
      press.readArtwork(newerPath, to, fonts, [], teamId),
    ])
    const taken = new Set<string>()
    for (const pick of own) {
      const runs = pick.runs.map((id) => counterpart(id, before, after, taken))
      if (runs.includes(null)) continue
      const again = { ...pick, runs: runs.filter((id) => id !== null) }
      found.push(again)
      sources.set(sourceNameOfPick(pick), sourceNameOfPick(again))
    }
  }
  return { picks: found, sources }
}

/** Half a point, as ids of runs have it. */
const SAME_PLACE_PT = 0.5

function counterpart(id: string, before: PageArtwork, after: PageArtwork, taken: Set<string>): string | null {
  const run = before.runs.find((one) => one.id === id)
  if (run === undefined) return null
  const alike = after.runs.filter((one) => one.text === run.text && !taken.has(one.id))
  const match =
    alike.find((one) => distance(one, run) <= SAME_PLACE_PT) ?? (alike.length === 1 ? alike[0] : undefined)
  if (match === undefined) return null
  taken.add(match.id)
  return match.id
}

function distance({ baseline: [one] }: ShownRun, { baseline: [other] }: ShownRun): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}
