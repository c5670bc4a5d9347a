/** Blocks of code: one, or several that say the same in several languages, as tabs. */
import { type Html, html } from '../pages/html.ts'
import { highlight } from './highlight.ts'

export interface CodeBlock {
  readonly code: string
  readonly language: string
  /** Title of its tab; '' for a single block. */
  readonly tab: string
}

/** Placeholders in the sources for the addresses of this installation. */
export interface Addresses {
  readonly baseUrl: string
  readonly widgetUrl: string
}

const SAMPLE_BASE = 'http://localhost:3000'
const SAMPLE_WIDGET = 'https://print.example'

/** Two words after the fence are the language and the tab: `ts TypeScript`. */
export function codeBlock(text: string, info: string, { baseUrl, widgetUrl }: Addresses): CodeBlock {
  const [, language = '', tab = ''] = /^(\S*)\s*(.*)$/.exec(info.trim()) ?? []
  const code = text.replaceAll(SAMPLE_BASE, baseUrl).replaceAll(SAMPLE_WIDGET, widgetUrl)
  return { code, language, tab }
}

/** The script of the page turns a group into tabs; without it, the blocks stand one below the other. */
export function codeMarkup(blocks: readonly CodeBlock[]): Html {
  if (blocks.length === 1 && blocks[0]?.tab === '') return blockMarkup(blocks[0])
  const panels = blocks.map(
    (block) => html`<div class="tab" data-tab="${block.tab}"><p class="tab-name">${block.tab}</p>
${blockMarkup(block)}</div>`,
  )
  return html`<div class="tabs">${panels}</div>`
}

function blockMarkup({ code, language }: CodeBlock): Html {
  return html`<div class="code"><pre tabindex="0"><code data-language="${language}">${highlight(code, language)}</code></pre></div>
`
}
