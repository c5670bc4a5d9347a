/** The template editor: fields in a list, on the page and in numbers, with what saving says. */
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resources.ts'
import { useBlocker } from '../router.ts'
import { useSession } from '../session.ts'
import { useUnit } from '../units.ts'
import { phrase, useLanguage, useWords } from '../words.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorContext, type Editor as EditorParts, FIRST_LOOK, useEditor } from './context.ts'
import { type ArtworkWire, artworkPath } from './editor-api.ts'
import { faultsOf } from './fault-text.ts'
import { FieldList } from './field-list.tsx'
import { FieldPanel } from './panels/field-panel.tsx'
import { InksPanel } from './panels/inks-panel.tsx'
import { PickPanel } from './panels/pick-panel.tsx'
import { PlatesPanel } from './panels/plates-panel.tsx'
import { TrialPanel } from './panels/trial-panel.tsx'
import type { SceneStore } from './scene-state.ts'
import { Stage } from './stage.tsx'
import { Toolbar } from './toolbar.tsx'
import './editor.css'
import './rooms.css'
import './panels.css'

type Side = 'field' | 'inks' | 'plates' | 'trial'

export function Editor({ store }: { readonly store: SceneStore }) {
  const words = useWords('editor')
  const unit = useUnit()
  const tag = useLanguage() === 'de' ? 'de-DE' : 'en-GB'
  const session = useSession()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [look, setLook] = useState(FIRST_LOOK)
  const [spoken, setSpoken] = useState('')
  useEffect(() => store.subscribe(() => redraw(undefined)), [store])
  useBlocker(store.unsaved)
  const { state } = store
  const { template, page, body } = state
  const artwork = useResource<ArtworkWire>(template === null ? null : artworkPath(template.id, page, body))
  const title = state.template?.title ?? ''
  const mayEdit = session.may('templates:write') && state.template?.status !== 'archived'
  const parts: EditorParts = {
    store,
    state,
    look,
    setLook: (changes) => setLook((before) => ({ ...before, ...changes })),
    words,
    artwork,
    unit,
    tag,
    mayEdit,
    // The same sentence again is heard only where it differs.
    say: (text) => setSpoken((before) => (before === text ? `${text}\u00a0` : text)),
  }
  const save = async () => {
    if (await store.save()) toast(phrase(words.saved, { revision: store.state.revision }))
  }
  const publish = async () => {
    if (await store.publish()) toast(phrase(words.published, { revision: store.state.revision }))
  }
  useShortcuts(parts, save)
  return (
    <EditorContext.Provider value={parts}>
      <Page
        title={phrase(words.title, { template: title })}
        wide
        back={{ href: `/console/templates/${state.template?.id ?? ''}`, label: words.back }}
        actions={
          mayEdit ? (
            <>
              <span class="editor-state">
                <Badge
                  kind={store.unsaved ? 'warn' : 'neutral'}
                  label={store.unsaved ? words.unsaved : phrase(words.allSaved, { revision: state.revision })}
                />
              </span>
              <Button busy={state.busy === 'saving'} disabled={!store.unsaved} onClick={() => void save()}>
                {words.save}
              </Button>
              <Button kind="main" busy={state.busy === 'publishing'} onClick={() => void publish()}>
                {words.publish}
              </Button>
            </>
          ) : (
            <Badge label={words.readOnly} />
          )
        }
      >
        <Workbench />
        <p class="spoken" role="status" aria-live="polite">
          {spoken}
        </p>
        {state.conflict === null ? null : <ConflictDialog conflict={state.conflict} />}
      </Page>
    </EditorContext.Provider>
  )
}

function Workbench() {
  const editor = useEditor()
  const { store, state, words } = editor
  const [side, setSide] = useState<Side>('field')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { tool, selection } = state
  const count = useRef(0)
  useEffect(() => {
    // Selecting a field opens its properties.
    if (selection.size > 0 && side === 'inks') setSide('field')
    if (selection.size !== count.current) {
      count.current = selection.size
      editor.say(
        selection.size === 0 ? words.noneSelected : phrase(words.selected, { count: selection.size }),
      )
    }
  }, [selection])
  useEffect(() => setPicked(new Set()), [tool, state.page, state.body])
  const onPick = (id: string) =>
    setPicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const hint = tool === 'select' ? words.hints.select : tool === 'pick' ? words.hints.pick : words.hints.draw
  return (
    <>
      <Toolbar />
      <SaveFault />
      <div class="editor">
        <FieldList />
        <div class="editor-page">
          <Stage picked={picked} onPick={onPick} />
          <p class="hint editor-hint">{hint}</p>
        </div>
        <aside class="editor-side" aria-label={words.tabs.label}>
          {tool === 'pick' ? (
            <PickPanel picked={picked} onPick={onPick} onTaken={() => store.pickTool('select')} />
          ) : (
            <Tabs<Side>
              label={words.tabs.label}
              value={side}
              tabs={(['field', 'inks', 'plates', 'trial'] as const).map((value) => ({
                value,
                label: words.tabs[value],
              }))}
              onChange={setSide}
            >
              {side === 'field' ? <FieldPanel /> : null}
              {side === 'inks' ? <InksPanel /> : null}
              {side === 'plates' ? <PlatesPanel /> : null}
              {side === 'trial' ? <TrialPanel /> : null}
            </Tabs>
          )}
        </aside>
      </div>
    </>
  )
}

/** An error of the service selects its field. */
function SaveFault() {
  const { store, state, words } = useEditor()
  const { fault, scene } = state
  if (fault === null) return null
  const faults = faultsOf(fault, scene)
  if (faults.length === 0)
    return (
      <div class="editor-fault">
        <ErrorNotice error={fault} />
        <Button small kind="quiet" onClick={() => store.dismiss()}>
          {words.dismiss}
        </Button>
      </div>
    )
  return (
    <Notice kind="bad" title={words.problems}>
      <ul>
        {faults.slice(0, 10).map(({ uid, label, message }) => (
          <li key={`${uid ?? ''} ${message}`}>
            {uid === null || label === null ? (
              message
            ) : (
              <button type="button" class="link" onClick={() => goTo(store, uid)}>
                {phrase(words.atField, { label })}
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function goTo(store: SceneStore, uid: string): void {
  const page = store.state.scene.fields.find((field) => field.uid === uid)?.placements[0]?.page
  if (page !== undefined) store.turnTo(page)
  store.select([`${uid}/0`])
}

/** Keys that hold wherever the focus is, but for what is typed in. */
function useShortcuts({ store, say, words, mayEdit }: EditorParts, save: () => Promise<void>): void {
  const latest = useRef({ save, words, mayEdit, say })
  latest.current = { save, words, mayEdit, say }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const now = latest.current
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !now.mayEdit) return
      const key = event.key.toLowerCase()
      const typing =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')
      if (key === 's') void now.save()
      else if (typing) return
      else if (key === 'z' && !event.shiftKey) void store.undo().then(() => now.say(now.words.undone))
      else if (key === 'y' || (key === 'z' && event.shiftKey))
        void store.redo().then(() => now.say(now.words.redone))
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [store])
}
