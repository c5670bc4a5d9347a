/** The book: the pages of docs/ and of the reference by their path, their order, and what a search finds in them. */
import type { Token, Tokens } from 'marked'
import type { Html } from '../pages/html.ts'
import type { Addresses } from './code-block.ts'
import { type Group, readContents } from './contents.ts'
import { CHANGELOG, type DocsFolder, type DocsLanguage, pathOf } from './folder.ts'
import { anchorOf, type Heading, lexMarkdown, renderMarkdown } from './markdown.ts'
import { type Document, type ReferencePage, referencePages } from './reference.ts'
import { plainText, type Section, sectionsOf } from './sections.ts'

export interface BookPage {
  readonly path: string
  readonly title: string
  /** Language of the text: English without a translation. */
  readonly language: DocsLanguage
  readonly hasTranslation: boolean
  readonly body: Html
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

export interface Book {
  readonly groups: readonly Group[]
  /** The first is the overview. */
  reference(): readonly ReferencePage[]
  has(path: string): boolean
  /** `hrefOf` writes the links among pages. Throws where there is no such page. */
  page(path: string, language: DocsLanguage, hrefOf: (path: string) => string): BookPage
  /** The title of a page as the contents name it. */
  titleOf(file: string, language: DocsLanguage): string | null
  /** Each section as address, page and title, words. */
  index(
    language: DocsLanguage,
  ): readonly (readonly [href: string, page: string, title: string, text: string])[]
}

interface Source {
  readonly tokens: readonly Token[]
  readonly title: string
}

export interface BookParts extends Addresses {
  readonly folder: DocsFolder
  /** The OpenAPI document. */
  readonly describe: () => Readonly<Record<string, unknown>>
}

export function createBook({ folder, describe, baseUrl, widgetUrl }: BookParts): Book {
  const sources = new Map<string, Partial<Record<DocsLanguage, Source>>>()
  for (const [file, texts] of folder.texts) {
    const read: Partial<Record<DocsLanguage, Source>> = {}
    for (const [language, text] of Object.entries(texts)) read[language as DocsLanguage] = readSource(text)
    sources.set(file, read)
  }
  const files = new Map([...folder.texts.keys()].map((file) => [pathOf(file), file]))
  const home = sources.get('README.md')?.en
  if (home === undefined) throw new Error('docs/README.md is missing.')
  const groups = readContents(home.tokens).map((group) => ({
    ...group,
    // Pages that are missing in this checkout are not listed.
    chapters: group.chapters.filter(({ file }) => sources.has(file)),
  }))
  let reference: readonly ReferencePage[] | null = null
  const referenceOf = () => {
    reference ??= referencePages(describe() as unknown as Document)
    return reference
  }

  const page: Book['page'] = (path, language, hrefOf) => {
    const file = files.get(path)
    if (file === undefined) {
      const found = referenceOf().find((one) => one.path === path)
      if (found === undefined) throw new Error(`There is no page at ${path}.`)
      return { ...found, language: 'en', hasTranslation: false }
    }
    const texts = sources.get(file)
    const written = texts?.[language] === undefined ? 'en' : language
    const source = texts?.[written]
    if (source === undefined) throw new Error(`docs/${file} is written in no English.`)
    const options = { file: file === CHANGELOG ? '../CHANGELOG.md' : file, hrefOf, baseUrl, widgetUrl }
    const { body, headings } = renderMarkdown(source.tokens, options)
    return {
      ...{ path, title: source.title, language: written, body, headings },
      hasTranslation: texts?.de !== undefined,
      sections: sectionsOf(source.tokens, source.title, headings, anchorOf),
    }
  }

  return {
    groups,
    reference: referenceOf,
    has: (path) => files.has(path) || referenceOf().some((one) => one.path === path),
    page,
    titleOf: (file, language) => (language === 'en' ? null : (sources.get(file)?.[language]?.title ?? null)),
    index(language) {
      const paths = [...files.keys(), ...referenceOf().map(({ path }) => path)]
      return paths.flatMap((path) => {
        const found = page(path, language, (one) => one)
        return found.sections.map(
          ({ id, title, text }) => [id === '' ? path : `${path}#${id}`, found.title, title, text] as const,
        )
      })
    },
  }
}

function readSource(text: string): Source {
  const tokens = lexMarkdown(text)
  const heading = tokens.find((token) => token.type === 'heading') as Tokens.Heading | undefined
  return { tokens, title: plainText(heading?.text ?? '') }
}
