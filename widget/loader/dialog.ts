/** The modal dialog in the shop's page: it holds the frame and the focus, and returns the focus. */
import { dress } from './style.ts'
import { type LoaderWords, loaderWords } from './words.ts'

export type DialogContent = 'loading' | 'frame' | 'notice' | 'failed'

export interface Dialog {
  /** Frames are added once and stay, because moving one would reload it. */
  readonly frames: HTMLElement
  readonly isOpen: boolean
  open(frame: HTMLIFrameElement, language: string): void
  show(what: DialogContent): void
  close(): void
}

export interface DialogParts {
  /** Escape, or the dialog's own way out. */
  onClose(): void
  onRetry(): void
  /** The focus has come to the frame's edge. */
  onEdge(edge: 'start' | 'end'): void
}

export function createDialog({ onClose, onRetry, onEdge }: DialogParts): Dialog {
  const host = document.createElement('div')
  // Out of the page's flow, whatever its rules for the last or an empty element of its body.
  for (const [name, value] of [
    ['display', 'block'],
    ['position', 'absolute'],
    ['width', '0'],
    ['height', '0'],
  ] as const)
    host.style.setProperty(name, value, 'important')
  const root = host.attachShadow({ mode: 'open' })
  dress(root)

  const make = <K extends keyof HTMLElementTagNameMap>(tag: K, className = '') => {
    const element = document.createElement(tag)
    element.className = className
    return element
  }
  const edge = (name: 'start' | 'end') => {
    const element = make('div', 'edge')
    element.tabIndex = 0
    element.setAttribute('aria-hidden', 'true')
    // Coming round the end leads to the start, and the other way about.
    element.addEventListener('focus', () => onEdge(name === 'start' ? 'end' : 'start'))
    return element
  }
  const dialog = make('dialog')
  const panel = make('div', 'panel')
  const said = make('p')
  said.setAttribute('role', 'status')
  const again = make('button')
  const close = make('button', 'close')
  const frames = make('div')
  const edges = [edge('start'), edge('end')] as const
  again.addEventListener('click', onRetry)
  close.addEventListener('click', onClose)
  close.textContent = '×'
  panel.append(said, again)
  dialog.append(edges[0], frames, panel, close, edges[1])
  root.append(dialog)
  document.body.append(host)

  let words: LoaderWords = loaderWords('en')
  let shownFrame: HTMLIFrameElement | null = null
  let release = () => {}

  const show = (what: DialogContent): void => {
    const ready = what === 'frame' || what === 'notice'
    panel.hidden = ready
    again.hidden = what !== 'failed'
    close.hidden = what === 'frame'
    said.textContent = what === 'failed' ? words.failed : what === 'loading' ? words.loading : ''
    for (const one of edges) one.hidden = what !== 'frame'
    for (const frame of frames.querySelectorAll('iframe')) frame.hidden = !(ready && frame === shownFrame)
    if (!dialog.open) return
    if (ready) shownFrame?.focus()
    else if (what === 'failed') again.focus()
    else close.focus()
  }
  // Escape, on whichever platform; the editor's own Escape comes as a message.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onClose()
  })
  return {
    frames,
    get isOpen() {
      return dialog.open
    },
    show,
    open(frame, language) {
      words = loaderWords(language)
      shownFrame = frame
      frame.title = words.title
      again.textContent = words.again
      dialog.setAttribute('aria-label', words.title)
      close.setAttribute('aria-label', words.close)
      // The edges take no focus before there is something between them.
      show('loading')
      if (dialog.open) return
      const before = document.activeElement
      const unlock = lockScroll()
      dialog.showModal()
      release = () => {
        unlock()
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      }
    },
    close() {
      if (!dialog.open) return
      dialog.close()
      release()
    },
  }
}

/** The page behind stays where it is, and as wide as it is. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const bar = innerWidth - clientWidth
  const before = [style.overflow, style.paddingRight, style.scrollbarGutter] as const
  if (bar > 0) {
    if (CSS.supports('scrollbar-gutter', 'stable')) style.scrollbarGutter = 'stable'
    else style.paddingRight = `${bar}px`
  }
  style.overflow = 'hidden'
  return () => {
    ;[style.overflow, style.paddingRight, style.scrollbarGutter] = before
  }
}
