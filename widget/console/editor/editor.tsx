/** The template editor: one bar, the tools, pages and fields, the page itself, and properties. */
import { useEffect, useReducer, useState } from 'preact/hooks'
import { toast } from '../parts/toast.tsx'
import { readPreference, savePreference } from '../preferences.ts'
import { useResource } from '../resources.ts'
import { useBlocker } from '../router.ts'
import { useSession } from '../session.ts'
import { useUnit } from '../units.ts'
import { LOCALES, phrase, useLanguage, useWords } from '../words.ts'
import { EditorBar } from './bar/editor-bar.tsx'
import { keptGuides } from './canvas/use-guides.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorContext, type Editor as EditorParts, FIRST_LOOK, type Look } from './context.ts'
import { type ArtworkWire, artworkPath } from './editor-api.ts'
import { useKeptDraft } from './kept-draft.ts'
import { PublishDialog } from './publish/publish-dialog.tsx'
import type { SceneStore } from './scene-state.ts'
import { useShortcuts } from './shortcuts.ts'
import { Workbench } from './workbench.tsx'
import './styles/editor.css'
import './styles/bar.css'
import './styles/layers.css'
import './styles/canvas.css'
import './styles/frames.css'
import './styles/panels.css'
import './styles/inspector.css'
import './styles/fonts.css'
import './styles/publish.css'
import './styles/rooms.css'

export function Editor({ store }: { readonly store: SceneStore }) {
  const words = useWords('editor')
  const unit = useUnit()
  const tag = LOCALES[useLanguage()]
  const session = useSession()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [look, setLook] = useState(() => firstLook(store.state.template?.id ?? ''))
  const [spoken, setSpoken] = useState('')
  useEffect(() => store.subscribe(() => redraw(undefined)), [store])
  useBlocker(store.unsaved)
  const { state } = store
  const { template, page, body } = state
  const artwork = useResource<ArtworkWire>(template === null ? null : artworkPath(template.id, page, body))
  const parts: EditorParts = {
    store,
    state,
    look,
    setLook(changes) {
      for (const name of KEPT) if (changes[name] !== undefined) saveLook(name, changes[name])
      setLook((before) => ({ ...before, ...changes }))
    },
    words,
    artwork,
    unit,
    tag,
    mayEdit: session.may('templates:write') && template?.status !== 'archived',
    // The same sentence again is heard only where it differs.
    say: (text) => setSpoken((before) => (before === text ? `${text}\u00a0` : text)),
  }
  const save = async () => {
    if (await store.save()) toast(phrase(words.saved, { revision: store.state.revision }))
  }
  const [publishing, setPublishing] = useState(false)
  const draft = useKeptDraft(store, session.user.id)
  useShortcuts(parts, save)
  return (
    <EditorContext.Provider value={parts}>
      <div class="editor-app">
        <EditorBar onSave={() => void save()} onPublish={() => setPublishing(true)} />
        <Workbench draft={draft} />
        <p class="spoken" role="status" aria-live="polite">
          {spoken}
        </p>
        {publishing ? <PublishDialog onClose={() => setPublishing(false)} /> : null}
        {state.conflict === null ? null : <ConflictDialog conflict={state.conflict} />}
      </div>
    </EditorContext.Provider>
  )
}

/** Of how the page is looked at, what is kept in this browser. */
const KEPT = ['snap', 'rulers', 'labels'] as const

function saveLook(name: (typeof KEPT)[number], on: boolean): void {
  savePreference(`editor-${name}`, String(on))
}

function firstLook(templateId: string): Look {
  const kept = KEPT.map((name) => [name, readPreference(`editor-${name}`)] as const)
  const said = kept.flatMap(([name, value]) => (value === null ? [] : [[name, value === 'true'] as const]))
  // A phone has no room for rulers.
  const rulers = innerWidth >= 760
  return { ...FIRST_LOOK, rulers, ...Object.fromEntries(said), guides: keptGuides(templateId) }
}
