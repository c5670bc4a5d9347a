/** Chooses the font of each character if a field has fallback fonts. */
import type { Typeface } from './font.ts'
import { graphemesOf } from './graphemes.ts'

/** A stretch of text, UTF-16, that one typeface sets. */
export interface FaceRun {
  readonly start: number
  readonly end: number
  readonly typeface: Typeface
}

/** Invisible characters: any font will do. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u

/**
 * Each grapheme whole in the field's own typeface where that has it, else in the first of `fallbacks` that does; one
 * that none has stays with its own, and is missing there. Neighbours of one typeface are one run.
 */
export function itemizeFaces(
  typeface: Typeface,
  fallbacks: readonly Typeface[],
  text: string,
): readonly FaceRun[] {
  const runs: { start: number; end: number; typeface: Typeface }[] = []
  let offset = 0
  for (const grapheme of graphemesOf(text)) {
    const face = [typeface, ...fallbacks].find((one) => hasGrapheme(one, grapheme)) ?? typeface
    const last = runs.at(-1)
    if (last?.typeface === face) last.end = offset + grapheme.length
    else runs.push({ start: offset, end: offset + grapheme.length, typeface: face })
    offset += grapheme.length
  }
  return runs
}

/** The shaper takes a letter with its accents apart, or puts them together, where the font has only the other form. */
function hasGrapheme(typeface: Typeface, grapheme: string): boolean {
  const forms = [grapheme, grapheme.normalize('NFC'), grapheme.normalize('NFD')]
  return forms.some((form) => hasAll(typeface, form))
}

function hasAll(typeface: Typeface, text: string): boolean {
  for (const character of text)
    if (!typeface.hasCodePoint(character.codePointAt(0) ?? 0) && !UNSEEN.test(character)) return false
  return true
}

const numbers = new WeakMap<Typeface, number>()
let last = 0

/** Identifies an open typeface within this process, whatever its name. */
export function faceNumber(typeface: Typeface): number {
  let number = numbers.get(typeface)
  if (number === undefined) {
    last += 1
    number = last
    numbers.set(typeface, number)
  }
  return number
}
