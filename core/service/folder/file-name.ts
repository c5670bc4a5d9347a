/** Names of files in hot folders: made of a pattern and an order's facts, and safe on every machine they pass. */

import { graphemesOf } from '../../engine/text/graphemes.ts'
import { ServiceError } from '../../errors.ts'
import { isReserved, utf8Length } from './hot-folder.ts'

/**
 * Decision: no customer. Names of files wander into the logs of presses, which no erasure reaches; the ticket has
 * the values, and the order leads to the customer.
 */
export const PLACEHOLDERS = [
  'order',
  'line',
  'quantity',
  'template',
  'paper',
  'ink',
  'fill',
  'render',
  'cart',
  'date',
  'due',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

export const STANDARD_PATTERN = '{order}_{line}_{quantity}x_{template}.pdf'

/** Null for what an order does not say. */
export type NameFacts = Readonly<Record<Placeholder, string | null>>

/** Bytes of the whole name with its extension, in UTF-8, as shares and archives count. */
export const MOST_NAME_BYTES = 180
/** Limit of one placeholder, so that a long reference leaves room for the rest. */
const MOST_PART_BYTES = 64
const MOST_PATTERN_CHARACTERS = 200
/** Numbers to try on a taken name before the id is used. */
const MOST_NUMBER = 9

const TOKEN = /\{([^{}]*)\}/g

/** Throws `invalid_parameter` for an unknown placeholder, a stray brace and a name that would be no PDF's. */
export function checkPattern(pattern: string): string {
  const refuse = (message: string): never => {
    throw new ServiceError('invalid_parameter', { message, param: 'name_pattern' })
  }
  for (const [, name = ''] of pattern.matchAll(TOKEN))
    if (!isPlaceholder(name))
      refuse(
        `Unknown placeholder {${name}}. The placeholders are ${PLACEHOLDERS.map((one) => `{${one}}`).join(', ')}.`,
      )
  if (/[{}]/.test(pattern.replace(TOKEN, ''))) refuse('The pattern contains an unmatched brace.')
  if (pattern.length > MOST_PATTERN_CHARACTERS)
    refuse(`The pattern must have at most ${MOST_PATTERN_CHARACTERS} characters.`)
  if (!/.\.pdf$/i.test(pattern)) refuse('The pattern must end with .pdf.')
  return pattern
}

/**
 * The names to try, best first: as the pattern says, then numbered, last with the end of `id`, which is unique.
 * Decision: letters and digits of every script stay; whatever else a file system, a shell or an eye could take for
 * something else (separators, controls, direction marks, pictures) becomes an underscore.
 */
export function fileNames(pattern: string, facts: NameFacts, id: string): readonly string[] {
  const stem = pattern
    .replace(/\.pdf$/i, '')
    .replace(TOKEN, (_, name: Placeholder) => cut(safe(facts[name] ?? `no-${name}`), MOST_PART_BYTES))
  const numbers = Array.from({ length: MOST_NUMBER - 1 }, (_, at) => `-${at + 2}`)
  return ['', ...numbers, `-${id.slice(-12)}`].map((suffix) => named(stem, suffix))
}

/** The ticket of a file, beside it. */
export function ticketName(fileName: string): string {
  return fileName.replace(/\.pdf$/, '.json')
}

/** Equal for names that Windows and macOS take for one another. */
export function nameKey(fileName: string): string {
  return fileName.normalize('NFKC').toLowerCase().normalize('NFKC')
}

function named(stem: string, suffix: string): string {
  // A ticket's ending is one character longer.
  const room = MOST_NAME_BYTES - utf8Length(`${suffix}.json`)
  const bare = cut(safe(stem), room - 1).replace(/^[. ]+|[. ]+$/g, '')
  // A leading hyphen is an option to many programs.
  const plain = bare === '' ? 'print' : bare.replace(/^-/, '_')
  return `${isReserved(plain) ? `_${plain}` : plain}${suffix}.pdf`
}

function safe(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} ._+=@()-]+/gu, '_')
      .replace(/ {2,}/g, ' ')
      // Two dots lead out of a folder, where somebody joins names to paths.
      .replace(/\.{2,}/g, '.')
  )
}

/** The beginning of a text that takes at most so many bytes, cut between two characters as a person sees them. */
function cut(text: string, mostBytes: number): string {
  let kept = ''
  let bytes = 0
  for (const grapheme of graphemesOf(text)) {
    bytes += utf8Length(grapheme)
    if (bytes > mostBytes) break
    kept += grapheme
  }
  return kept
}

function isPlaceholder(name: string): boolean {
  return PLACEHOLDERS.some((known) => known === name)
}
