/** The neighbours of a line on its page, on the line's own axes. */

import type { Box } from '../../geometry/box.ts'
import { mapBox, type Point } from '../../geometry/matrix.ts'
import { dot } from '../../geometry/quads.ts'
import type { Alignment } from '../../text/text-style.ts'
import type { WordGaps } from '../text/justified.ts'
import type { TextSegment } from '../text/text-line.ts'

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
  /** How much of its length settings take, which are never printed and are no measure of a value. */
  readonly settings: number
  /** How far the letters' tops lean along the line, per height. */
  readonly slant: number
}

/** A line of the page; a placeholder's grows with its value to the sides that its alignment leaves open. */
export interface OtherLine extends TextSegment {
  readonly alignment?: Alignment
}

/** Letters reach that far from the baseline, roughly; what is painted beyond does not meet them. */
export const [LETTER_TOP, LETTER_BOTTOM] = [0.7, -0.2]

/** An object on the line's own axes: left, bottom, right, top. */
export interface Neighbour {
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

/** A box of the page on the line's axes, up from its baseline. */
export function onAxes(box: Box, { along, up, baseline }: Anchor): Box {
  return mapBox([along[0], up[0], along[1], up[1], 0, -baseline], box)
}

export function neighbourOf(line: OtherLine, anchor: Anchor): Neighbour {
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

export const overlaps = (low: number, high: number, otherLow: number, otherHigh: number) =>
  Math.min(high, otherHigh) > Math.max(low, otherLow)

export function stacked(neighbours: readonly Neighbour[], { from, to }: Anchor) {
  return neighbours.flatMap(({ box, line }) =>
    line !== null && overlaps(from, to, box[0], box[2]) ? [{ ...line, box }] : [],
  )
}

/** The lines above and below that may be of one paragraph with it, the nearest first. */
export function closeLines(neighbours: readonly Neighbour[], anchor: Anchor) {
  return stacked(neighbours, anchor)
    .filter(({ baseline, size }) => Math.abs(baseline) < 3 * Math.max(size, anchor.size))
    .sort((one, other) => Math.abs(one.baseline) - Math.abs(other.baseline))
}
