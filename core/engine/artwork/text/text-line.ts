/** Puts characters that stand on one baseline together to lines, however the producer split and ordered them. */

import type { Point } from '../../geometry/matrix.ts'
import { dot } from '../../geometry/quads.ts'
import type { TextChar } from './text-char.ts'

/** A character on its line; distances along the line are in user space units. */
export interface LineChar {
  readonly char: TextChar
  readonly from: number
  readonly to: number
  /** The same character shown again at the same place, as makers of false bold do. */
  readonly twins: TextChar[]
}

/** A stretch of text on one baseline without a wide gap. */
export interface TextSegment {
  /** Unit vectors along the line and upwards from it (a quarter turn counterclockwise). */
  readonly along: Point
  readonly up: Point
  /** Height of the baseline: its distance from the origin in the direction of `up`. */
  readonly baseline: number
  readonly chars: readonly LineChar[]
  readonly from: number
  readonly to: number
  /** The largest size in it. */
  readonly size: number
}

/** Baselines within this share of the size are one. */
const SAME_BASELINE = 0.12
const SAME_PLACE = 0.1
/** Decision: words stand closer than one em, columns wider. */
const WIDE_GAP = 1

/** Text that was scaled to nothing has no line. */
export const isFlat = (char: TextChar) => !(char.size > 1e-6)

export function isBlankChar({ text }: TextChar): boolean {
  if (text === null) return false
  // Most characters are ASCII: asked of every one several times over, a look at the first unit settles it.
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && /^[\s\u00a0\u00ad\u200b]*$/.test(text)
}

interface OrderedChar {
  readonly char: TextChar
  readonly order: number
}

/** Segments of all text that stands on straight baselines; vertical text and text without size are left out. */
export function readSegments(chars: readonly TextChar[]): TextSegment[] {
  const directions = new Map<number, TextChar[]>()
  let list: TextChar[] = []
  let along: Point | null = null
  for (const char of chars) {
    if (char.vertical || isFlat(char)) continue
    // The glyphs of one operation share it.
    if (char.along !== along) {
      along = char.along
      const degrees = Math.round((Math.atan2(along[1], along[0]) * 180) / Math.PI)
      const key = degrees === 180 ? -180 : degrees
      list = directions.get(key) ?? []
      directions.set(key, list)
    }
    list.push(char)
  }
  return [...directions.values()].flatMap(readDirection)
}

function readDirection(chars: readonly TextChar[]): TextSegment[] {
  const [first] = chars
  if (first === undefined) return []
  const length = Math.hypot(...first.along)
  const along: Point = [first.along[0] / length, first.along[1] / length]
  const up: Point = [-along[1], along[0]]
  const placed = chars
    .map((char, order) => ({ char, order, height: dot(char.origin, up), size: char.size }))
    .sort((one, other) => one.height - other.height)
  const segments: TextSegment[] = []
  for (let start = 0; start < placed.length; ) {
    const base = placed[start]
    if (base === undefined) break
    let end = start + 1
    while (end < placed.length && (placed[end]?.height ?? 0) - base.height <= SAME_BASELINE * base.size)
      end += 1
    segments.push(...splitLine(placed.slice(start, end), along, up))
    start = end
  }
  return segments
}

/** Texts that overlap are separated by the order in which they are shown. */
interface Strand {
  open: LineChar[]
  /** End of its last character that is no space. */
  reach: number
  /** What the spaces after it were widened by: words that were stretched apart stay one line. */
  widened: number
  /** Place of its last character in the order of showing. */
  last: number
}

function splitLine(chars: readonly OrderedChar[], along: Point, up: Point): TextSegment[] {
  const sorted = chars
    .map(({ char, order }) => {
      const [one, other] = [dot(char.origin, along), dot(char.end, along)]
      const line: LineChar = { char, from: Math.min(one, other), to: Math.max(one, other), twins: [] }
      return { line, order }
    })
    .sort((one, other) => one.line.from - other.line.from || one.order - other.order)
  const segments: TextSegment[] = []
  let strands: Strand[] = []
  const close = (strand: Strand) => {
    const segment = segmentOf(strand.open, along, up)
    if (segment !== null) segments.push(segment)
  }
  for (const { line: one, order } of sorted) {
    const blank = isBlankChar(one.char)
    const wide = (WIDE_GAP + 2 * Math.max(0, trackingOf(one.char))) * one.char.size
    const hasEnded = ({ reach, widened }: Strand) => !blank && one.from - reach - widened > wide
    if (strands.some(hasEnded)) {
      strands.filter(hasEnded).forEach(close)
      strands = strands.filter((strand) => !hasEnded(strand))
    }
    const strand = strandFor(strands, one, order) ?? { open: [], reach: one.from, widened: 0, last: order }
    if (strand.open.length === 0) strands.push(strand)
    strand.open.push(one)
    strand.last = order
    if (blank) strand.widened += wideningOf(one.char)
    else {
      strand.reach = Math.max(strand.reach, one.to)
      strand.widened = 0
    }
  }
  strands.forEach(close)
  return withoutTwins(segments)
}

/** The one that shows the character next, or else the nearest that has ended before it. */
function strandFor(strands: readonly Strand[], { from, char }: LineChar, order: number): Strand | undefined {
  let nearest: Strand | undefined
  for (const strand of strands) {
    const last = strand.open.at(-1)
    const free = last === undefined || isBlankChar(char) || from >= last.to - 0.5 * (last.to - last.from)
    if (!free) continue
    if (strand.last === order - 1) return strand
    if (nearest === undefined || strand.reach > nearest.reach) nearest = strand
  }
  return nearest
}

/** A line that is shown again at the same place, as makers of false bold do, is one with the first. */
function withoutTwins(segments: readonly TextSegment[]): TextSegment[] {
  const kept: TextSegment[] = []
  for (const segment of segments) {
    const first = kept.find((other) => isTwin(other, segment))
    if (first === undefined) kept.push(segment)
    else for (const [at, { char }] of segment.chars.entries()) first.chars[at]?.twins.push(char)
  }
  return kept
}

function isTwin(one: TextSegment, other: TextSegment): boolean {
  return (
    one.chars.length === other.chars.length &&
    one.chars.every(({ char, from }, at) => {
      const twin = other.chars[at]
      return twin?.char.text === char.text && Math.abs(twin.from - from) < SAME_PLACE * one.size
    })
  )
}

/** Letter spacing as it is stated, in em. */
function trackingOf({ glyphs }: TextChar): number {
  const show = glyphs[0]?.show
  return show === undefined || show.size === 0 ? 0 : show.letterSpacing / Math.abs(show.size)
}

/** Word spacing as it is stated, along the line. */
function wideningOf({ along, glyphs }: TextChar): number {
  const [glyph] = glyphs
  if (glyph === undefined) return 0
  const { show, item } = glyph
  const shown = show.items[item]
  if (typeof shown !== 'object' || !shown.isWordSpace || show.size === 0) return 0
  return Math.max(0, (show.wordSpacing / Math.abs(show.size)) * Math.hypot(...along))
}

/** Without the spaces at its ends; null where nothing else is in it. */
function segmentOf(open: readonly LineChar[], along: Point, up: Point): TextSegment | null {
  const first = open.findIndex(({ char }) => !isBlankChar(char))
  const last = open.findLastIndex(({ char }) => !isBlankChar(char))
  if (first < 0) return null
  const chars = open.slice(first, last + 1)
  const heights = chars.map(({ char }) => dot(char.origin, up))
  return {
    along,
    up,
    baseline: Math.min(...heights),
    chars,
    from: Math.min(...chars.map(({ from }) => from)),
    to: Math.max(...chars.map(({ to }) => to)),
    size: Math.max(...chars.map(({ char }) => char.size)),
  }
}
