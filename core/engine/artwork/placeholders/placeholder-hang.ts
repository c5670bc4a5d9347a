/** Tells by which side a placeholder hangs on its page: what its layout program kept while the words changed. */

import type { ScenePage } from '../../scene/scene.ts'
import type { Alignment } from '../../text/text-style.ts'
import {
  type Anchor,
  closeLines,
  LETTER_BOTTOM,
  LETTER_TOP,
  type Neighbour,
} from './placeholder-neighbours.ts'
import { clipOf, type Room, stretchIn, TOUCHING } from './placeholder-room.ts'

export interface HangFacts {
  /** The room of the whole text, its settings among it. */
  readonly room: Room
  readonly page: ScenePage
  /** Its alignment, where it has one whatever the artwork looks like. */
  readonly stated: Alignment | null
  readonly hasWidth: boolean
}

/** Edges that were meant to be one differ by less, in em. */
const SAME = 0.08
/** Words end that close to the end of their room, in em. */
const AT_THE_END = 0.3

/**
 * Decision: settings make text longer than its place. Text that runs off on one side hangs by the other, whatever its
 * settings say; a stated width hangs by the left edge that it shares with its neighbours. Otherwise the stated
 * alignment is that of the artwork, and without one the artwork tells.
 */
export function hangOf(neighbours: readonly Neighbour[], anchor: Anchor, facts: HangFacts): Alignment {
  const { room, page, stated, hasWidth } = facts
  if (stated === 'left') return 'left'
  const guess = () => stated ?? alignmentOf(neighbours, anchor, room)
  if (anchor.settings > 0) {
    const { from, to, size } = anchor
    const letters = [LETTER_BOTTOM * size, LETTER_TOP * size] as const
    const [first] = stretchIn(page.mediaBox, anchor, letters)
    const [, cut] = stretchIn(page.trimBox, anchor, letters)
    const [isOff, isCut] = [from < first - SAME * size, to > Math.min(cut, clipOf(anchor)[1]) + SAME * size]
    const beside = besideLines(neighbours, anchor)
    if ((isOff || isCut) && (beside === 'center' || isCentred(anchor, room))) return 'center'
    if (isOff !== isCut) return isOff ? 'right' : 'left'
    if (stated !== null && hasWidth && beside === 'left') return 'left'
  }
  return guess()
}

/** Letter spacing behind the last letter moves a centred line by half of it. */
function isCentred({ from, to, size, spacing }: Anchor, { centres }: Pick<Room, 'centres'>): boolean {
  const middle = (from + to) / 2
  return centres.some((one) => Math.abs(one - middle) < (SAME + 0.6 * Math.abs(spacing)) * size)
}

/** A line that shares exactly one edge, or the middle, with the nearest line above or below is aligned there. */
function besideLines(neighbours: readonly Neighbour[], anchor: Anchor): Alignment | null {
  const { from, to, size } = anchor
  const near = (one: number, other: number) => Math.abs(one - other) < SAME * size
  for (const { box } of closeLines(neighbours, anchor)) {
    const [atLeft, atRight] = [near(box[0], from), near(box[2], to)]
    const atMiddle = isCentred(anchor, { centres: [(box[0] + box[2]) / 2] })
    if (atLeft && !atRight) return 'left'
    if (atMiddle && !atLeft) return 'center'
    if (atRight && !atLeft) return 'right'
  }
  return null
}

/**
 * Decision: the lines above and below tell first, the nearest before the others. Then the middle of the page or of the
 * ground it stands on, with room on both sides or on none; then a right edge at which the room ends, or that stands
 * from there as other lines' left edges do from the other side. Otherwise left.
 */
function alignmentOf(
  neighbours: readonly Neighbour[],
  anchor: Anchor,
  { room: [left, right], ends, centres }: Room,
): Alignment {
  const beside = besideLines(neighbours, anchor)
  if (beside !== null) return beside
  const { from, to, size, settings } = anchor
  const near = (one: number, other: number) => Math.abs(one - other) < SAME * size
  const roomLeft = from - left > TOUCHING * size
  const roomRight = to < right - TOUCHING * size
  const isBeyond = from < ends[0] && to > ends[1]
  if (((roomLeft && roomRight) || isBeyond) && isCentred(anchor, { centres })) return 'center'
  if (!roomLeft) return 'left'
  if (to > ends[1] + AT_THE_END * size) return 'left'
  const mirrored = centres.some((centre) =>
    neighbours.some(({ line, box }) => line !== null && near(2 * centre - to, box[0]) && !near(box[0], from)),
  )
  // Settings may end anywhere: theirs must end there exactly.
  const isAtTheEnd = Math.abs(ends[1] - to) < (settings > 0 ? SAME : AT_THE_END) * size
  return mirrored || isAtTheEnd ? 'right' : 'left'
}
