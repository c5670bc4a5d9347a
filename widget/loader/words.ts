/** The few words that the loader itself says, before the editor is there or where it cannot come. */
import words from './words.json' with { type: 'json' }

export type LoaderWords = (typeof words)['en']

/** `language` is a BCP 47 tag; English where it is not among them. */
export function loaderWords(language: string): LoaderWords {
  const primary = language.toLowerCase().split(/[-_]/)[0]
  return Object.entries(words).find(([one]) => one === primary)?.[1] ?? words.en
}
