/** The languages of the editor: which one a page's `lang` means, and its words, loaded when they are needed. */
import type english from './en.json'

export type MessageKey = keyof typeof english
export type Messages = Readonly<Record<MessageKey, string>>

/** Each language is a file beside this one, so that a customer loads only one. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ja', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** The nearest language that the editor speaks to a BCP 47 tag; English where none is near. */
export function languageOf(tag: string): Language {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''
  return LANGUAGES.find((language) => language === primary) ?? 'en'
}

/**
 * Says a message with its placeholders filled; numbers are written as the language does. Decision: placeholders
 * alone and no plurals, for a library of ICU messages would add half of its weight to the editor on every phone.
 */
export type Say = (key: MessageKey, facts?: Readonly<Record<string, string | number>>) => string

export interface Words {
  readonly language: Language
  readonly direction: 'ltr' | 'rtl'
  readonly say: Say
}

/** `overrides` are a shop's own words. Rejects where the file of the language cannot be loaded. */
export async function loadWords(tag: string, overrides: Partial<Messages> = {}): Promise<Words> {
  const language = languageOf(tag)
  const file: { readonly default: Messages } = await import(`./${language}.json`, { with: { type: 'json' } })
  const messages = file.default
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
