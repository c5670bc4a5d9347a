/** The languages that shops write in, by their names in the language of the console. */

import { namesOf } from '../browser-apis.ts'

/** Offered beside those that are in use already: the languages of most shops. */
const LANGUAGES = [
  ...['ar', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'he', 'hi', 'hu', 'it', 'ja', 'ko', 'nb', 'nl'],
  ...['pl', 'pt', 'ro', 'ru', 'sv', 'th', 'tr', 'uk', 'vi', 'zh'],
]

export interface NamedLanguage {
  /** BCP 47. */
  readonly tag: string
  readonly name: string
}

/** `used` are the tags that stand already. */
export function namedLanguages(
  inLanguage: string,
  used: readonly string[],
  offered: readonly string[] = LANGUAGES,
): readonly NamedLanguage[] {
  const nameOf = namesOf(inLanguage, 'language')
  return [...new Set([...offered, ...used])]
    .map((tag) => ({ tag, name: nameOf(tag) }))
    .sort((a, b) => a.name.localeCompare(b.name, inLanguage))
}
