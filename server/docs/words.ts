/** The words around the pages of the documentation. */
import type { DocsLanguage } from './folder.ts'

export interface DocsWords {
  readonly docs: string
  readonly skip: string
  readonly contents: string
  readonly onThisPage: string
  readonly search: string
  readonly nothingFound: string
  readonly console: string
  readonly reference: string
  readonly records: string
  readonly previous: string
  readonly next: string
  readonly otherLanguage: string
  readonly close: string
  /** Titles of the groups in docs/README.md, by their English names. */
  readonly groups: Readonly<Record<string, string>>
}

export const DOCS_WORDS: Readonly<Record<DocsLanguage, DocsWords>> = {
  en: {
    docs: 'Docs',
    skip: 'Skip to content',
    contents: 'Contents',
    onThisPage: 'On this page',
    search: 'Search',
    nothingFound: 'Nothing found',
    console: 'Console',
    reference: 'Reference',
    records: 'Records',
    previous: 'Previous',
    next: 'Next',
    otherLanguage: 'Deutsch',
    close: 'Close',
    groups: {},
  },
  de: {
    docs: 'Doku',
    skip: 'Zum Inhalt',
    contents: 'Inhalt',
    onThisPage: 'Auf dieser Seite',
    search: 'Suchen',
    nothingFound: 'Nichts gefunden',
    console: 'Konsole',
    reference: 'Referenz',
    records: 'Objekte',
    previous: 'Zurück',
    next: 'Weiter',
    otherLanguage: 'English',
    close: 'Schließen',
    groups: {
      Start: 'Start',
      Print: 'Drucken',
      Sell: 'Verkaufen',
      Operate: 'Betreiben',
      Contribute: 'Mitwirken',
    },
  },
}
