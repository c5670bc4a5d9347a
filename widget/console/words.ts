/** The languages of the console: which one is spoken, and how a page picks its words. */
import { useEffect, useReducer } from 'preact/hooks'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** What a German word may be where English has this: any text, any function of the same facts, group by group. */
export type WordsLike<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...facts: infer F) => string
      ? (...facts: F) => string
      : WordsLike<T[K]>
}

const listeners = new Set<() => void>()
let spoken: Language = nearest(navigator.languages)

/** The user's choice, or null for what the browser prefers. */
export function setLanguage(chosen: string | null): void {
  spoken = nearest(chosen === null ? navigator.languages : [chosen])
  document.documentElement.lang = spoken
  for (const listener of [...listeners]) listener()
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

/** A section gives its words in both languages, and gets those that are spoken. */
export function useWords<T>(words: { readonly en: T; readonly de: WordsLike<T> }): T {
  return useLanguage() === 'de' ? (words.de as T) : words.en
}

function nearest(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((one) => one === tag.toLowerCase().split(/[-_]/)[0])
    if (found !== undefined) return found
  }
  return 'en'
}
