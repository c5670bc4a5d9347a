/** Translates the service's messages by their code; without a translation, they stay English. */
import { type Language, loadedWords, messageOf, phraseIn, useLanguage } from '../words.ts'
import type { ServiceWords } from './sections.ts'

/** The numbers or names that decide, where the service gives them. */
export interface SaidFacts {
  readonly found?: string | number | null | undefined
  readonly expected?: string | number | null | undefined
}

export interface SaidBy extends SaidFacts {
  readonly code: string | null
  readonly message: string
}

/** Codes that leave open what exactly is meant: what the service says of it stands behind. */
const OPEN: ReadonlySet<string> = new Set([
  ...['invalid_request', 'invalid_json', 'missing_parameter', 'invalid_parameter', 'unknown_parameter'],
  ...['invalid_csv', 'invalid_font', 'invalid_scene', 'invalid_value', 'unknown_field', 'too_many_fields'],
  ...['invalid_colors', 'invalid_assignments', 'invalid_substrate', 'values_not_printable'],
  'fill_not_printable',
  'invalid_forbidden_words',
])

export function said(language: Language, { code, message, ...facts }: SaidBy): string {
  if (code === null) return message
  return serviceText(language, code, message, facts) ?? message
}

/** For what is drawn as text alone. */
export function useSaid(): (one: SaidBy) => string {
  const language = useLanguage()
  return (one) => said(language, one)
}

/** Null for a code that the language has no words for; English has none, for the service speaks it. */
export function serviceText(
  language: Language,
  code: string,
  message: string,
  facts: SaidFacts = {},
): string | null {
  const words = loadedWords<ServiceWords>(language, 'service')
  if (words === null) return null
  const { errors, problems, folders, sending } = words
  const problem = messageOf(problems, code)
  if (problem !== undefined) {
    const values = valuesOf(language, problem, facts)
    return values === null
      ? (messageOf(problems, `${code}_plain`) ?? problem)
      : phraseIn(language, problem, values)
  }
  const text = [errors, folders, sending].flatMap((group) => messageOf(group, code) ?? [])[0]
  if (text === undefined) return null
  return OPEN.has(code) && message !== '' ? phraseIn(language, words.quoted, { text, message }) : text
}

/** Null where the service does not give what the message names. */
function valuesOf(
  language: Language,
  message: string,
  { found, expected }: SaidFacts,
): Record<string, string> | null {
  if (found === undefined || found === null || found === '') return null
  if (message.includes('{expected}') && (expected === undefined || expected === null)) return null
  const written = (value: string | number | null | undefined) =>
    typeof value === 'number' ? value.toLocaleString(language, { maximumFractionDigits: 2 }) : (value ?? '')
  return { found: written(found), expected: written(expected) }
}
