/** The editor on the screen: its header, its form beside the card, the review, and the last page. */
import { useEffect, useRef } from 'preact/hooks'
import { Announcer } from './announcer.tsx'
import { useEditor } from './context.ts'
import { Done } from './done.tsx'
import type { EditorStore, Phase } from './editor-state.ts'
import type { Face } from './face.ts'
import { Form } from './form.tsx'
import { FaultNotice, Notice } from './notices.tsx'
import { Preview } from './preview.tsx'
import { type AskCustomer, Review } from './review.tsx'
import { type Room, useRoom } from './room.ts'
import { PictureNote } from './sheet.tsx'
import { Tool } from './tool.tsx'
import type { Start } from './transport.ts'

export interface EditorParts {
  readonly kind: Start['kind']
  readonly mode: 'frame' | 'hosted'
  readonly ask: AskCustomer
  readonly face: Face
  onClose(): void
}

export function Editor({ kind, mode, ask, face, onClose }: EditorParts) {
  const { store, words } = useEditor()
  const { phase, template } = store.state
  const root = useRef<HTMLDivElement>(null)
  const room = useRoom()
  useKeys(root, (event) => {
    if (store.state.phase === 'editing') undoKeys(event, store)
    // What is being saved is waited for.
    if (event.key === 'Escape' && store.state.phase === 'saving') event.preventDefault()
  })
  useFocusOnReturn(root, phase, store)
  const reviewing = phase === 'review' || phase === 'saving'
  const { wide, low, typing, seen } = room
  return (
    <div
      class="editor"
      ref={root}
      data-wide={wide}
      data-low={low}
      data-typing={typing}
      data-mode={mode}
      data-phase={phase}
      style={seen === null ? {} : { '--seen': `${seen.height}px`, '--seen-top': `${seen.top}px` }}
    >
      <Head mode={mode} face={face} onClose={onClose} />
      <div class="body">
        {phase === 'opening' ? <Opening text={words.say('opening')} /> : null}
        {phase === 'failed' ? <FaultNotice kind={kind} /> : null}
        {phase === 'editing' && template !== null ? (
          <Desk kind={kind} room={room} intro={face.intro} />
        ) : null}
        {reviewing ? <Review kind={kind} ask={ask} face={face} /> : null}
        {phase === 'saved' ? <Done face={face} own={kind !== 'session'} /> : null}
      </div>
      {phase === 'editing' ? <Foot /> : null}
      <Announcer />
    </div>
  )
}

function Head({ mode, face, onClose }: Pick<EditorParts, 'mode' | 'face' | 'onClose'>) {
  const { store, words } = useEditor()
  const { say } = words
  const { phase, template, canUndo, canRedo } = store.state
  const { shop } = face
  return (
    <header class="head">
      {shop === null || (shop.name ?? shop.logo_url) === null ? null : (
        <p class="shop">
          {shop.logo_url === null ? (
            <bdi>{shop.name}</bdi>
          ) : (
            <img class="logo" src={shop.logo_url} alt={shop.name ?? ''} />
          )}
        </p>
      )}
      <h1 tabIndex={-1}>
        <bdi>{template?.title ?? face.title ?? '\u00a0'}</bdi>
      </h1>
      {phase === 'editing' ? (
        <>
          <Tool label={say('undo')} icon="undo" disabled={!canUndo} onClick={() => store.undo()} />
          <Tool label={say('redo')} icon="redo" disabled={!canRedo} onClick={() => store.redo()} />
        </>
      ) : null}
      {mode === 'frame' ? <Tool label={say('close')} icon="close" onClick={onClose} /> : null}
    </header>
  )
}

/** As the service has sent it in the page: the places of card and form. */
function Opening({ text }: { readonly text: string }) {
  return (
    <div class="outline-desk" aria-busy="true">
      <div class="outline-stage" />
      <div class="outline-side">
        <p class="opening">{text}</p>
        <p class="outline-field" />
        <p class="outline-field" />
      </div>
    </div>
  )
}

/** Beside each other the form comes first, above each other the card: what is seen first is also reached first. */
function Desk({
  kind,
  room: { wide, typing },
  intro,
}: Pick<EditorParts, 'kind'> & { readonly room: Room; readonly intro: string | null }) {
  const { store } = useEditor()
  const form = (
    <div class="side" key="form">
      {intro === null ? null : (
        <p class="intro" dir="auto">
          {intro}
        </p>
      )}
      <FaultNotice kind={kind} />
      <Notice />
      {wide ? null : <PictureNote page={store.state.page} />}
      <Form onReview={() => void store.review()} />
    </div>
  )
  const preview = <Preview key="preview" wide={wide} typing={typing} />
  return <div class="desk">{wide ? [form, preview] : [preview, form]}</div>
}

function Foot() {
  const { store, words } = useEditor()
  const { say } = words
  const { sending, busy, fill } = store.state
  const isChange = sending === 'settled' && fill?.changing_since != null
  return (
    <footer class="foot">
      <p class="state" data-state={sending}>
        {say(isChange ? 'state_change' : `state_${sending}`)}
      </p>
      <button type="button" class="main" aria-disabled={busy} onClick={() => void store.review()}>
        {say(busy ? 'checking' : 'review')}
      </button>
    </footer>
  )
}

/** What had the focus is gone with its view: who comes back to the form goes on where it was left, or begins at its head. */
function useFocusOnReturn(
  root: { readonly current: HTMLElement | null },
  phase: Phase,
  store: EditorStore,
): void {
  const before = useRef(phase)
  useEffect(() => {
    const from = before.current
    before.current = phase
    // What is in the way takes the focus itself.
    if (phase !== 'editing' || from === 'editing' || store.state.fault !== null) return
    if (store.state.tried && store.troubled().length > 0) return
    const target = from === 'opening' ? '.head h1' : '.foot .main'
    root.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true })
  }, [phase, store, root])
}

/** Keys that serve the whole editor, wherever the focus is in it. */
function useKeys(root: { readonly current: HTMLElement | null }, act: (event: KeyboardEvent) => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event)
    const element = root.current
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [root])
}

function undoKeys(event: KeyboardEvent, store: { undo(): void; redo(): void }): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) store.redo()
  else store.undo()
}
