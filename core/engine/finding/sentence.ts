/** Titles and sentences of findings in each language, composed from the ICU messages in words/. */
import { IntlMessageFormat } from 'intl-messageformat'
import type { Finding } from './finding.ts'
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

type Words = typeof en
type ReportWord = keyof Words['report']
type Values = Readonly<Record<string, string | number>>

const WORDS: Readonly<Record<Language, Words>> = { en, de: de satisfies Omit<Words, 'term'> as Words }
/** British English: no comma before the last item of a list, and `colour`. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** The language that a BCP 47 tag asks for (`de-AT`, also `de_AT`); others get English. */
export function languageOf(locale: string): Language {
  return LANGUAGES.find((one) => one === locale.split(/[-_]/)[0]?.toLowerCase()) ?? 'en'
}

/** A finding of this version, or one that an earlier version stored with its English sentence. */
export type StoredFinding = Omit<Finding, 'code'> & { readonly code: string; readonly message?: string }

export function findingTitle(code: string, language: Language = 'en'): string {
  return entryOf(WORDS[language].title, code) ?? code.replaceAll('_', ' ')
}

/** The profile's name in the words of a printer. */
export function profileTitle(name: string, language: Language = 'en'): string {
  return entryOf(WORDS[language].profile, name) ?? name
}

export function findingMessage(finding: StoredFinding, language: Language = 'en'): string {
  return sentenceOf(finding, language) ?? finding.message ?? `${findingTitle(finding.code, language)}.`
}

/** Null if the sentence does not exist, or if the finding lacks a value that it names. */
export function sentenceOf(finding: StoredFinding, language: Language): string | null {
  const message = entryOf(WORDS[language].message, finding.says ?? finding.code)
  if (message === undefined) return null
  try {
    return formatMessage(message, valuesOf(finding, language), language)
  } catch {
    return null
  }
}

/** Words around findings: headings, counts and places. */
export function reportWord(word: ReportWord, language: Language, values: Values = {}): string {
  return formatMessage(WORDS[language].report[word], values, language)
}

const formats = new Map<string, IntlMessageFormat>()

/** A message in ICU syntax with its values. Throws where a value is missing. */
export function formatMessage(message: string, values: Values, language: Language): string {
  const key = `${language} ${message}`
  let known = formats.get(key)
  if (known === undefined) {
    known = new IntlMessageFormat(message, LOCALES[language], undefined, { ignoreTag: true })
    formats.set(key, known)
  }
  return String(known.format(values))
}

function valuesOf(finding: StoredFinding, language: Language): Record<string, string | number> {
  const { page, count = 1, found, expected, ink, params = {} } = finding
  const values: Record<string, string | number> = { count }
  if (page !== undefined) values.page = page + 1
  if (found !== undefined) values.found = found
  if (expected !== undefined) values.expected = expected
  if (ink !== undefined) values.ink = ink
  for (const [name, value] of Object.entries(params)) {
    if (name === 'profile') values[name] = profileTitle(String(value), language)
    else if (typeof value === 'object') values[name] = listOf(value, language)
    else values[name] = value
  }
  return values
}

function listOf(items: readonly string[], language: Language): string {
  return new Intl.ListFormat(LOCALES[language]).format(items.map((item) => termOf(item, language)))
}

/** A term, a term with a name behind it, a code by its title, or the item as it is. */
function termOf(item: string, language: Language): string {
  const { term, title } = WORDS[language]
  const known = entryOf(term, item) ?? entryOf(title, item)
  if (known !== undefined) return known
  const before = Object.entries(term).find(([english]) => item.startsWith(`${english} `))
  return before === undefined ? item : `${before[1]}${item.slice(before[0].length)}`
}

function entryOf(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined
}
