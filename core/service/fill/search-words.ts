/** The words by which a fill is found: folded, so that capitals, accents and compatible forms make no difference. */
import type { FillRecord } from './fill.ts'

type Searched = Pick<
  FillRecord,
  'externalOrderId' | 'externalCartId' | 'customerName' | 'customerEmail' | 'values'
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

/** In their order, each once. */
export function foldWords(text: string): readonly string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
  const words = folded.match(WORD) ?? []
  return [...new Set(words.map((word) => [...word].slice(0, MOST_CHARACTERS).join('')))]
}

/** The references and the customer stand first, for they are sought most. */
export function searchWordsOf(fill: Searched): readonly string[] {
  const values = Object.values(fill.values).filter((value) => !value.startsWith('asset_'))
  const texts = [fill.externalOrderId, fill.externalCartId, fill.customerName, fill.customerEmail, ...values]
  const words = foldWords(texts.filter((text) => text !== null).join(' '))
  return words.slice(0, MOST_WORDS)
}
