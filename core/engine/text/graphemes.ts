/** Graphemes: what a reader takes for one character (UAX #29), the unit of tracking, combs and length limits. */

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Below U+0300 each code unit is a grapheme, but for CR LF; the segmenter is a hundred times slower. */
const COMPOSED = /[\u0300-\uffff\r]/

export function graphemesOf(text: string): readonly string[] {
  if (!COMPOSED.test(text)) return text.split('')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** The UTF-16 offsets at which a grapheme begins, or null where every code unit is one. */
export function graphemeStarts(text: string): ReadonlySet<number> | null {
  if (!COMPOSED.test(text)) return null
  return new Set(Array.from(segmenter.segment(text), ({ index }) => index))
}
