/** Markdown to a page: headings with anchors, tables whose rows can be linked, code in tabs, links among pages. */
import { Marked, type Token, type Tokens } from 'marked'
import { type Html, html } from '../pages/html.ts'
import { type Addresses, codeBlock, codeMarkup } from './code-block.ts'
import { pathOf } from './folder.ts'
import { plainText } from './sections.ts'

export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

export interface Rendered {
  readonly body: Html
  readonly headings: readonly Heading[]
}

export interface MarkdownOptions extends Addresses {
  /** The file below docs/, to which its links are relative. */
  readonly file: string
  /** What a page of these docs is linked by, with the language that was asked for. */
  readonly hrefOf: (path: string) => string
}

export function lexMarkdown(text: string): readonly Token[] {
  // Markers around what is generated are for `npm run readme`.
  // An address in running text is an example, and no link.
  const marked = new Marked({ tokenizer: { url: () => undefined } })
  return marked.lexer(text.replace(/^<!--.*?-->\n?/gms, ''))
}

/** The heading of the first order is the page's title, and left out. */
export function renderMarkdown(tokens: readonly Token[], options: MarkdownOptions): Rendered {
  const headings: Heading[] = []
  const ids = createIds()
  const marked = new Marked({
    renderer: {
      heading({ tokens: inner, depth, text }) {
        const id = ids.claim(slugOf(plainText(text)))
        headings.push({ id, text: plainText(text), depth })
        const words = this.parser.parseInline(inner)
        return `<h${depth} id="${id}">${words}<a class="anchor" href="#${id}" aria-label="${escapeAttribute(`Link to ${plainText(text)}`)}"></a></h${depth}>\n`
      },
      code({ text, lang = '' }) {
        return codeMarkup([codeBlock(text, lang, options)]).markup
      },
      html({ text }) {
        return html`${text}`.markup
      },
      link({ href, tokens: inner }) {
        const words = this.parser.parseInline(inner)
        const target = targetOf(href, options)
        return target === null
          ? `<span class="elsewhere" title="${escapeAttribute(href)}">${words}</span>`
          : `<a href="${escapeAttribute(target)}">${words}</a>`
      },
      image({ href, text }) {
        const source = targetOf(href, options) ?? href
        return html`<img src="${source}" alt="${text}" loading="lazy">`.markup
      },
      table({ header, rows }) {
        const heads = header.map((cell) => plainText(cell.text))
        const line = (cells: Tokens.TableCell[]) => {
          const id = anchorOf(cells[0]?.text ?? '')
          const own = id === null ? '' : ` id="${ids.claim(id)}"`
          const words = cells.map((cell, at) => {
            const inner = this.parser.parseInline(cell.tokens)
            return at === 0
              ? `<th scope="row">${inner}</th>`
              : `<td data-label="${escapeAttribute(heads[at] ?? '')}">${inner}</td>`
          })
          return `<tr${own}>${words.join('')}</tr>\n`
        }
        const head = header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`)
        return `<table><thead><tr>${head.join('')}</tr></thead><tbody>\n${rows.map(line).join('')}</tbody></table>\n`
      },
    },
    extensions: [
      {
        name: 'tabs',
        renderer: ({ blocks }) =>
          codeMarkup((blocks as Tokens.Code[]).map(({ text, lang = '' }) => codeBlock(text, lang, options)))
            .markup,
      },
    ],
  })
  const body = tokens.filter((token) => token.type !== 'heading' || token.depth !== 1)
  return { body: { markup: marked.parser(withTabs(body)) }, headings }
}

/** Blocks of code that follow one another, each with a tab of its own, become one. */
function withTabs(tokens: readonly Token[]): Token[] {
  const out: Token[] = []
  for (const token of tokens) {
    const last = out.at(-1)
    if (token.type === 'space' && last?.type === 'tabs') continue
    if (token.type !== 'code' || !/^\S+ \S/.test(token.lang ?? '')) out.push(token)
    else if (last?.type === 'tabs') (last as Tokens.Generic).blocks.push(token)
    else out.push({ type: 'tabs', raw: '', blocks: [token] })
  }
  return out
}

/** Null for a file of the checkout that is not a page. */
function targetOf(href: string, { file, hrefOf }: MarkdownOptions): string | null {
  if (/^(?:[a-z]+:|#)/.test(href)) return href
  if (href.startsWith('/')) return hrefOf(href)
  const { pathname, hash } = new URL(href, `file:///docs/${file}`)
  if (pathname === '/CHANGELOG.md') return `/docs/changelog${hash}`
  if (!pathname.startsWith('/docs/')) return null
  const target = pathname.slice('/docs/'.length)
  return target.endsWith('.md') ? `${hrefOf(pathOf(target))}${hash}` : `/docs/${target}`
}

/** A row is linked by its first cell where that is one code: an error, a setting, a check. */
export function anchorOf(cell: string): string | null {
  return /^`([\w.]+)`$/.exec(cell.trim())?.[1] ?? null
}

/** As GitHub makes them, so that a link holds in both places. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

function createIds() {
  const taken = new Set(['main', 'contents', 'search'])
  return {
    claim(wanted: string): string {
      let id = wanted
      for (let count = 1; taken.has(id); count++) id = `${wanted}-${count}`
      taken.add(id)
      return id
    },
  }
}

function escapeAttribute(text: string): string {
  return html`${text}`.markup
}
