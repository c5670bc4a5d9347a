/** The contents of the documentation: groups of pages, in the order in which docs/README.md links them. */
import type { Token, Tokens } from 'marked'

export interface Chapter {
  readonly file: string
  readonly title: string
}

export interface Group {
  readonly title: string
  readonly chapters: readonly Chapter[]
}

/** Each heading of the second order is a group; the links of the lists below it are its pages. */
export function readContents(tokens: readonly Token[]): readonly Group[] {
  const groups: { title: string; chapters: Chapter[] }[] = []
  for (const token of tokens) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === 2)
      groups.push({ title: (token as Tokens.Heading).text, chapters: [] })
    if (token.type !== 'list') continue
    for (const [, title = '', file = ''] of token.raw.matchAll(/\[([^[\]]+)\]\(([^()#]+\.md)\)/g))
      groups.at(-1)?.chapters.push({ file, title })
  }
  return groups
}
