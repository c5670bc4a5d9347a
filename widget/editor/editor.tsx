/** The editor as it stands on the screen: its head, its form beside its preview, the summary, and what it ends with. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Announcer } from './announcer.tsx'
import { useEditor, useMedia } from './context.ts'
import type { EditorStore, Phase } from './editor-store.ts'
import { Form } from './form.tsx'
import { FaultNotice, Notice } from './notices.tsx'
import { Preview, Tool } from './preview.tsx'
import { type AskCustomer, Review } from './review.tsx'
import { PictureNote } from './sheet.tsx'
import type { Start } from './transport.ts'

/** Room for form and preview side by side. */
const WIDE = '(min-width: 52em)'
/** Lower than so many lines of text, head and foot scroll with the rest. */
const LOW_REM = 28

export interface EditorParts {
  readonly kind: Start['kind']
  readonly mode: 'frame' | 'hosted'
  readonly ask: AskCustomer
  onClose(): void
}

export function Editor({ kind, mode, ask, onClose }: EditorParts) {
  const { store, words } = useEditor()
  const { phase, template } = store.state
  const root = useRef<HTMLDivElement>(null)
  const low = useLow(root, mode)
  useKeys(root, (event) => {
    if (store.state.phase === 'editing') undoKeys(event, store)
    // What is being saved is waited for.
    if (event.key === 'Escape' && store.state.phase === 'saving') event.preventDefault()
  })
  useFocusOnReturn(root, phase, store)
  const reviewing = phase === 'review' || phase === 'saving'
  return (
    <div class="editor" ref={root} data-low={low} data-mode={mode} data-phase={phase}>
      <Head mode={mode} onClose={onClose} />
      <div class="body">
        {phase === 'opening' ? <p class="opening">{words.say('opening')}</p> : null}
        {phase === 'failed' ? <FaultNotice kind={kind} /> : null}
        {phase === 'editing' && template !== null ? <Desktop kind={kind} /> : null}
        {reviewing ? (
          <>
            {store.state.fault === null ? null : <FaultNotice kind={kind} />}
            <Review ask={ask} onBack={() => store.back()} />
          </>
        ) : null}
        {phase === 'saved' ? <Done mode={mode} own={kind !== 'session'} /> : null}
      </div>
      {phase === 'editing' ? <Foot /> : null}
      <Announcer />
    </div>
  )
}

function Head({ mode, onClose }: Pick<EditorParts, 'mode' | 'onClose'>) {
  const { store, words } = useEditor()
  const { say } = words
  const { phase, template, canUndo, canRedo } = store.state
  const title = template?.title
  return (
    <header class="head">
      {mode === 'frame' ? (
        <h1 tabIndex={-1}>
          <bdi>{title ?? '\u00a0'}</bdi>
        </h1>
      ) : (
        <span class="gap" />
      )}
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

/** Beside each other the form comes first, above each other the preview: what is seen first is also reached first. */
function Desktop({ kind }: Pick<EditorParts, 'kind'>) {
  const { store } = useEditor()
  const wide = useMedia(WIDE)
  const form = (
    <div class="side" key="form">
      <FaultNotice kind={kind} />
      <Notice />
      {wide ? null : <PictureNote page={store.state.page} />}
      <Form onReview={() => void store.review()} />
    </div>
  )
  const preview = <Preview key="preview" wide={wide} />
  return <div class="desk">{wide ? [form, preview] : [preview, form]}</div>
}

function Foot() {
  const { store, words } = useEditor()
  const { say } = words
  const { sending, busy } = store.state
  return (
    <footer class="foot">
      <p class="state" data-state={sending}>
        {say(`state_${sending}`)}
      </p>
      <button type="button" class="main" aria-disabled={busy} onClick={() => void store.review()}>
        {say(busy ? 'checking' : 'review')}
      </button>
    </footer>
  )
}

function Done({ mode, own }: { readonly mode: 'frame' | 'hosted'; readonly own: boolean }) {
  const { store, words } = useEditor()
  const { say } = words
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="done">
      <h2 ref={heading} tabIndex={-1}>
        {say('saved')}
      </h2>
      <p>{say('saved_text')}</p>
      {mode === 'hosted' ? (
        <p>
          {say('reference')}: <code>{store.state.saved?.fill.id}</code>
        </p>
      ) : null}
      {own ? (
        <p>
          <button type="button" class="plain" onClick={() => void store.open()}>
            {say('back')}
          </button>
        </p>
      ) : null}
    </div>
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
    root.current?.querySelector<HTMLElement>(target)?.focus()
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

function useLow(root: { readonly current: HTMLElement | null }, mode: 'frame' | 'hosted'): boolean {
  const [low, setLow] = useState(false)
  useLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      const height = mode === 'frame' ? element.clientHeight : window.innerHeight
      setLow(height < LOW_REM * rem)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [mode, root])
  return low
}
