/** `window.Platen`: opens the editor in a frame of the service, and passes on what the frame says. */
import { type FromFrame, readFromFrame, type ToFrame, type Wish } from '../messages.ts'
import { createDialog, type Dialog } from './dialog.ts'
import { createSteps } from './steps.ts'

export interface OpenOptions {
  /** A publishable key, `platen_pk_…`; not needed with a session of the shop's server. */
  readonly key?: string
  readonly product?: string
  readonly variant?: string | null
  readonly cart?: string | null
  /** A fill that is in the cart already, to go on with. */
  readonly fill?: string | null
  /** For a session that the shop's server has opened: its application. */
  readonly application?: string
  readonly session?: { readonly id: string; readonly client_secret: string }
  /** A BCP 47 tag; the page's `lang` by default. */
  readonly language?: string
}

export type Saved = Extract<FromFrame, { type: 'service:saved' }>
export type EventName = FromFrame['type'] extends `service:${infer Name}` ? Name : never
export type Listener = (event: FromFrame & { readonly trigger: Element | null }) => void

export interface Platen {
  /** Resolves with what was saved, or null where it was closed without; rejects for options that cannot work. */
  open(options: OpenOptions): Promise<Saved | null>
  close(): void
  on(name: EventName, listener: Listener): () => void
  off(name: EventName, listener: Listener): void
}

/** Hidden editors that are kept with what was typed, beside the one that is shown. */
const KEPT = 3
/** After its page has loaded the frame says something at once, unless it was kept from loading. */
const SILENCE_MS = 5_000
const PATIENCE_MS = 30_000

/** The dialog's view of a frame, by its progress. */
const SHOWN = {
  loading: 'loading',
  ready: 'loading',
  opened: 'frame',
  stopped: 'frame',
  notice: 'notice',
  failed: 'failed',
} as const
/** These start again when they are reopened. */
const isOver = (frame: Frame): boolean => frame.saved || /stopped|notice|failed/.test(frame.state)

interface Frame {
  readonly element: HTMLIFrameElement
  /** Whose frame it is: key or application. */
  readonly owner: string
  /** What is open in it, as text; null where nothing is yet. */
  wish: string | null
  firstMessage: ToFrame | null
  state: keyof typeof SHOWN
  saved: boolean
  /** Its review is open. */
  review: boolean
  trigger: Element | null
  /** Gives it up. */
  timer: ReturnType<typeof setTimeout> | undefined
  finishSaving(saved: Saved | null): void
}

export interface Opener extends Platen {
  /** Loads what a click would need. */
  warm(options: OpenOptions): void
  openFrom(trigger: Element, options: OpenOptions): void
}

/** `base` is the service's address, without a slash at the end. */
export function createPlaten(base: string): Opener {
  const serviceOrigin = new URL(base).origin
  const listeners = new Map<string, Set<Listener>>()
  let frames: Frame[] = []
  let shown: Frame | null = null
  let dialog: Dialog | null = null
  let language = 'en'

  const theDialog = (): Dialog => {
    dialog ??= createDialog({
      onClose: () => close(),
      onRetry: () => shown && load(shown),
      onEdge: (edge) => {
        shown?.element.focus()
        if (shown) post(shown, { type: 'service:focus', edge })
      },
    })
    return dialog
  }

  const post = (frame: Frame, message: ToFrame): void =>
    frame.element.contentWindow?.postMessage(message, serviceOrigin)

  /** Only the last of a frame's times counts: what an earlier try waited for gives up no later one. */
  const allow = (frame: Frame, ms: number): void => {
    clearTimeout(frame.timer)
    frame.timer = setTimeout(() => fail(frame), ms)
  }

  const load = (frame: Frame): void => {
    const address = new URL(`${base}/widget/frame`)
    const [kind, value] = frame.owner.split(' ') as [string, string]
    address.search = new URLSearchParams({
      [kind]: value,
      parent: location.origin,
      lang: language,
    }).toString()
    frame.state = 'loading'
    frame.element.src = address.href
    if (frame === shown) show(frame)
    allow(frame, PATIENCE_MS)
  }

  const fail = (frame: Frame): void => {
    if (frame.state !== 'loading') return
    frame.state = 'failed'
    if (frame === shown) {
      show(frame)
      console.error(
        `Platen: ${base} did not answer in its frame. Is it allowed by frame-src, and this page among the application's origins?`,
      )
    }
  }

  const steps = createSteps((depth) => {
    if (shown === null) return false
    if (depth === 0) close()
    else if (shown.review) post(shown, { type: 'service:back' })
    return true
  })

  const show = (frame: Frame): void => {
    theDialog().show(SHOWN[frame.state])
  }

  const frameOf = (owner: string, wish: string | null): Frame => {
    const found = frames.find((one) => one.owner === owner && (one.wish === wish || one.wish === null))
    if (found !== undefined && !isOver(found)) return found
    if (found !== undefined) drop(found)
    const element = document.createElement('iframe')
    element.hidden = true
    element.referrerPolicy = 'no-referrer'
    const frame: Frame = {
      ...{
        element,
        owner,
        wish: null,
        firstMessage: null,
        saved: false,
        review: false,
        trigger: null,
        timer: undefined,
      },
      state: 'loading',
      finishSaving() {},
    }
    element.addEventListener('load', () => allow(frame, SILENCE_MS))
    frames.push(frame)
    // Its address first: an empty frame would be loaded at once, and then be silent.
    load(frame)
    theDialog().frames.append(element)
    for (const old of frames.filter((one) => one !== shown && one !== frame).slice(0, -KEPT)) drop(old)
    return frame
  }

  const drop = (frame: Frame): void => {
    frames = frames.filter((one) => one !== frame)
    clearTimeout(frame.timer)
    frame.element.remove()
    frame.finishSaving(null)
  }

  const emit = (frame: Frame, message: FromFrame): void => {
    const { trigger } = frame
    trigger?.dispatchEvent(new CustomEvent(message.type, { bubbles: true, detail: message }))
    for (const listener of [...(listeners.get(message.type.slice(8)) ?? [])])
      listener({ ...message, trigger })
  }

  const close = (): void => {
    const frame = shown
    if (frame === null) return
    shown = null
    steps.end(frame.saved)
    theDialog().close()
    frame.finishSaving(null)
    emit(frame, { type: 'service:closed' })
    // What was typed stays in its hidden frame, unless it is in the cart; what is on its way goes on.
    if (isOver(frame)) drop(frame)
  }

  const hear = (frame: Frame, message: FromFrame): void => {
    if (message.type === 'service:ready') {
      frame.state = 'ready'
      if (frame.firstMessage) post(frame, frame.firstMessage)
    }
    if (message.type === 'service:opened') frame.state = 'opened'
    // A notice has no way out of its own; the editor has one, whatever it says.
    if (message.type === 'service:error' && frame.state === 'loading') frame.state = 'notice'
    if (message.type === 'service:error' && frame.state === 'ready') frame.state = 'stopped'
    if (message.type === 'service:review') {
      frame.review = message.open
      if (frame === shown) steps.go(message.open ? 2 : 1)
    }
    if (message.type === 'service:saved') {
      frame.saved = true
      frame.finishSaving(message)
    }
    if (message.type === 'service:closed') {
      if (frame === shown) close()
      else if (frame.saved) drop(frame)
      return
    }
    if (frame === shown && /opened|error/.test(message.type)) show(frame)
    emit(frame, message)
  }
  addEventListener('message', (event: MessageEvent) => {
    if (event.origin !== serviceOrigin) return
    const frame = frames.find((one) => one.element.contentWindow === event.source)
    const message = readFromFrame(event.data)
    if (frame !== undefined && message !== null) hear(frame, message)
  })

  const ownerOf = (options: OpenOptions): string => {
    if (options.key) return `key ${options.key}`
    if (options.application && options.session) return `application ${options.application}`
    throw new TypeError('Platen.open needs a publishable key, or an application and a session.')
  }
  const open = (options: OpenOptions, trigger: Element | null): Promise<Saved | null> => {
    const owner = ownerOf(options)
    const { product = '', variant = null, cart = null, fill = null, session = null } = options
    if (product === '' && session === null) throw new TypeError('Platen.open needs a product.')
    language = options.language || document.documentElement.lang || navigator.language
    const wish: Wish = { product, variant, cart, fill, session, language }
    const text = JSON.stringify(wish)
    if (shown) close()
    const frame = frameOf(owner, text)
    frame.finishSaving(null)
    shown = frame
    frame.trigger = trigger
    theDialog().open(frame.element, language)
    steps.go(frame.review ? 2 : 1)
    if (frame.wish === null) {
      frame.wish = text
      frame.firstMessage = { type: 'service:open', wish }
      if (frame.state === 'ready') post(frame, frame.firstMessage)
    }
    show(frame)
    return new Promise((resolve) => {
      frame.finishSaving = resolve
    })
  }
  return {
    open: async (options) => open(options, document.activeElement),
    openFrom(trigger, options) {
      try {
        open(options, trigger).catch(() => {})
      } catch (error) {
        console.error('Platen:', error)
      }
    },
    close,
    warm(options) {
      try {
        frameOf(ownerOf(options), null)
      } catch {
        // The click says what is missing.
      }
    },
    on(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => all.delete(listener)
    },
    off: (name, listener) => void listeners.get(name)?.delete(listener),
  }
}
