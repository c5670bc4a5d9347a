/** Gives a placeholder its box: from the anchor to the next object or the safe zone, aligned as the artwork is. */

import type { ScenePage } from '../../scene/scene.ts'
import type { Alignment } from '../../text/text-style.ts'
import { isJustified, stretchOf, wordGapsOf } from '../text/justified.ts'
import type { PaintedBox } from '../text/page-text.ts'
import { hangOf } from './placeholder-hang.ts'
import {
  type Anchor,
  closeLines,
  type Neighbour,
  neighbourOf,
  type OtherLine,
  onAxes,
  stacked,
} from './placeholder-neighbours.ts'
import { clipOf, type Reach, roomOf, stretchIn, wordsOf } from './placeholder-room.ts'
import type { PlaceholderSettings } from './placeholder-settings.ts'

export interface Surroundings {
  readonly page: ScenePage
  /** All lines of the page but the one that is replaced. */
  readonly lines: readonly OtherLine[]
  readonly painted: readonly PaintedBox[]
}

/** Distances along the line, and up and down from its baseline. */
export interface PlacedBox {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly insetPt: number
  readonly align: Alignment
  /** Distance of baselines as a multiple of the size. */
  readonly leading: number
  /** See TextLine; null for text that is not justified. */
  readonly stretchEm: number | null
}

/** Room of a line above and below its baseline, and the share of it that it gives up first to its neighbours. */
const [ABOVE, BELOW] = [1.1, 0.35]
/** What it keeps where it shares its room with another value. */
const [LEAST_ABOVE, LEAST_BELOW] = [0.75, 0.25]
const [CLOSE_ABOVE, CLOSE_BELOW] = [0.94, 0.26]
/** Letters that stick out at the anchor, as j and italics do, keep their place: the box begins earlier by this. */
const OVERHANG = 0.2
const DEFAULT_LEADING = 1.2

/** Null where the text has no extent. All lengths in user space units; settings are in points. */
export function placeBox(
  anchor: Anchor,
  settings: PlaceholderSettings,
  { page, lines, painted }: Surroundings,
  input: { readonly align: Alignment | null; readonly reach: number; readonly isSentence: boolean },
): PlacedBox | null {
  const { from, to, size } = anchor
  const { align: onlyAlign, reach, isSentence } = input
  if (!(to - from > 0.01 * size)) return null
  const neighbours = [
    ...lines.map((line) => neighbourOf(line, anchor)),
    ...painted.map(
      ({ box, kind }): Neighbour => ({ box: onAxes(box, anchor), line: null, kind, alignment: null }),
    ),
  ]
  const unit = page.userUnit
  const leading = leadingOf(neighbours, anchor)
  const designed = settings.size === null ? size : Math.max(size, settings.size / unit)
  const full = heights(neighbours, anchor, designed)
  const extent = {
    top: between(LEAST_ABOVE * designed, full.top, reach),
    bottom: between(LEAST_BELOW * designed, full.bottom, reach),
  }
  const stretchEm = isSentence && onlyAlign === null ? justification(neighbours, anchor, settings) : null
  const stated = settings.align ?? onlyAlign
  const hang =
    stretchEm !== null
      ? 'left'
      : hangOf(neighbours, anchor, {
          ...{ room: roomOf(neighbours, anchor, extent, page), page },
          ...{ stated, hasWidth: settings.width !== null },
        })
  const align = stretchEm !== null ? 'left' : (stated ?? hang)
  const words = stretchEm === null ? wordsOf(anchor, hang) : anchor
  const { top, bottom } = onPage(words, page, stackOf(extent, settings, { leading, designed, unit }))
  const clip = clipOf(anchor)
  const cut = stretchIn(page.mediaBox, anchor, [-bottom, top])
  // Clip and page edge limit the room, also for a stated width.
  const ends: Reach = [Math.max(clip[0], cut[0]), Math.min(clip[1], cut[1])]
  if (!(ends[1] > ends[0])) return null
  const overhang = OVERHANG * size
  const rest = { top, bottom, align, leading, stretchEm }
  if (stretchEm !== null) {
    // Justified text ends where it ended, however much room there is beyond.
    const insetPt = Math.max(0, Math.min(overhang, from - ends[0], ends[1] - to))
    return { ...rest, left: from - insetPt, right: to + insetPt, insetPt }
  }
  const { room } = roomOf(neighbours, words, extent, page)
  const width = settings.width === null ? null : settings.width / unit
  const [left, right] = sidesOf(words, hang, { room, ends, reach, width })
  if (align === 'center') return { ...rest, left, right, insetPt: 0 }
  // Letters may stick out of the page's edge no further than there is page.
  if (align === 'left') {
    const insetPt = Math.min(overhang, Math.max(0, left - cut[0]))
    return { ...rest, left: left - insetPt, right, insetPt }
  }
  // Where the clip cuts the words, values end with it; where it cuts nothing, as the words did.
  const isCut = right > ends[1] - 0.01 * size && (hang !== 'right' || words.to > ends[1] + 0.01 * size)
  if (isCut) return { ...rest, left, right: ends[1], insetPt: overhang }
  const insetPt = Math.min(overhang, Math.max(0, cut[1] - right))
  return { ...rest, left, right: right + insetPt, insetPt }
}

interface Sides {
  readonly room: Reach
  readonly ends: Reach
  readonly reach: number
  readonly width: number | null
}

/** Where values begin and end: from where the words hang, as wide as stated, or a share of the room beyond them. */
function sidesOf(
  { from, to }: Anchor,
  hang: Alignment,
  { room: [low, high], ends: [first, last], reach, width }: Sides,
): Reach {
  const left = Math.max(from, low) - reach * (Math.max(from, low) - low)
  const right = Math.min(to, high) + reach * (high - Math.min(to, high))
  if (hang === 'left') return [from, Math.min(width === null ? right : from + width, last)]
  if (hang === 'right') {
    const end = Math.min(to, last)
    return [Math.max(width === null ? left : end - width, first), end]
  }
  const middle = (from + to) / 2
  const half = width === null ? Math.min(middle - left, right - middle) : width / 2
  const most = Math.min(half, middle - first, last - middle)
  return [middle - most, middle + most]
}

type Stack = Pick<PlacedBox, 'top' | 'bottom'>

/** Height of a box of so many lines, or of the stated height. */
function stackOf(
  one: Stack,
  { lines, height, verticalAlign }: PlaceholderSettings,
  { leading, designed, unit }: { readonly leading: number; readonly designed: number; readonly unit: number },
): Stack {
  const more = ((lines ?? 1) - 1) * leading * designed
  const down = { top: 1, middle: 0.5, bottom: 0 }[verticalAlign ?? 'top']
  if (height === null) return { top: one.top + more * (1 - down), bottom: one.bottom + more * down }
  const spare = height / unit - one.top - one.bottom
  const top = one.top + spare * (1 - down)
  return { top, bottom: height / unit - top }
}

/** As high as the page is there: a turned box that the page's corner cuts is lower, so that its words keep their place. */
function onPage(words: Anchor, { mediaBox }: ScenePage, stack: Stack): Stack {
  const { along, size } = words
  if (Math.min(Math.abs(along[0]), Math.abs(along[1])) < 1e-6) {
    const [, low, , high] = onAxes(mediaBox, words)
    return { top: Math.min(stack.top, high), bottom: Math.min(stack.bottom, -low) }
  }
  const least: Stack = { top: LEAST_ABOVE * size, bottom: LEAST_BELOW * size }
  for (const share of [1, 0.75, 0.5, 0.25]) {
    const top = between(least.top, stack.top, share)
    const bottom = between(least.bottom, stack.bottom, share)
    const [low, high] = stretchIn(mediaBox, words, [-bottom, top])
    if (low <= words.from && high >= words.to) return { top, bottom }
  }
  return { top: Math.min(least.top, stack.top), bottom: Math.min(least.bottom, stack.bottom) }
}

/** Decision: who states how a value is set has it so, and no longer justified. */
function justification(
  neighbours: readonly Neighbour[],
  anchor: Anchor,
  { align, width, lines }: PlaceholderSettings,
): number | null {
  if (anchor.gaps === null || align !== null || width !== null || (lines ?? 1) > 1) return null
  if (clipOf(anchor)[1] < anchor.to - 0.01 * anchor.size) return null
  const close = closeLines(neighbours, anchor).map(({ box, chars }) => ({
    from: box[0],
    to: box[2],
    gaps: wordGapsOf(chars),
  }))
  return isJustified(anchor, close, anchor.size) ? stretchOf(anchor.gaps) : null
}

const between = (least: number, most: number, share: number) =>
  most <= least ? most : least + share * (most - least)

/** The nearest line of the same size above or below says how far lines stand apart. */
function leadingOf(neighbours: readonly Neighbour[], anchor: Anchor): number {
  const distances = stacked(neighbours, anchor)
    .filter(({ size }) => Math.abs(size - anchor.size) < 0.02 * anchor.size)
    .map(({ baseline }) => Math.abs(baseline) / anchor.size)
    .filter((distance) => distance >= 0.8 && distance <= 1.8)
  return distances.length === 0 ? DEFAULT_LEADING : Math.round(Math.min(...distances) * 1e4) / 1e4
}

function heights(
  neighbours: readonly Neighbour[],
  anchor: Anchor,
  size: number,
): { top: number; bottom: number } {
  let [top, bottom] = [ABOVE * size, BELOW * size]
  for (const { baseline, size: other } of stacked(neighbours, anchor)) {
    if (Math.abs(baseline) < 0.3 * anchor.size) continue
    if (baseline > 0) {
      const needed = CLOSE_BELOW * other + CLOSE_ABOVE * size
      top = Math.min(top, (baseline * CLOSE_ABOVE * size) / needed)
    } else {
      const needed = CLOSE_BELOW * size + CLOSE_ABOVE * other
      bottom = Math.min(bottom, (-baseline * CLOSE_BELOW * size) / needed)
    }
  }
  return { top, bottom }
}
