/** Finds `{{…}}` in lines of text by their characters, whatever pieces the producer cut them into. */
import { plain } from '../text/braces.ts'
import { isBlankChar, type LineChar, type TextSegment } from '../text/text-line.ts'

/** A stretch of a segment: characters [start, end). */
export interface Stretch {
  readonly start: number
  readonly end: number
}

export interface FoundPlaceholder extends Stretch {
  /** What stands between the braces. */
  readonly inner: string
  /** How much of the line its settings take, from the first bar to the closing braces. */
  readonly settingsLength?: number
  /** No words move with it. */
  readonly alone?: boolean
}

export interface FoundInSegment {
  readonly placeholders: readonly FoundPlaceholder[]
  /** Opening braces without an end. */
  readonly unclosed: readonly Stretch[]
}

/** Stands for a gap that is no character; braces may have it between them, words read it as a space. */
const GAP = '\ue000'
const PLACEHOLDER = /\{\ue000?\{([^{}]*)\}\ue000?\}/g
const OPENING = /\{\ue000?\{/g
/** Narrower gaps are kerning, in em. */
const WORD_GAP = 0.2
/** A brace and the next one may stand this far apart. */
const BRACE_GAP = 0.35

export function findPlaceholders({ chars }: TextSegment): FoundInSegment {
  if (!chars.some(({ char }) => char.text !== null && plain(char.text).includes('{'))) return NOTHING
  const { text, indices } = textOf(chars)
  const at = (offset: number) => indices[offset] ?? chars.length
  const stretch = (start: number, end: number): Stretch => ({ start: at(start), end: at(end - 1) + 1 })
  const placeholders = [...text.matchAll(PLACEHOLDER)].map((match) => ({
    ...stretch(match.index, match.index + match[0].length),
    settingsLength: settingsLengthOf(chars, indices, match),
    inner: (match[1] ?? '').replaceAll(GAP, ' ').replaceAll(/\s+/g, ' ').trim(),
  }))
  const rest = text.replaceAll(PLACEHOLDER, (found) => ' '.repeat(found.length))
  const unclosed = [...rest.matchAll(OPENING)].map((match) =>
    stretch(match.index, match.index + match[0].length),
  )
  return { placeholders, unclosed }
}

function settingsLengthOf(
  chars: readonly LineChar[],
  indices: readonly number[],
  { index, 0: found, 1: inner = '' }: RegExpExecArray,
): number {
  const bar = found.indexOf('|')
  if (bar < 0) return 0
  const start = index + bar
  const end = index + found.indexOf(inner) + inner.length
  /** Where a unit of the text begins on the line; a character may have several. */
  const placeOf = (unit: number) => {
    const at = indices[unit] ?? 0
    const first = indices.indexOf(at)
    const share = (unit - first) / (indices.lastIndexOf(at) + 1 - first)
    const one = chars[at]
    return one === undefined ? 0 : one.from + share * (one.to - one.from)
  }
  return Math.max(0, placeOf(end) - placeOf(start))
}

const NOTHING: FoundInSegment = { placeholders: [], unclosed: [] }

/** The text of characters, spaces where words stand apart without one. */
export function wordsOf(chars: readonly LineChar[]): string {
  return textOf(chars).text.replaceAll(GAP, ' ')
}

/** Which of the characters the UTF-16 unit of their text (see wordsOf) comes from. */
export function charAt(chars: readonly LineChar[], unit: number): number {
  return textOf(chars).indices[unit] ?? chars.length
}

/** The text, and for each of its UTF-16 units the character it comes from. */
function textOf(chars: readonly LineChar[]): { text: string; indices: number[] } {
  let text = ''
  const indices: number[] = []
  const add = (piece: string, index: number) => {
    text += piece
    for (let unit = 0; unit < piece.length; unit += 1) indices.push(index)
  }
  const spacing = spacingOf(chars)
  let last: LineChar | null = null
  for (const [index, one] of chars.entries()) {
    // An unreadable glyph is some character, and certainly no brace.
    const piece = one.char.text === null ? '\ufffd' : plain(one.char.text)
    if (last !== null && !isBlankChar(last.char) && !isBlankChar(one.char)) {
      const gap = (one.from - last.to) / one.char.size - spacing
      const braces = /[{}]$/.test(text) && /^[{}]/.test(piece)
      if (gap > (braces ? BRACE_GAP : WORD_GAP)) add(braces ? ' ' : GAP, index)
      else if (braces && gap > WORD_GAP) add(GAP, index)
    }
    add(piece, index)
    last = one
  }
  return { text, indices }
}

/** Letter spacing in em where letters stand apart throughout, by whatever means; the middle one of all gaps. */
export function spacingOf(chars: readonly LineChar[]): number {
  const gaps: number[] = []
  for (const [at, one] of chars.entries()) {
    const last = chars[at - 1]
    if (last === undefined || isBlankChar(last.char) || isBlankChar(one.char)) continue
    gaps.push((one.from - last.to) / one.char.size)
  }
  const middle = gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  return Math.max(0, middle)
}
