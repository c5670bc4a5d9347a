/**
 * What browsers have and jsdom has not, as far as the console uses it. None of it knows a layout: sizes are 0, nothing
 * scrolls, and a style is what the markup alone says.
 */
import type { DOMWindow } from 'jsdom'

export interface Device {
  readonly widthPx: number
  readonly dark: boolean
  readonly languages: readonly string[]
}

/** A file that the page saved, or the address of one that it let the browser fetch. */
export interface Download {
  readonly name: string
  readonly url: string
  /** Null for an address of the service. */
  readonly blob: Blob | null
}

const LOOK_MS = 50

export function addPieces(window: DOMWindow, device: Device): void {
  addDialogs(window)
  addPopovers(window)
  const { document, setInterval } = window
  Object.defineProperty(window.navigator, 'languages', { value: device.languages })
  Object.assign(window, {
    innerWidth: device.widthPx,
    matchMedia: (query: string) => ({
      matches: holds(query, device),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }),
    // Nothing is drawn, so that the next frame is the next turn.
    requestAnimationFrame: (draw: (ms: number) => void) =>
      window.setTimeout(() => draw(window.performance.now())),
    // A page looks again every few seconds, which no test waits for.
    setInterval: (look: () => void, ms: number) => setInterval(look, Math.min(ms, LOOK_MS)),
    cancelAnimationFrame: (id: number) => window.clearTimeout(id),
    getComputedStyle: (element: Element) => styleOf(element),
    scrollTo() {},
    structuredClone,
    TextDecoder,
    TextEncoder,
  })
  Object.assign(window.Element.prototype, { scrollIntoView() {}, scrollTo() {}, scrollBy() {} })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) pressEscape(window)
  })
}

/** Downloads and links away, which jsdom does not follow. */
export function watchLinks(window: DOMWindow): {
  readonly downloads: readonly Download[]
  readonly left: readonly string[]
} {
  const blobs = new Map<string, Blob>()
  const downloads: Download[] = []
  const left: string[] = []
  const download = ({ download: name, href: url }: HTMLAnchorElement) =>
    downloads.push({ name, url, blob: blobs.get(url) ?? null })
  Object.assign(window.URL, {
    createObjectURL(blob: Blob) {
      const url = `blob:${window.location.origin}/${blobs.size}`
      blobs.set(url, blob)
      return url
    },
    revokeObjectURL() {},
  })
  window.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href]') as HTMLAnchorElement | null
    if (link === null || event.defaultPrevented || link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    if (link.hasAttribute('download')) download(link)
    else left.push(link.href)
  })
  const { HTMLAnchorElement } = window
  const { click } = HTMLAnchorElement.prototype
  Object.assign(HTMLAnchorElement.prototype, {
    // The window does not hear of a link that stands nowhere.
    click(this: HTMLAnchorElement) {
      if (this.isConnected) click.call(this)
      else download(this)
    },
  })
  return { downloads, left }
}

/** The dialog over the page that was opened last, beside which nothing can be reached. */
export function topDialog(document: Document): HTMLDialogElement | null {
  return [...(open.get(document) ?? [])].at(-1) ?? null
}

const open = new WeakMap<Document, Set<HTMLDialogElement>>()
const before = new WeakMap<HTMLDialogElement, Element | null>()
const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]'

function addDialogs(window: DOMWindow): void {
  const shown = new Set<HTMLDialogElement>()
  open.set(window.document, shown)
  Object.assign(window.HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      if (this.open || !this.isConnected)
        throw new window.DOMException('It is open already, or in no page.', 'InvalidStateError')
      before.set(this, this.ownerDocument.activeElement)
      this.open = true
      shown.add(this)
      const first =
        this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector<HTMLElement>(FOCUSABLE)
      first?.focus()
    },
    close(this: HTMLDialogElement, value?: string) {
      if (!this.open) return
      this.open = false
      shown.delete(this)
      if (value !== undefined) this.returnValue = value
      const last = before.get(this)
      if (last instanceof window.HTMLElement) last.focus()
      window.setTimeout(() => this.dispatchEvent(new window.Event('close')))
    },
  })
}

function pressEscape(window: DOMWindow): void {
  const dialog = topDialog(window.document)
  if (dialog?.dispatchEvent(new window.Event('cancel', { cancelable: true }))) dialog.close()
}

const popped = new WeakSet<Element>()

function addPopovers(window: DOMWindow): void {
  Object.assign(window.HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      popped.add(this)
    },
    hidePopover(this: HTMLElement) {
      popped.delete(this)
    },
  })
}

/** Shown or not by the markup alone; looking through style sheets would take most of the time of a test. */
function styleOf(element: Element): object {
  const style = (element as HTMLElement).style
  const gone =
    element.hasAttribute('hidden') ||
    element.matches('dialog:not([open]), details:not([open]) > :not(summary)') ||
    (element.hasAttribute('popover') && !popped.has(element))
  const display = gone ? 'none' : style?.display || 'block'
  const values: Readonly<Record<string, string>> = {
    display,
    visibility: style?.visibility || 'visible',
    'pointer-events': style?.pointerEvents || 'auto',
  }
  return {
    display,
    visibility: values.visibility,
    pointerEvents: values['pointer-events'],
    getPropertyValue: (name: string) => values[name] ?? '',
  }
}

/** Of the queries that the console asks. */
function holds(query: string, { widthPx, dark }: Device): boolean {
  return query.split(' and ').every((part) => {
    const [, name = '', value = ''] = /^\(([\w-]+): ?([\w-]+)\)$/.exec(part.trim()) ?? []
    if (name === 'min-width') return widthPx >= Number.parseFloat(value)
    if (name === 'max-width') return widthPx <= Number.parseFloat(value)
    if (name === 'prefers-color-scheme') return value === (dark ? 'dark' : 'light')
    return name === 'pointer' && value === 'fine'
  })
}
