/** The texts of the loader itself, before the editor has loaded or if it cannot load. */
import words from './words.json' with { type: 'json' }

export type LoaderWords = (typeof words)['en']

/** `language` is a BCP 47 tag; English where it is not among them. */
export function loaderWords(language: string): LoaderWords {
  const primary = language.toLowerCase().split(/[-_]/)[0]
  return Object.entries(words).find(([one]) => one === primary)?.[1] ?? words.en
}
