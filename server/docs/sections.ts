/** The parts of a page that a search finds: what stands under a heading, and each row that can be linked. */
import type { Token, Tokens } from 'marked'

export interface Section {
  /** '' for the beginning of the page. */
  readonly id: string
  readonly title: string
  readonly text: string
}

const LONGEST = 320

/** `ids` are those of the page's headings, in their order. */
export function sectionsOf(
  tokens: readonly Token[],
  title: string,
  headings: readonly { readonly id: string; readonly text: string }[],
  rowId: (cell: string) => string | null,
): readonly Section[] {
  const sections: Section[] = []
  let open: { id: string; title: string; text: string } = { id: '', title, text: '' }
  let at = 0
  for (const token of tokens) {
    if (token.type === 'heading') {
      if ((token as Tokens.Heading).depth === 1) continue
      sections.push(open)
      const heading = headings[at++]
      open = { id: heading?.id ?? '', title: heading?.text ?? '', text: '' }
    } else if (token.type === 'table') {
      for (const row of (token as Tokens.Table).rows) {
        const id = rowId(row[0]?.text ?? '')
        const words = plainText(row.map((cell) => cell.text).join(' '))
        if (id === null) open.text += `${words} `
        else
          sections.push({
            id,
            title: id,
            text: plainText(
              row
                .slice(1)
                .map((cell) => cell.text)
                .join(' '),
            ),
          })
      }
    } else open.text += `${plainText(token.raw)} `
  }
  sections.push(open)
  return sections.map((section) => ({ ...section, text: section.text.trim().slice(0, LONGEST) }))
}

/** Without the marks of Markdown. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[`*]|^[#>|-]+ ?/gm, '')
    .replace(/\\([|_*])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
