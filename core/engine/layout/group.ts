/** Groups: texts that share a name end at one size, the largest at which all of them fit. */
import { type Cap, UNCAPPED } from '../text/place.ts'
import type { Laid } from './lay-text.ts'

/** A text that is still to be set; it can be set several times. */
export interface Member {
  readonly group: string
  /** Points a unit of user space: sizes are the same where they look the same. */
  readonly userUnit: number
  /** Letter spacing as designed, in em; null where there is none, as in a comb. */
  readonly trackingEm: number | null
  lay(cap: Cap): Laid
}

/** Where setting all members smaller makes one of them smaller still, which takes breaking lines otherwise. */
const MOST_ROUNDS = 8
const EPSILON = 1e-9

/**
 * The result of each member, in their order. First the size: the smallest of what the members take by themselves.
 * Then the letter spacing at that size: all are as much tighter than designed as the one that needs it most. Each keeps
 * its own minima; one that cannot fit at all, or has nothing to set, does not count.
 * Decision: where a member's smallest size is above that of the others, it alone stays at it.
 */
export function layGroups(members: readonly Member[]): readonly Laid[] {
  const results = new Map<Member, Laid>()
  for (const group of Map.groupBy(members, (member) => member.group).values()) {
    const alone = new Map(group.map((member) => [member, member.lay(UNCAPPED)]))
    const counting = group.filter((member) => fitOf(alone.get(member)) !== null)
    const together = counting.length < 2 ? alone : layTogether(counting, alone)
    for (const member of group) {
      const laid = together.get(member) ?? alone.get(member) ?? null
      results.set(member, marked(laid, alone.get(member) ?? null))
    }
  }
  return members.map((member) => results.get(member) ?? null)
}

function layTogether(
  members: readonly Member[],
  alone: ReadonlyMap<Member, Laid>,
): ReadonlyMap<Member, Laid> {
  let laid = alone
  let size = Infinity
  let tightenEm = 0
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const nextSize = Math.min(size, ...members.map((member) => sizeOf(member, laid.get(member))))
    // By itself a larger text may be tighter than it has to be at the common size.
    const isSmaller = nextSize < size - EPSILON
    const needed = Math.max(...members.map((member) => tightening(member, laid.get(member))))
    const nextTighten = isSmaller ? 0 : Math.max(tightenEm, needed)
    if (!isSmaller && round > 0 && nextTighten <= tightenEm + EPSILON) return laid
    size = nextSize
    tightenEm = nextTighten
    laid = new Map(
      members.map((member) => [member, member.lay({ sizePt: size / member.userUnit, tightenEm })]),
    )
  }
  return laid
}

function fitOf(laid: Laid | undefined) {
  return laid != null && 'marks' in laid ? laid.fit : null
}

/** In points; Infinity for a member without a limit, such as one at its own minimum. */
function sizeOf(member: Member, laid: Laid | undefined): number {
  const fit = fitOf(laid)
  return fit === null ? Infinity : fit.sizePt * member.userUnit
}

function tightening({ trackingEm }: Member, laid: Laid | undefined): number {
  const fit = fitOf(laid)
  return fit === null || trackingEm === null ? 0 : Math.max(0, trackingEm - fit.trackingEm)
}

function marked(laid: Laid, alone: Laid): Laid {
  const fit = fitOf(laid)
  const own = fitOf(alone)
  if (laid === null || !('marks' in laid) || fit === null || own === null) return laid
  const same = fit.sizePt === own.sizePt && fit.trackingEm === own.trackingEm
  return same ? laid : { ...laid, fit: { ...fit, grouped: true } }
}
