/** The editor's entry point: frame and hosted page pass an element, a transport and a listener. */

import { render } from 'preact'
import { observeChildren } from '../browser-apis.ts'
import type { Messages } from '../languages/language.ts'
import { loadWords } from '../languages/language.ts'
import type { NamedText, SavedFill } from '../messages.ts'
import { EditorContext } from './context.ts'
import { openDraft } from './draft.ts'
import { Editor as EditorView } from './editor.tsx'
import type { EditorListener } from './editor-state.ts'
import { createEditorStore } from './editor-store.ts'
import './styles/editor.css'
import './styles/choices.css'
import './own/own.css'
import './styles/preview.css'
import './styles/rooms.css'
import './styles/review.css'
import { type Face, NO_FACE } from './face.ts'
import { sayLost } from './lost.ts'
import type { AskCustomer } from './review.tsx'
import { applyTheme, type Theme } from './theme.ts'
import type { Transport } from './transport.ts'
import type { FieldWire, FillWire } from './wire.ts'

/** Notifications from the editor to the page around it. */
export type EditorEvent =
  /** The form stands and can be used; a preview may still be on its way. */
  | { readonly type: 'ready' }
  /** The service has stored the entered values. */
  | { readonly type: 'changed'; readonly embedSession: string; readonly fillId: string }
  | {
      readonly type: 'saved'
      /** Id of the session, never its secret. */
      readonly embedSession: string
      readonly fill: SavedFill
      /** For the frame's own storage alone; null where the service gave none. */
      readonly resumeToken: string | null
    }
  | { readonly type: 'error'; readonly code: string; readonly message: string }
  /** The session ended before it was saved; the editor starts another with what was typed. */
  | { readonly type: 'expired' }
  | { readonly type: 'resize'; readonly heightPx: number }
  /** The review covers the form, or does so no more: the page's own way back leads to the form first. */
  | { readonly type: 'review'; readonly open: boolean }
  /** The shopper asks to close. */
  | { readonly type: 'close' }

/** Whether a hosted page asks for name and e-mail. */
export type Asked = AskCustomer['name']

export interface EditorOptions {
  readonly transport: Transport
  /** A BCP 47 tag, such as the page's lang; the nearest language that the editor speaks is taken. */
  readonly language: string
  readonly theme: Theme
  /** In a frame the shopper can close; a hosted page has no page to go back to. */
  readonly mode: 'frame' | 'hosted'
  /** Asked for in the summary, before saving, and sent along with `complete`; both 'no' in a frame. */
  readonly ask: AskCustomer
  /** The shop's branding. */
  readonly face?: Face
  /** The shop's own words in place of the editor's. */
  readonly messages?: Partial<Messages>
  onEvent(event: EditorEvent): void
}

export interface Editor {
  /** True while something typed is not with the service yet, or is being saved: closing waits or asks. */
  unsent(): boolean
  /** From the review to the form; nothing elsewhere. */
  back(): void
  /** Sends what is left, then takes the editor out of the page. */
  close(): Promise<void>
}

/**
 * Mounts at once; the words of the language and the session follow. What `root` held before is replaced: by the form
 * itself where the service has sent its outline, so that nothing that can be read goes away again.
 */
export function mountEditor(root: HTMLElement, options: EditorOptions): Editor {
  const { transport, language, theme, mode, ask, face = NO_FACE, messages, onEvent } = options
  const outline = root.querySelector('.outline')
  const blank = outline?.querySelector('image')?.getAttribute('href') ?? null
  const listener: EditorListener = {
    ready: () => onEvent({ type: 'ready' }),
    changed: (sessionId, fillId) => onEvent({ type: 'changed', embedSession: sessionId, fillId }),
    saved: ({ sessionId, fill, resumeToken }) =>
      onEvent({
        type: 'saved',
        embedSession: sessionId,
        fill: savedFill(fill, store.state.template?.fields ?? []),
        resumeToken,
      }),
    error: ({ code, message }) => onEvent({ type: 'error', code, message }),
    expired: () => onEvent({ type: 'expired' }),
  }
  const store = createEditorStore(transport, openDraft(transport.start), listener, Date.now, blank)
  const endTheme = applyTheme(root, theme)
  const endSizes = reportSizes(root, (heightPx) => onEvent({ type: 'resize', heightPx }))
  const hurry = () => store.hurry()
  let reviewing = false
  store.subscribe(() => {
    // What comes after approval is the page's own to say.
    if (store.state.phase === 'saved') return
    const now = store.state.phase === 'review' || store.state.phase === 'saving'
    if (now !== reviewing) onEvent({ type: 'review', open: now })
    reviewing = now
  })
  window.addEventListener('online', hurry)
  let open = true

  const opened = store.open()

  const show = async () => {
    const words = await loadWords(language, messages)
    if (mode === 'hosted' && outline !== null) await opened
    if (!open) return
    root.lang = words.language
    root.dir = words.direction
    root.classList.add('platen')
    // What was served in its place has done its duty.
    root.replaceChildren()
    const parts = { store, words, prefix: 'platen-' }
    render(
      <EditorContext.Provider value={parts}>
        <EditorView
          kind={transport.start.kind}
          mode={mode}
          ask={ask}
          face={face}
          onClose={() => onEvent({ type: 'close' })}
        />
      </EditorContext.Provider>,
      root,
    )
  }
  show().catch(() => {
    if (!open) return
    sayLost(root, language, mode === 'frame' ? () => onEvent({ type: 'close' }) : null)
    onEvent({ type: 'error', code: 'no_network', message: 'The editor could not be loaded.' })
  })

  return {
    unsent: () => store.unsent() || store.state.phase === 'saving',
    back() {
      if (store.state.phase === 'review') store.back()
    },
    async close() {
      if (!open) return
      open = false
      window.removeEventListener('online', hurry)
      endTheme()
      endSizes()
      render(null, root)
      // What does not get through in this time is in the draft.
      await Promise.race([transport.flush().catch(() => undefined), delay(LAST_WORDS_MS)])
      store.close()
    },
  }
}

const LAST_WORDS_MS = 3000

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Tells the height of all there is whenever it changes, px. Gives what ends that. */
function reportSizes(root: HTMLElement, report: (heightPx: number) => void): () => void {
  let last = -1
  return observeChildren(root, () => {
    const parts = root.querySelectorAll('.head, .side, .preview, .review, .done, .foot, .notice.fault')
    const heightPx = [...parts].reduce((sum, part) => sum + part.scrollHeight, 0)
    if (heightPx === last) return
    last = heightPx
    report(heightPx)
  })
}

/** A service that is older than this script does not say ink and paper. */
function savedFill(fill: FillWire, fields: readonly FieldWire[]): SavedFill {
  const { id, preview_url, inks = [], paper = null } = fill
  return {
    ...{ id, preview_url },
    inks: inks.map(({ name, hex }) => ({ name, hex })),
    paper: paper === null ? null : { name: paper.name, hex: paper.hex },
    text: firstText(fill, fields),
  }
}

function firstText({ values }: FillWire, fields: readonly FieldWire[]): NamedText | null {
  for (const { id, type, label } of fields) {
    const value = values[id]
    if (type === 'text' && typeof value === 'string' && value.trim() !== '') return { label, value }
  }
  return null
}
