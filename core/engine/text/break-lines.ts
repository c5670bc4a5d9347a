/** Line breaking: the opportunities of UAX #14, taken greedily. */
import LineBreaker from 'linebreak'
import { type Ink, inkOf } from './ink.ts'
import type { Paragraph, ShapedLine } from './shape.ts'

/** A shaped line and its ink under the tracking it was measured with. */
export interface MeasuredLine {
  readonly line: ShapedLine
  readonly ink: Ink | null
}

export interface BrokenLines {
  readonly lines: readonly MeasuredLine[]
  /** The narrowest measure, in font units, at which some line would take in more: below it these lines stay. */
  readonly nextMeasure: number
}

/** The UTF-16 offsets after which a line of the paragraph may end, its end among them. */
export function breakOffsets(paragraph: string): readonly number[] {
  const breaker = new LineBreaker(paragraph)
  const offsets: number[] = []
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) offsets.push(next.position)
  if (offsets.at(-1) !== paragraph.length) offsets.push(paragraph.length)
  return offsets
}

export function measureLine(
  paragraph: Paragraph,
  start: number,
  end: number,
  tracking: number,
): MeasuredLine {
  const line = paragraph.line(start, end, tracking !== 0)
  return { line, ink: inkOf(line, tracking) }
}

/**
 * Fills lines up to `measure`, the greatest width of ink; it and `tracking` are in font units. White space at a
 * line's end is not set. A word wider than the measure stands alone on its line: words are never torn.
 */
export function breakLines(
  paragraph: Paragraph,
  offsets: readonly number[],
  measure: number,
  tracking: number,
): BrokenLines {
  const { text } = paragraph
  const lines: MeasuredLine[] = []
  let nextMeasure = Infinity
  // Where a line may end is first guessed from the average character, then found by measuring.
  const perCharacter = paragraph.line(0, text.length, tracking !== 0).advance / Math.max(1, text.length)
  const guessed = measure / Math.max(1, perCharacter + tracking)
  for (let start = 0, first = 0; first < offsets.length; ) {
    const upTo = (index: number): MeasuredLine =>
      measureLine(paragraph, start, endWithoutSpace(text, start, offsets[index] ?? text.length), tracking)
    let last = Math.max(first, lastAtMost(offsets, start + guessed))
    let line = upTo(last)
    while (last > first && widthOf(line) > measure) line = upTo(--last)
    while (last + 1 < offsets.length) {
      const longer = upTo(last + 1)
      if (widthOf(longer) > measure) {
        nextMeasure = Math.min(nextMeasure, widthOf(longer))
        break
      }
      line = longer
      last++
    }
    lines.push(line)
    start = offsets[last] ?? text.length
    first = last + 1
  }
  return { lines, nextMeasure }
}

export function widthOf({ ink }: MeasuredLine): number {
  return ink === null ? 0 : ink.xMax - ink.xMin
}

const SPACE = /[\s\u200b]/

function endWithoutSpace(text: string, start: number, end: number): number {
  let at = end
  while (at > start && SPACE.test(text[at - 1] ?? '')) at--
  return at
}

function lastAtMost(offsets: readonly number[], limit: number): number {
  return offsets.findLastIndex((offset) => offset <= limit)
}
