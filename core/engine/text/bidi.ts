/** Writing direction: the embedding levels of a paragraph and the visual order of a line's pieces (UAX #9). */
import bidiFactory, { type Bidi } from 'bidi-js'

// The package's types take its default export for an ES module's; it is the CommonJS one.
const createBidi = bidiFactory as unknown as () => Bidi

/** Every character that is written from the right, and the controls that turn direction. */
const MAY_TURN =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const SUPPLEMENTARY = /[\u{10000}-\u{10ffff}]/gu

/** A character of the basic plane for each bidi class: bidi-js reads code units, not code points. */
const STAND_INS: Readonly<Record<string, string>> = {
  R: '\u05d0',
  AL: '\u0627',
  AN: '\u0660',
  EN: '1',
  ET: '#',
  NSM: '\u0300',
  ON: '!',
}

let bidi: Bidi | undefined

export interface Levels {
  /** The paragraph's level: 0 from the left, 1 from the right; by its first strong character. */
  readonly base: number
  /** Per UTF-16 unit, or null where the whole paragraph is level 0. */
  readonly perUnit: Uint8Array | null
}

const ALL_LEFT_TO_RIGHT: Levels = { base: 0, perUnit: null }

/** Resolves the embedding levels of one paragraph (a text without line breaks). */
export function resolveLevels(paragraph: string): Levels {
  if (!MAY_TURN.test(paragraph)) return ALL_LEFT_TO_RIGHT
  bidi ??= createBidi()
  const { levels, paragraphs } = bidi.getEmbeddingLevels(inBasicPlane(bidi, paragraph), 'auto')
  return { base: paragraphs[0]?.level ?? 0, perUnit: levels }
}

function inBasicPlane(engine: Bidi, text: string): string {
  return text.replace(SUPPLEMENTARY, (character) =>
    (STAND_INS[engine.getBidiCharTypeName(character)] ?? 'a').repeat(2),
  )
}

export interface LevelRun {
  readonly start: number
  readonly end: number
  readonly level: number
}

const TRAILING_SPACE = /(?<![\s\u2066-\u2069])[\s\u2066-\u2069]*$/u

/** The runs of equal level of the line [start, end) in logical order, its trailing space at the base level (L1). */
export function levelRuns(text: string, levels: Levels, start: number, end: number): readonly LevelRun[] {
  const { perUnit } = levels
  if (perUnit === null) return [{ start, end, level: levels.base }]
  const spaceFrom = start + text.slice(start, end).search(TRAILING_SPACE)
  const runs: { start: number; end: number; level: number }[] = []
  for (let unit = start; unit < end; unit++) {
    const level = unit >= spaceFrom ? levels.base : (perUnit[unit] ?? levels.base)
    const last = runs.at(-1)
    if (last?.level === level) last.end = unit + 1
    else runs.push({ start: unit, end: unit + 1, level })
  }
  return runs
}

/** Rule L2: from the highest level down to the lowest odd one, each sequence at or above it is reversed. */
export function inVisualOrder<T extends { readonly level: number }>(runs: readonly T[]): readonly T[] {
  if (runs.length < 2) return runs
  const ordered = [...runs]
  const highest = Math.max(...runs.map((run) => run.level))
  const lowestOdd = Math.min(...runs.map((run) => (run.level % 2 === 1 ? run.level : Infinity)))
  for (let level = highest; level >= lowestOdd; level--) {
    for (let at = 0; at < ordered.length; at++) {
      let end = at
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++
      if (end > at) ordered.splice(at, end - at, ...ordered.slice(at, end).reverse())
      at = end
    }
  }
  return ordered
}
