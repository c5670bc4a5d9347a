/** The room of a line on its page: up to the next object, the ground it stands on, its clip or the safe zone. */

import { type Box, POINTS_PER_MM } from '../../geometry/box.ts'
import type { ScenePage } from '../../scene/scene.ts'
import type { Alignment } from '../../text/text-style.ts'
import {
  type Anchor,
  LETTER_BOTTOM,
  LETTER_TOP,
  type Neighbour,
  onAxes,
  overlaps,
} from './placeholder-neighbours.ts'

/** Distances along a line. */
export type Reach = readonly [from: number, to: number]

export interface Room {
  /** At least the text itself. */
  readonly room: Reach
  /** Where the room ends, even if the text itself goes beyond. */
  readonly ends: Reach
  /** Middles that the line may have been centred on. */
  readonly centres: readonly number[]
}

const SAFE_ZONE_MM = 3
const WORD_SPACE = 0.25
export const TOUCHING = 0.1

/** The text without its settings, where it hangs on this side of what it takes with them. */
export function wordsOf(anchor: Anchor, hang: Alignment): Anchor {
  const { from, to, settings } = anchor
  if (hang === 'left') return { ...anchor, to: to - settings }
  if (hang === 'right') return { ...anchor, from: from + settings }
  return { ...anchor, from: from + settings / 2, to: to - settings / 2 }
}

/** `height`: how far a value reaches above and below the baseline. */
export function roomOf(
  neighbours: readonly Neighbour[],
  anchor: Anchor,
  height: { readonly top: number; readonly bottom: number },
  page: ScenePage,
): Room {
  const { from, to, size } = anchor
  const { top, bottom } = height
  const touching = TOUCHING * size
  const letters: Reach = [LETTER_BOTTOM * size, LETTER_TOP * size]
  const [low, high] = letters
  const safe = stretchIn(safeZoneOf(page), anchor, letters)
  const cut = stretchIn(page.trimBox, anchor, letters)
  // Words may stand beyond the safe zone; those that the trim cuts say nothing of the room there.
  let left = from < cut[0] && safe[0] < to ? safe[0] : Math.min(safe[0], from)
  let right = to > cut[1] && safe[1] > from + 0.5 * size ? safe[1] : Math.max(safe[1], to)
  let ends: Reach =
    anchor.settings > 0
      ? safe
      : [Math.max(cut[0], Math.min(safe[0], from)), Math.min(cut[1], Math.max(safe[1], to))]
  const [trimLeft, , trimRight] = onAxes(page.trimBox, anchor)
  const centres = [(trimLeft + trimRight) / 2]
  const bound = (leftmost: number, rightmost: number) => {
    left = Math.max(left, Math.min(leftmost, from))
    right = Math.min(right, Math.max(rightmost, to))
    ends = [Math.max(ends[0], leftmost), Math.min(ends[1], rightmost)]
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
    } else if (!text && box[1] <= low && box[3] >= high) {
      if (box[0] > from || box[2] < to) {
        // Settings alone may run beyond a ground whose middle their words keep.
        if (anchor.settings > 0) centres.push((box[0] + box[2]) / 2)
        continue
      }
      // Decision: a ground that follows the text closely was drawn for its words and does not bound others.
      if (from - box[0] + (box[2] - to) <= 0.6 * size) continue
      bound(box[0], box[2])
      centres.push((box[0] + box[2]) / 2)
    }
  }
  return { room: [left, right], ends, centres }
}

/** Decision: a clip that cuts the placeholder's own words, which its settings make long, still ends its values. */
export function clipOf(anchor: Anchor): Reach {
  if (anchor.clip === null) return [-Infinity, Infinity]
  const [left, , right] = onAxes(anchor.clip, anchor)
  return [Math.min(left, anchor.from), Math.max(right, anchor.from + 0.5 * anchor.size)]
}

function safeZoneOf({ trimBox, userUnit }: ScenePage): Box {
  const inset = (SAFE_ZONE_MM * POINTS_PER_MM) / userUnit
  const [left, bottom, right, top] = trimBox
  return [left + inset, bottom + inset, right - inset, top - inset]
}

/** The part of a line that lies in a zone with all of its height, from below its baseline to above. */
export function stretchIn(zone: Box, { along, up, baseline, slant }: Anchor, heights: Reach): Reach {
  let [low, high] = [-Infinity, Infinity]
  for (const height of heights) {
    for (const axis of [0, 1] as const) {
      const base = (baseline + height) * up[axis]
      const slope = along[axis]
      if (Math.abs(slope) < 1e-6) continue
      const ends = [(zone[axis] - base) / slope, (zone[axis === 0 ? 2 : 3] - base) / slope]
      const leaning = slant * height
      low = Math.max(low, Math.min(...ends) - leaning)
      high = Math.min(high, Math.max(...ends) - leaning)
    }
  }
  return [low, high]
}
