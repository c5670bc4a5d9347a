/** Finds things on a page as its reader does; each waits until there is one. */
import { type BoundFunctions, getQueriesForElement, type queries, waitFor } from '@testing-library/dom'
import { topDialog } from './dom-pieces.ts'

export type Found = BoundFunctions<typeof queries>
export type Words = string | RegExp

/** Elements whose text is not said: what can be chosen is not what the page says. */
export const UNSAID = ['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION']
/** `NodeFilter.SHOW_TEXT`. */
const TEXT_NODES = 4

export interface Finding extends Found {
  /** Until `look` neither throws nor gives false or null. */
  until<T>(look: () => T | null | false | undefined): Promise<T>
  /** What can be reached: the dialog over the page, or the whole page. */
  reachable(): Found
  /** The queries within the dialog over the page. */
  dialog(): Promise<Found>
  /** A control by its label, within what can be reached. */
  field(label: Words): Promise<HTMLElement>
  /** What such a control holds. */
  value(label: Words): Promise<string>
  /** The row of a table that has the words in it, and the queries within it. */
  row(...words: readonly string[]): Promise<Found & { readonly element: HTMLElement }>
  /** Until the words stand on the page, in whatever element. */
  see(words: Words): Promise<HTMLElement>
  /** Until they stand there no more. */
  gone(words: Words): Promise<void>
}

export function openFinding(document: Document): Finding {
  const container = document.body
  const until: Finding['until'] = (look) =>
    waitFor(
      () => {
        const seen = look()
        if (seen === null || seen === undefined || seen === false)
          throw new Error(`Not yet: ${String(look).replace(/\s+/g, ' ')}`)
        return seen
      },
      { container },
    )
  const page = getQueriesForElement(container)
  const reachable = () => getQueriesForElement(topDialog(document) ?? container)
  const field: Finding['field'] = (label) =>
    until(() => reachable().getByLabelText((content) => isLabel(content, label)))
  return {
    ...page,
    until,
    reachable,
    field,
    value: async (label) => ((await field(label)) as HTMLInputElement).value,
    dialog: () => until(() => topDialog(document)).then((dialog) => getQueriesForElement(dialog)),
    row: (...words) =>
      until(() => {
        const rows = page
          .getAllByRole('row')
          .filter(({ textContent }) => words.every((one) => textContent.includes(one)))
        if (rows.length > 1) throw new Error(`${rows.length} rows have ${words.join(', ')}.`)
        const [element] = rows
        return element === undefined ? null : { ...getQueriesForElement(element), element }
      }),
    see: (words) =>
      until(() => {
        const found = saying(container, words)
        if (found === null) throw new Error(`Nothing on the page says ${words}.`)
        return found
      }),
    gone: async (words) => {
      await until(() => {
        if (saying(container, words) === null) return true
        throw new Error(`The page still says ${words}.`)
      })
    },
  }
}

/** The first element with this text of its own, as `queryAllByText` has it, which looks at each element by CSS. */
function saying(container: Element, words: Words): HTMLElement | null {
  const texts = container.ownerDocument.createTreeWalker(container, TEXT_NODES)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement as HTMLElement
    if (UNSAID.includes(parent.nodeName)) continue
    const own = ownText(parent)
    if (typeof words === 'string' ? own === words : own.search(words) >= 0) return parent
  }
  return null
}

function ownText(element: Element): string {
  const texts = [...element.childNodes].filter(({ nodeType, TEXT_NODE }) => nodeType === TEXT_NODE)
  return texts
    .map(({ nodeValue }) => nodeValue)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The star of a required field is for the eye alone. */
function isLabel(content: string, label: Words): boolean {
  const text = content.replace(/\s*\*$/, '')
  return typeof label === 'string' ? label === text || label === content : label.test(text)
}
