/** The language of the console, its words, which are loaded with the section that shows them, and how a message gets its values. */
import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat'
import { useEffect, useReducer } from 'preact/hooks'
import english from './words/en/shared.json' with { type: 'json' }
import type { ServiceWordsName, Words, WordsName } from './words/sections.ts'

export type { Words, WordsName } from './words/sections.ts'

/** Each has a folder of its name beside this file, with the files of `words/en/`. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }
/** How numbers and dates are written. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

const listeners = new Set<() => void>()
// English shared words come with the page, so that it can say at least that something could not be loaded.
const loaded = new Map<string, unknown>([['en/shared', english]])
const wanted = new Set<WordsName>(['shared'])
const formats = new Map<string, IntlMessageFormat>()
let spoken: Language = 'en'
let asked: Language = 'en'

/** The user's choice, or null for the browser's language. Where its words cannot be loaded, the language stays. */
export async function setLanguage(chosen: string | null): Promise<void> {
  const language = nearest(chosen === null ? navigator.languages : [chosen])
  asked = language
  try {
    await Promise.all([loadFiles(language, [...wanted]), loadServiceWords(language)])
  } catch {
    return
  }
  // A later choice may have been made while this one was loaded.
  if (asked !== language) return
  spoken = language
  document.documentElement.lang = spoken
  for (const listener of [...listeners]) listener()
}

/** Rejects where the words cannot be loaded. */
export async function loadWords(names: readonly WordsName[]): Promise<void> {
  for (const name of names) wanted.add(name)
  let language: Language
  do {
    language = asked
    await loadFiles(language, names)
  } while (language !== asked)
  if (spoken !== asked) await loadFiles(spoken, names)
}

/** Translations of the service's own words. */
export async function loadServiceWords(language: Language): Promise<void> {
  if (language !== 'en') await loadFiles(language, ['service'])
}

export function language(): Language {
  return spoken
}

export function useLanguage(): Language {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const listener = () => redraw(undefined)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
  return spoken
}

/** The words of a section in the spoken language; the section has loaded them. */
export function useWords<Name extends WordsName>(name: Name): Words<Name> {
  const words = loaded.get(`${useLanguage()}/${name}`)
  if (words === undefined) throw new Error(`The words of ${name} are shown before they are loaded.`)
  return words as Words<Name>
}

/** Null where the language has no such file, or it is not loaded. */
export function loadedWords<T>(language: Language, name: WordsName | ServiceWordsName): T | null {
  return (loaded.get(`${language}/${name}`) as T | undefined) ?? null
}

export type Values = Readonly<Record<string, PrimitiveType>>

/** A message in ICU syntax with its values. Throws where one is missing. */
export function phrase(message: string, values: Values = {}): string {
  return phraseIn(spoken, message, values)
}

export function phraseIn(language: Language, message: string, values: Values = {}): string {
  const key = `${language} ${message}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new IntlMessageFormat(message, LOCALES[language], undefined, { ignoreTag: true })
    formats.set(key, format)
  }
  return String(format.format(values))
}

/** The message of a code that the service sent; undefined where there is none. */
export function messageOf(group: object, code: string): string | undefined {
  return Object.entries(group).find(([one]) => one === code)?.[1]
}

async function loadFiles(
  language: Language,
  names: readonly (WordsName | ServiceWordsName)[],
): Promise<void> {
  const missing = names.filter((name) => !loaded.has(`${language}/${name}`))
  await Promise.all(
    missing.map(async (name) => {
      const file: { readonly default: unknown } = await import(`./words/${language}/${name}.json`, {
        with: { type: 'json' },
      })
      loaded.set(`${language}/${name}`, file.default)
    }),
  )
}

function nearest(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = LANGUAGES.find((one) => one === tag.toLowerCase().split(/[-_]/)[0])
    if (found !== undefined) return found
  }
  return 'en'
}
