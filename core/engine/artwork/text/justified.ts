/** Tells justified text by its word spaces: a line that ends where its neighbours end because they were stretched. */
import { spacingOf } from '../placeholders/find-placeholders.ts'
import { isBlankChar, type LineChar } from './text-line.ts'

/** The word spaces of a line, in em beyond its letter spacing. */
export interface WordGaps {
  readonly mean: number
  /** What the font's own spaces would have taken; null where gaps stand without characters. */
  readonly natural: number | null
}

/** Where a line ends, and what its words stand apart by. */
export interface SetLine {
  readonly from: number
  readonly to: number
  readonly gaps: WordGaps | null
}

/** Narrower gaps are kerning, in em. */
const WORD_GAP = 0.2
/** Kerning against spaces and rounding move the mean by less, in em. */
const SAME_GAP = 0.02
/** Edges of lines that were meant to be one, in em. */
const SAME_EDGE = 0.08
const COMMON_SPACE = 0.25
/** Decision: spaces of an em still read as a sentence; where it would take more, a ragged line looks better. */
const LEAST_STRETCH = 0.75
const STRETCH_MARGIN = 1.25

/** Null for a line of one word. */
export function wordGapsOf(chars: readonly LineChar[]): WordGaps | null {
  const spacing = spacingOf(chars)
  let [sum, count, natural, blanks] = [0, 0, 0, 0]
  let [last, spaces] = [null as LineChar | null, 0]
  let allSpaced = true
  for (const one of chars) {
    if (isBlankChar(one.char)) {
      blanks += one.to - one.from
      spaces += 1
      continue
    }
    if (last !== null) {
      const size = one.char.size
      const gap = (one.from - last.to) / size - spacing * (1 + spaces)
      if (spaces > 0 || gap > WORD_GAP) {
        sum += gap
        count += 1
        natural += blanks / size
        allSpaced &&= spaces > 0
      }
    }
    ;[last, spaces, blanks] = [one, 0, 0]
  }
  return count === 0 ? null : { mean: sum / count, natural: allSpaced ? natural / count : null }
}

/**
 * Does a line share its end with a neighbour because both were stretched to it? Spaces that are not the font's own
 * say so, or that differ from line to line; an edge on the left that is shared too, or spaces that differ, tell it
 * from text that is set to the right.
 */
export function isJustified(line: SetLine, neighbours: readonly SetLine[], size: number): boolean {
  const { gaps } = line
  if (gaps === null) return false
  const near = (one: number, other: number) => Math.abs(one - other) < SAME_EDGE * size
  const isStretched = gaps.natural !== null && Math.abs(gaps.mean - gaps.natural) > SAME_GAP
  return neighbours.some((other) => {
    if (!near(other.to, line.to)) return false
    const differs = other.gaps !== null && Math.abs(other.gaps.mean - gaps.mean) > SAME_GAP
    return (isStretched || differs) && (near(other.from, line.from) || differs)
  })
}

/** By how much a word space may be widened, in em: as much as the artwork did, and what is common. */
export function stretchOf({ mean, natural }: WordGaps): number {
  const own = mean - (natural ?? COMMON_SPACE)
  return Math.max(LEAST_STRETCH, Math.round(own * STRETCH_MARGIN * 1000) / 1000)
}
