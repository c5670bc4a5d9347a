/** Gives a placeholder its box: from the anchor to the next object or the safe zone, aligned as the artwork is. */

import { type Box, POINTS_PER_MM } from '../../geometry/box.ts'
import { mapBox, type Point } from '../../geometry/matrix.ts'
import { dot } from '../../geometry/quads.ts'
import type { ScenePage } from '../../scene/scene.ts'
import type { Alignment } from '../../text/text-style.ts'
import { isJustified, stretchOf, type WordGaps, wordGapsOf } from '../text/justified.ts'
import type { PaintedBox } from '../text/page-text.ts'
import type { TextSegment } from '../text/text-line.ts'
import type { PlaceholderSettings } from './placeholder-settings.ts'

/** The line that is to be replaced. `up` points to where its letters stand, `baseline` is measured along it. */
export interface Anchor {
  readonly along: Point
  readonly up: Point
  readonly baseline: number
  readonly from: number
  readonly to: number
  readonly size: number
  /** Letter spacing in em. */
  readonly spacing: number
  /** Null for a single word. */
  readonly gaps: WordGaps | null
  readonly clip: Box | null
}

/** A line of the page; a placeholder's grows with its value to the sides that its alignment leaves open. */
export interface OtherLine extends TextSegment {
  readonly alignment?: Alignment
}

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

const SAFE_ZONE_MM = 3
/** Room of a line above and below its baseline, and the share of it that it gives up first to its neighbours. */
const [ABOVE, BELOW] = [1.1, 0.35]
/** What it keeps where it shares its room with another value. */
const [LEAST_ABOVE, LEAST_BELOW] = [0.75, 0.25]
const [CLOSE_ABOVE, CLOSE_BELOW] = [0.94, 0.26]
/** Letters reach that far from the baseline, roughly; what is painted beyond does not meet them. */
const [LETTER_TOP, LETTER_BOTTOM] = [0.7, -0.2]
/** Letters that stick out at the anchor, as j and italics do, keep their place: the box begins earlier by this. */
const OVERHANG = 0.2
const WORD_SPACE = 0.25
const TOUCHING = 0.1
const DEFAULT_LEADING = 1.2

/** An object on the line's own axes: left, bottom, right, top. */
interface Neighbour {
  readonly box: Box
  /** Baseline and size of a line that runs the same way. */
  readonly line: {
    readonly baseline: number
    readonly size: number
    readonly chars: OtherLine['chars']
  } | null
  readonly kind: 'text' | 'path' | 'image'
  readonly alignment: Alignment | null
}

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
  const room = limits(neighbours, anchor, extent, page)
  const left = from - reach * (from - room.left)
  const right = to + reach * (room.right - to)
  const middle = (from + to) / 2
  const stretchEm = isSentence && onlyAlign === null ? justification(neighbours, anchor, settings) : null
  const align =
    stretchEm !== null ? 'left' : (settings.align ?? onlyAlign ?? alignmentOf(neighbours, anchor, room))
  const width = settings.width === null ? null : settings.width / unit
  const overhang = OVERHANG * size
  // What a clip would cut off is no room, whatever width is stated.
  const [clipLeft, clipRight] = clipOf(anchor)
  const inset =
    stretchEm !== null
      ? Math.max(0, Math.min(overhang, from - clipLeft, clipRight - to))
      : align === 'center'
        ? 0
        : overhang
  const sides = ((): [number, number] => {
    // Justified text ends where it ended, however much room there is beyond.
    if (stretchEm !== null) return [from - inset, to + inset]
    if (align === 'left') return [from - overhang, Math.min(width === null ? right : from + width, clipRight)]
    if (align === 'right') {
      // Where the clip cuts the words, values end with it; where it cuts nothing, as the words did.
      const [end, box] =
        clipRight < to - 0.01 * size ? [clipRight - overhang, clipRight] : [to, to + overhang]
      return [Math.max(width === null ? left : end - width, clipLeft), box]
    }
    const stated = width === null ? Math.min(middle - left, right - middle) : width / 2
    const half = Math.min(stated, middle - clipLeft, clipRight - middle)
    return [middle - half, middle + half]
  })()
  const more = ((settings.lines ?? 1) - 1) * leading * designed
  const down = { top: 1, middle: 0.5, bottom: 0 }[settings.verticalAlign ?? 'top']
  let top = extent.top + more * (1 - down)
  let bottom = extent.bottom + more * down
  if (settings.height !== null) {
    const height = settings.height / unit
    const spare = height - extent.top - extent.bottom
    top = extent.top + spare * (1 - down)
    bottom = height - top
  }
  return {
    left: sides[0],
    right: sides[1],
    top,
    bottom,
    insetPt: inset,
    align,
    leading,
    stretchEm,
  }
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

/** Decision: a clip that cuts the placeholder's own words, which its settings make long, still ends its values. */
function clipOf(anchor: Anchor): [number, number] {
  if (anchor.clip === null) return [-Infinity, Infinity]
  const [left, , right] = onAxes(anchor.clip, anchor)
  return [Math.min(left, anchor.from), Math.max(right, anchor.from + 0.5 * anchor.size)]
}

/** A box of the page on the line's axes, up from its baseline. */
function onAxes(box: Box, { along, up, baseline }: Anchor): Box {
  return mapBox([along[0], up[0], along[1], up[1], 0, -baseline], box)
}

function neighbourOf(line: OtherLine, anchor: Anchor): Neighbour {
  const corners = [line.from, line.to].flatMap((at) =>
    [LETTER_BOTTOM, LETTER_TOP].map((share) => {
      const height = line.baseline + share * line.size
      const point: Point = [
        at * line.along[0] + height * line.up[0],
        at * line.along[1] + height * line.up[1],
      ]
      return [dot(point, anchor.along), dot(point, anchor.up) - anchor.baseline] as const
    }),
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const parallel = dot(line.along, anchor.along) > 0.999 && dot(line.up, anchor.up) > 0
  return {
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    line: parallel ? { baseline: line.baseline - anchor.baseline, size: line.size, chars: line.chars } : null,
    kind: 'text',
    alignment: line.alignment ?? null,
  }
}

const overlaps = (low: number, high: number, otherLow: number, otherHigh: number) =>
  Math.min(high, otherHigh) > Math.max(low, otherLow)

function stacked(neighbours: readonly Neighbour[], { from, to }: Anchor) {
  return neighbours.flatMap(({ box, line }) =>
    line !== null && overlaps(from, to, box[0], box[2]) ? [{ ...line, box }] : [],
  )
}

/** The lines above and below that may be of one paragraph with it, the nearest first. */
function closeLines(neighbours: readonly Neighbour[], anchor: Anchor) {
  return stacked(neighbours, anchor)
    .filter(({ baseline, size }) => Math.abs(baseline) < 3 * Math.max(size, anchor.size))
    .sort((one, other) => Math.abs(one.baseline) - Math.abs(other.baseline))
}

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

interface Limits {
  readonly left: number
  readonly right: number
  /** Where the room ends to the right, even if the text itself goes beyond. */
  readonly edge: number
  /** Middles that the line may have been centred on. */
  readonly centres: readonly number[]
}

function limits(
  neighbours: readonly Neighbour[],
  anchor: Anchor,
  { top, bottom }: { top: number; bottom: number },
  page: ScenePage,
): Limits {
  const { from, to, size } = anchor
  const touching = TOUCHING * size
  const [low, high] = [LETTER_BOTTOM * size, LETTER_TOP * size]
  let [left, right] = safeStretch(anchor, page)
  let edge = right
  const [trimLeft, , trimRight] = onAxes(page.trimBox, anchor)
  const centres = [(trimLeft + trimRight) / 2]
  const bound = (leftmost: number, rightmost: number) => {
    left = Math.max(left, Math.min(leftmost, from))
    right = Math.min(right, Math.max(rightmost, to))
    edge = Math.min(edge, rightmost)
  }
  bound(...clipOf(anchor))
  for (const { box, kind, alignment } of neighbours) {
    const text = kind === 'text'
    const inTheWay = text
      ? overlaps(-bottom + touching, top - touching, box[1], box[3])
      : overlaps(low, high, box[1] - 1e-6, box[3] + 1e-6)
    if (!inTheWay) continue
    const gap = text ? WORD_SPACE * size : 0
    // Two values that grow towards each other share the room between them.
    if (box[0] >= to - touching) {
      const shared = alignment === 'right' || alignment === 'center'
      bound(-Infinity, (shared ? (to + box[0] + gap) / 2 : box[0]) - gap)
    } else if (box[2] <= from + touching) {
      const shared = alignment === 'left' || alignment === 'center'
      bound((shared ? (from + box[2] - gap) / 2 : box[2]) + gap, Infinity)
    } else if (!text && box[0] <= from && box[2] >= to && box[1] <= low && box[3] >= high) {
      // Decision: a ground that follows the text closely was drawn for its words and does not bound others.
      if (from - box[0] + (box[2] - to) <= 0.6 * size) continue
      bound(box[0], box[2])
      centres.push((box[0] + box[2]) / 2)
    }
  }
  return { left, right, edge, centres }
}

/** The part of the line that lies in the safe zone; at least the text itself. */
function safeStretch({ along, up, baseline, from, to, size }: Anchor, page: ScenePage): [number, number] {
  const inset = (SAFE_ZONE_MM * POINTS_PER_MM) / page.userUnit
  const [left, bottom, right, top] = page.trimBox
  const zone: Box = [left + inset, bottom + inset, right - inset, top - inset]
  let [low, high] = [-Infinity, Infinity]
  for (const share of [LETTER_BOTTOM, LETTER_TOP]) {
    const height = baseline + share * size
    for (const axis of [0, 1] as const) {
      const base = height * up[axis]
      const slope = along[axis]
      if (Math.abs(slope) < 1e-6) continue
      const ends = [(zone[axis] - base) / slope, (zone[axis === 0 ? 2 : 3] - base) / slope]
      low = Math.max(low, Math.min(...ends))
      high = Math.min(high, Math.max(...ends))
    }
  }
  return [Math.min(low, from), Math.max(high, to)]
}

/**
 * Decision: the lines above and below tell first, the nearest before the others: what shares an edge or the middle
 * with them, and not the rest, is aligned so. Then the middle of the page or of the ground it stands on, with room
 * on both sides; then a right edge at which the room ends, or that stands from there as other lines' left edges do
 * from the other side. Otherwise left.
 */
function alignmentOf(
  neighbours: readonly Neighbour[],
  anchor: Anchor,
  { left, right, edge, centres }: Limits,
): Alignment {
  const { from, to, size, spacing } = anchor
  const middle = (from + to) / 2
  const near = (one: number, other: number) => Math.abs(one - other) < 0.08 * size
  // Letter spacing behind the last letter moves a centred line by half of it.
  const centred = (one: number) => Math.abs(one - middle) < (0.08 + 0.6 * Math.abs(spacing)) * size
  for (const { box } of closeLines(neighbours, anchor)) {
    const [atLeft, atRight] = [near(box[0], from), near(box[2], to)]
    const atMiddle = centred((box[0] + box[2]) / 2)
    if (atLeft && !atRight) return 'left'
    if (atMiddle && !atLeft) return 'center'
    if (atRight && !atLeft) return 'right'
  }
  const roomLeft = from - left > TOUCHING * size
  const roomRight = to < right - TOUCHING * size
  if (roomLeft && roomRight && centres.some(centred)) return 'center'
  if (!roomLeft) return 'left'
  const mirrored = centres.some((centre) =>
    neighbours.some(({ line, box }) => line !== null && near(2 * centre - to, box[0]) && !near(box[0], from)),
  )
  return mirrored || Math.abs(edge - to) < 0.3 * size ? 'right' : 'left'
}
