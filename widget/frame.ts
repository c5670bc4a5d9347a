/** The page in the frame: exchanges messages with the page around it, and mounts the editor. */
import { readFace } from './editor/face.ts'
import { type Editor, type EditorEvent, mountEditor } from './editor/mount.tsx'
import { createTransport, type Start } from './editor/transport.ts'
import type { FromFrame, ToFrame, Wish } from './messages.ts'
import { openKeptTokens } from './token-storage.ts'
import './shell.css'

const root = document.querySelector<HTMLElement>('main')
const said = root?.dataset ?? {}
/** Checked by the service: one of the application's origins; empty where the frame is opened by itself. */
const parentOrigin = said.parent ?? ''
const tokens = openKeptTokens()
let editor: Editor | null = null

/** Only the page that the service has checked receives messages. */
function postToParent(message: FromFrame): void {
  if (parentOrigin !== '' && parent !== window) parent.postMessage(message, parentOrigin)
}

function startOf({ session, product, variant, cart, fill }: Wish): Start {
  if (session !== null) return { kind: 'session', sessionId: session.id, clientSecret: session.client_secret }
  return {
    kind: 'guest',
    publishableKey: new URLSearchParams(location.search).get('key') ?? '',
    productId: product,
    variantId: variant,
    cartId: cart,
    parentOrigin,
    resumeToken: fill === null ? null : tokens.find(fill),
  }
}

function open(wish: Wish): void {
  if (root === null || editor !== null) return
  const hear = (event: EditorEvent): void => {
    if (event.type === 'ready') postToParent({ type: 'service:opened' })
    if (event.type === 'changed')
      postToParent({ type: 'service:changed', embed_session: event.embedSession, fill: { id: event.fillId } })
    if (event.type === 'error')
      postToParent({ type: 'service:error', code: event.code, message: event.message })
    if (event.type === 'expired') postToParent({ type: 'service:expired' })
    if (event.type === 'resize') postToParent({ type: 'service:resize', height: event.heightPx })
    if (event.type === 'review') postToParent({ type: 'service:review', open: event.open })
    if (event.type === 'saved') {
      const { fill, resumeToken } = event
      if (resumeToken !== null) tokens.keep(fill.id, resumeToken)
      const replaces = wish.fill !== null && wish.fill !== fill.id ? wish.fill : null
      postToParent({
        type: 'service:saved',
        embed_session: event.embedSession,
        fill,
        replaces,
      })
      // The shop's page has it; what comes next is there.
      postToParent({ type: 'service:closed' })
    }
    if (event.type === 'close') postToParent({ type: 'service:closed' })
  }
  editor = mountEditor(root, {
    transport: createTransport(startOf(wish), localeIn(wish.language)),
    language: wish.language,
    theme: { accent: said.accent || null },
    mode: 'frame',
    ask: { name: 'no', email: 'no' },
    face: { ...readFace(said.face), title: null, intro: null },
    onEvent: hear,
  })
}

/** A page that says nothing of its language has the words of fields as they are. */
const localeIn = (language: string) => (language === '' ? {} : { locale: language.slice(0, 35) })

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled):not([type=hidden]),select:not(:disabled),textarea:not(:disabled),[tabindex]:not([tabindex="-1"])'

/** The loader leads the focus on where it comes to the dialog's edge. */
function focusEdge(edge: 'start' | 'end'): void {
  const all = [...(root?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (element) => element.getClientRects().length > 0,
  )
  all.at(edge === 'start' ? 0 : -1)?.focus()
}

/** Null for anything that is not said by the loader. */
function readToFrame(data: unknown): ToFrame | null {
  const message = data as Partial<ToFrame> | null
  if (message?.type === 'service:open') return isWish(message.wish) ? (message as ToFrame) : null
  return message?.type === 'service:focus' || message?.type === 'service:back' ? (message as ToFrame) : null
}

function isWish(wish: Partial<Wish> | undefined): wish is Wish {
  const text = (value: unknown) => value === null || typeof value === 'string'
  return (
    typeof wish?.product === 'string' &&
    typeof wish.language === 'string' &&
    [wish.variant, wish.cart, wish.fill].every(text) &&
    (wish.session === null ||
      (typeof wish.session?.id === 'string' && typeof wish.session.client_secret === 'string'))
  )
}

addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== parentOrigin) return
  const message = readToFrame(event.data)
  if (message?.type === 'service:open') open(message.wish)
  if (message?.type === 'service:back') editor?.back()
  if (message?.type === 'service:focus') focusEdge(message.edge)
})
addEventListener('keydown', (event) => {
  // An open part of the editor handles Escape itself.
  if (event.key === 'Escape' && !event.defaultPrevented) postToParent({ type: 'service:closed' })
})

if (said.code) postToParent({ type: 'service:error', code: said.code, message: document.title })
else postToParent({ type: 'service:ready' })
