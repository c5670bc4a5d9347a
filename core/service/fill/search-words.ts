/** The words by which a fill is found: folded, so that capitals, accents and compatible forms make no difference. */
import type { FillRecord } from './fill.ts'

type Searched = Pick<
  FillRecord,
  'externalOrderId' | 'externalCartId' | 'customerName' | 'customerEmail' | 'values' | 'colors' | 'substrate'
>

/** Of one fill; long texts are found by their first words. */
const MOST_WORDS = 64
const MOST_CHARACTERS = 32

/** Letters that no decomposition takes apart. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Chinese and Japanese put no spaces between words, so that each character is one. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu

/** The words of each part of a text between spaces, such as `r` and `1001` of `R-1001`. */
function foldParts(text: string): readonly (readonly string[])[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
  return folded.split(/\s+/).flatMap((part) => {
    const words = part.match(WORD)
    return words === null ? [] : [words]
  })
}

function cut(word: string): string {
  return [...word].slice(0, MOST_CHARACTERS).join('')
}

/**
 * The words that a text is found by, each once. What stands together is one word from each of its parts on, so that
 * `r1001` and `1001` find `R-1001`, and `example.com` an address there.
 */
export function foldWords(text: string): readonly string[] {
  const words = foldParts(text).flatMap((parts) => parts.map((_, at) => cut(parts.slice(at).join(''))))
  return [...new Set(words)]
}

/** What is sought: the beginnings of words, each once. */
export function foldTerms(text: string): readonly string[] {
  return [...new Set(foldParts(text).map((parts) => cut(parts.join(''))))]
}

/**
 * The references and the customer stand first, for they are sought most; then the chosen paper and inks, which are
 * short, before values, which need not be.
 */
export function searchWordsOf(fill: Searched): readonly string[] {
  const stock = [fill.substrate?.name ?? null, ...(fill.colors ?? []).map(({ name }) => name)]
  const values = Object.values(fill.values).filter((value) => !value.startsWith('asset_'))
  const { externalOrderId, externalCartId, customerName, customerEmail } = fill
  const texts = [externalOrderId, externalCartId, customerName, customerEmail, ...stock, ...values]
  const words = foldWords(texts.filter((text) => text !== null).join(' '))
  return words.slice(0, MOST_WORDS)
}
