/** The languages of the editor: the language for a page's `lang`, and its messages, loaded on demand. */
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
 * Formats an ICU message. Decision: only `{name}` and plurals without anything nested. A library for all of ICU would add
 * half of the editor's weight on every phone.
 */
export type Say = (key: MessageKey, facts?: Readonly<Record<string, string | number>>) => string

export interface Words {
  readonly language: Language
  readonly direction: 'ltr' | 'rtl'
  readonly say: Say
}

/** `{count, plural, one {# character} other {# characters}}` */
const PLURAL = /\{(\w+), plural,((?: \w+ \{[^{}]*\})+)\}/g

/** `overrides` are a shop's own words. Rejects where the file of the language cannot be loaded. */
export async function loadWords(tag: string, overrides: Partial<Messages> = {}): Promise<Words> {
  const language = languageOf(tag)
  const file: { readonly default: Messages } = await import(`./${language}.json`, { with: { type: 'json' } })
  const messages = file.default
  const numbers = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    say(key, facts = {}) {
      const text = overrides[key] ?? messages[key]
      const chosen = text.replace(PLURAL, (whole, name: string, forms: string) => {
        const count = facts[name]
        if (typeof count !== 'number') return whole
        const form = (category: string) => new RegExp(` ${category} \\{([^}]*)\\}`).exec(forms)?.[1]
        return (form(plurals.select(count)) ?? form('other') ?? '').replace('#', numbers.format(count))
      })
      return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const fact = facts[name]
        if (fact === undefined) return whole
        return typeof fact === 'number' ? numbers.format(fact) : fact
      })
    },
  }
}
