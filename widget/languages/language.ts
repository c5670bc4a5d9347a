/** The languages of the editor: which one a page's `lang` means, and its words, loaded when they are needed. */
import type { MessageKey, Messages } from './en.ts'

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ja', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** The nearest language that the editor speaks to a BCP 47 tag; English where none is near. */
export function languageOf(tag: string): Language {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''
  return LANGUAGES.find((language) => language === primary) ?? 'en'
}

/** Each is a file of its own, so that a shopper loads one. */
const LOAD: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
}

/** Says a message with its placeholders filled; numbers are written as the language does. */
export type Say = (key: MessageKey, facts?: Readonly<Record<string, string | number>>) => string

export interface Words {
  readonly language: Language
  readonly direction: 'ltr' | 'rtl'
  readonly say: Say
}

/** `overrides` are a shop's own words. Rejects where the file of the language cannot be loaded. */
export async function loadWords(tag: string, overrides: Partial<Messages> = {}): Promise<Words> {
  const language = languageOf(tag)
  const { messages } = await LOAD[language]()
  const numbers = new Intl.NumberFormat(language)
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    say(key, facts = {}) {
      const text = overrides[key] ?? messages[key]
      return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const fact = facts[name]
        if (fact === undefined) return whole
        return typeof fact === 'number' ? numbers.format(fact) : fact
      })
    },
  }
}
