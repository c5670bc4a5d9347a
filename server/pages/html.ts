/** HTML made of templates in which every value is escaped. */

/** Markup that may stand as it is. */
export interface Html {
  readonly markup: string
}

/** What may stand in a template: text is escaped, lists are joined, null and false are nothing. */
export type Content = string | number | Html | readonly Content[] | null | false

export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  let markup = parts[0] ?? ''
  values.forEach((value, at) => {
    markup += markupOf(value) + (parts[at + 1] ?? '')
  })
  return { markup }
}

function markupOf(content: Content): string {
  if (content === null || content === false) return ''
  if (typeof content === 'string' || typeof content === 'number') return escaped(String(content))
  return 'markup' in content ? content.markup : content.map(markupOf).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Running text, in which what stands between backticks is code. */
export function prose(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
