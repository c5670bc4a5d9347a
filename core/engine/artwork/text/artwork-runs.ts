/** The runs of a page's text: stretches of a line in one font, size and colour, each with an id that lasts. */
import { createHash } from 'node:crypto'
import { wordsOf } from '../placeholders/find-placeholders.ts'
import { alike, type LookOf } from '../placeholders/placeholder-line.ts'
import { isBlankChar, type LineChar, type TextSegment } from './text-line.ts'

export interface ArtworkRun {
  /**
   * Made of the page, the words and where they stand, so that the same file gives the same ids however many of its
   * runs were picked before.
   */
  readonly id: string
  readonly segment: TextSegment
  /** Characters [start, end) of the segment. */
  readonly start: number
  readonly end: number
  readonly chars: readonly LineChar[]
  readonly text: string
}

/** Segments in reading order give runs in reading order. */
export function runsOf(page: number, segments: readonly TextSegment[], lookOf: LookOf): ArtworkRun[] {
  const seen = new Map<string, number>()
  return segments.flatMap((segment) => {
    let at = 0
    return alike(segment.chars, lookOf).flatMap((stretch): ArtworkRun[] => {
      const begin = at
      at += stretch.length
      const first = stretch.findIndex(({ char }) => !isBlankChar(char))
      const last = stretch.findLastIndex(({ char }) => !isBlankChar(char))
      if (first < 0) return []
      const chars = stretch.slice(first, last + 1)
      const text = wordsOf(chars)
      const name = nameOf(page, segment, chars, text)
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      const id = count === 1 ? name : `${name}-${count}`
      return [{ id, segment, start: begin + first, end: begin + last + 1, chars, text }]
    })
  })
}

/** To half a point: equal texts at one place are painted twice; a count tells them apart. */
function nameOf(page: number, segment: TextSegment, chars: readonly LineChar[], text: string): string {
  const { along, baseline } = segment
  const place = [chars[0]?.from ?? 0, baseline, along[0], along[1]].map((value) => Math.round(value * 2))
  const hash = createHash('sha256')
    .update(JSON.stringify([page, text, place]))
    .digest('hex')
  return `${page}-${hash.slice(0, 12)}`
}
