/** What stands around text that is replaced, what it looks like, and how far it may reach. */

import type { PDFDict } from '@cantoo/pdf-lib'
import { onceFor } from '../../../once-for.ts'
import type { Point } from '../../geometry/matrix.ts'
import type { ProcessMix } from '../../ink/process-mix.ts'
import type { FontInfo } from '../../text/font.ts'
import type { Alignment } from '../../text/text-style.ts'
import { INITIAL_TEXT_STATE } from '../form/read-appearance.ts'
import { readFieldColor } from '../form/read-field-color.ts'
import { readFontChoice } from '../form/read-text-style.ts'
import { keepPaint, PLAIN_KEPT } from '../keep-paint.ts'
import type { LookOf } from '../placeholders/placeholder-line.ts'
import type { OtherLine } from '../placeholders/placeholder-neighbours.ts'
import type { PlacedText } from '../placeholders/placeholder-place.ts'
import type { PlacedColor, TextLook } from './text-char.ts'
import type { TextSegment } from './text-line.ts'
import { PLAIN_PAINT } from './text-paint.ts'

/** Characters [start, end) of a segment that become a value, or were one's own. */
export interface ReplacedStretch {
  readonly segment: TextSegment
  readonly start: number
  readonly end: number
  /** Of the value that stands there; undefined for what is being placed itself. */
  readonly alignment: Alignment | null | undefined
}

/** The lines of a page, cut where values stand; what is being placed itself is left out. */
export function linesAround(
  segments: readonly TextSegment[],
  replaced: readonly ReplacedStretch[],
): OtherLine[] {
  const bySegment = Map.groupBy(replaced, ({ segment }) => segment)
  return segments.flatMap((segment): OtherLine[] => {
    const here = bySegment.get(segment)
    if (here === undefined) return [segment]
    let at = 0
    const pieces: OtherLine[] = []
    const add = (start: number, end: number, alignment: Alignment | null = null) => {
      const chars = segment.chars.slice(start, end)
      if (chars.length === 0) return
      const from = Math.min(...chars.map((one) => one.from))
      const to = Math.max(...chars.map((one) => one.to))
      pieces.push({ ...segment, chars, from, to, ...(alignment === null ? {} : { alignment }) })
    }
    for (const { start, end, alignment } of here.toSorted((one, other) => one.start - other.start)) {
      add(at, start)
      if (alignment !== undefined) add(start, end, alignment)
      at = end
    }
    add(at, segment.chars.length)
    return pieces
  })
}

/** From the top of the page downwards, and from the left on one height. */
export function inReadingOrder(one: TextSegment, other: TextSegment): number {
  const [a, b] = [startOf(one), startOf(other)]
  return Math.round(b[1]) - Math.round(a[1]) || a[0] - b[0]
}

const startOf = ({ along, up, from, baseline }: TextSegment): Point => [
  from * along[0] + baseline * up[0],
  from * along[1] + baseline * up[1],
]

/** Boxes that run into free space from two sides share it: the one that comes later ends before the other. */
export function widestFree(
  place: (reach: number) => PlacedText | null,
  isFree: (placed: PlacedText) => boolean,
): PlacedText | null {
  let best = place(0)
  if (best === null || !isFree(best)) return null
  let [low, high] = [0, 1]
  for (let step = 0; step < 7; step += 1) {
    const reach = (low + high) / 2
    const placed = place(reach)
    if (placed !== null && isFree(placed)) {
      best = placed
      low = reach
    } else high = reach
  }
  return best
}

/**
 * Each font is matched once, however many runs of text are set in it, and each colour read once; the mixes among them
 * are added to `mixes` by their names.
 */
export function createLooks(fonts: readonly FontInfo[], mixes: Map<string, ProcessMix> = new Map()): LookOf {
  const choiceOf = onceFor((font: PDFDict) => readFontChoice(font, fonts, 'Helvetica'))
  const colorOf = onceFor(({ color, resources }: PlacedColor) => {
    const state = { ...INITIAL_TEXT_STATE, fill: color }
    const read = readFieldColor([{ state, resources: resources === null ? [] : [resources] }])
    if (read.ink !== null && read.mix !== null) mixes.set(read.ink, read.mix)
    return read
  })
  const paintOf = onceFor(({ fill, paint }: TextLook) => keepPaint(paint, colorOf(fill), colorOf))
  return ({ char: { look, size } }) => ({
    font: choiceOf(look.font.dict),
    color: colorOf(look.fill),
    paint: look.paint === PLAIN_PAINT ? PLAIN_KEPT : paintOf(look),
    size,
  })
}
