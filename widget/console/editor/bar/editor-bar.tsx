/** The editor's bar: back, name, save state, undo, page, zoom, view and publishing. */
import { Button } from '../../parts/button.tsx'
import { Link } from '../../router.ts'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { SaveState } from './save-state.tsx'
import { Title } from './title.tsx'
import { ViewMenu } from './view-menu.tsx'
import { Zoom } from './zoom.tsx'

export interface EditorBarProps {
  onSave(): void
  onPublish(): void
}

export function EditorBar({ onSave, onPublish }: EditorBarProps) {
  const { store, state, words, mayEdit } = useEditor()
  const { canUndo, canRedo, busy, template } = state
  return (
    <header class="editor-bar">
      <Link
        class="tool bar-back"
        href={`/console/templates/${template?.id ?? ''}`}
        aria-label={words.back}
        title={words.back}
      >
        <svg class="line-icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M10 3L5 8l5 5" />
        </svg>
      </Link>
      <div class="bar-name">
        <Title />
        <SaveState />
      </div>
      <div class="bar-group bar-history">
        <IconButton
          label={words.undo}
          keys="Ctrl + Z"
          disabled={!canUndo || busy !== null}
          onClick={() => void store.undo()}
        >
          <path d="M6 3L2.500 6.500 6 10M3 6.500h6a4 3.500 0 010 7H6" />
        </IconButton>
        <IconButton
          label={words.redo}
          keys="Ctrl + Shift + Z"
          disabled={!canRedo || busy !== null}
          onClick={() => void store.redo()}
        >
          <path d="M10 3l3.500 3.500L10 10M13 6.500H7a4 3.500 0 000 7h3" />
        </IconButton>
      </div>
      <div class="bar-group bar-look">
        <PageSteps />
        <Zoom />
        <ViewMenu />
      </div>
      {mayEdit ? (
        <div class="bar-group bar-actions">
          <Button small busy={busy === 'saving'} disabled={!store.unsaved} onClick={onSave}>
            {words.save}
          </Button>
          <Button small kind="main" busy={busy === 'publishing'} onClick={onPublish}>
            {words.publish}
          </Button>
        </div>
      ) : null}
    </header>
  )
}

function PageSteps() {
  const { store, state, words } = useEditor()
  const { scene, page } = state
  if (scene.pages.length < 2) return null
  return (
    <fieldset class="bar-group" aria-label={words.pages}>
      <IconButton label={words.previousPage} disabled={page === 0} onClick={() => store.turnTo(page - 1)}>
        <path d="M10 3L5 8l5 5" />
      </IconButton>
      <span class="tool-text" role="status">
        {phrase(words.page, { number: page + 1, count: scene.pages.length })}
      </span>
      <IconButton
        label={words.nextPage}
        disabled={page === scene.pages.length - 1}
        onClick={() => store.turnTo(page + 1)}
      >
        <path d="M6 3l5 5-5 5" />
      </IconButton>
    </fieldset>
  )
}
