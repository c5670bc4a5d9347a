/** Words that a shop does not print: found in customers' texts as whole words, whatever their case and accents. */
import type { Scene, SceneField } from '../scene/scene.ts'
import type { Problem } from './mark.ts'

/** What customers see: the word itself, or only that the text cannot be printed. */
export const WORD_REPLIES = ['word', 'vague'] as const
export type WordReply = (typeof WORD_REPLIES)[number]

export interface ForbiddenWords {
  /** By language tag; every list counts for every text, for a customer may write in any language. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly reply: WordReply
}

/**
 * A problem for each text with a forbidden word. Decision: only what a customer can have written is looked at: texts,
 * not options and pictures, and no default of the template, which the shop wrote itself.
 */
export function findForbidden(
  scene: Pick<Scene, 'fields'>,
  values: Readonly<Record<string, string>>,
  rules: ForbiddenWords | null,
): readonly Problem[] {
  if (rules === null) return []
  const words = foldedWords(rules)
  if (words.length === 0) return []
  return scene.fields.flatMap((field) => {
    const value = values[field.id] ?? ''
    if (field.type !== 'text' || value === '' || value === field.defaultValue) return []
    const word = wordIn(value, words)
    return word === null ? [] : [forbiddenWord(field, rules.reply === 'word' ? word : null)]
  })
}

function forbiddenWord(field: SceneField, word: string | null): Problem {
  return {
    code: 'forbidden_word',
    fieldId: field.id,
    page: field.placements[0]?.page ?? null,
    message:
      word === null
        ? `The text in “${field.label}” cannot be printed. Choose other words.`
        : `“${field.label}” contains a word that cannot be printed: ${word}. Choose another word.`,
    found: word ?? '',
    expected: 'other words',
  }
}

interface FoldedWord {
  /** As the shop wrote it. */
  readonly word: string
  readonly folded: string
  readonly language: string
  /** Written in a script that puts no spaces between words. */
  readonly unspaced: boolean
}

/** The first forbidden word of the text, as the shop wrote it, or null. */
export function wordIn(text: string, words: readonly FoldedWord[]): string | null {
  const folded = foldText(text)
  return words.find((word) => contains(folded, word))?.word ?? null
}

function contains(text: string, word: FoldedWord): boolean {
  let bounds: ReadonlySet<number> | null = null
  for (let at = text.indexOf(word.folded); at >= 0; at = text.indexOf(word.folded, at + 1)) {
    const end = at + word.folded.length
    if (!word.unspaced) {
      if (!IN_WORD_BEFORE.test(text.slice(0, at)) && !IN_WORD_AFTER.test(text.slice(end))) return true
      continue
    }
    bounds ??= wordBounds(text, word.language)
    if (bounds.has(at) && bounds.has(end)) return true
  }
  return false
}

const IN_WORD_BEFORE = /[\p{L}\p{N}\p{M}]$/u
const IN_WORD_AFTER = /^[\p{L}\p{N}\p{M}]/u

/** Where words begin and end, by the dictionary of the language. */
function wordBounds(text: string, language: string): ReadonlySet<number> {
  const segments = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
  return new Set([0, ...segments.map(({ index, segment }) => index + segment.length)])
}

/** Decision: Hangul has spaces, though its particles cling to words; there a whole word is one with its particle. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Marks that a reader passes over: accents of Latin, Greek and Cyrillic, the vowel points of Hebrew and Arabic. Those
 * of other scripts are letters of their own.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670]/gu
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Letters that differ from their base by more than a mark. Turkish has two letters i, which become one. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l' },
  ...{ ı: 'i', ς: 'σ' },
}

/** Compatibility forms, case, accents, invisible characters and runs of spaces are made alike. */
export function foldText(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase()
  const bare = lower.normalize('NFKD').replace(ACCENTS, '').replace(INVISIBLE, '').normalize('NFC')
  return bare
    .replace(/[ßæœøđłıς]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/gu, ' ')
    .trim()
}

/** The lists of a team stay the same objects between changes, and are folded once. */
const FOLDED = new WeakMap<ForbiddenWords, readonly FoldedWord[]>()

function foldedWords(rules: ForbiddenWords): readonly FoldedWord[] {
  const known = FOLDED.get(rules)
  if (known !== undefined) return known
  const words = Object.entries(rules.lists).flatMap(([language, list]) =>
    list
      .map((word) => ({ word, folded: foldText(word), language, unspaced: UNSPACED.test(word) }))
      .filter(({ folded }) => folded !== ''),
  )
  FOLDED.set(rules, words)
  return words
}
