/** The save state (saved, saving, unsaved or refused), as a dot and a few words. */
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'

export function SaveState() {
  const { store, state, words, mayEdit } = useEditor()
  const { busy, fault, revision } = state
  const [kind, text] = !mayEdit
    ? (['idle', words.readOnly] as const)
    : busy === 'saving'
      ? (['busy', words.saving] as const)
      : store.unsaved
        ? fault !== null
          ? (['bad', words.notSaved] as const)
          : (['warn', words.unsaved] as const)
        : (['good', phrase(words.allSaved, { revision })] as const)
  return (
    <span class="save-state" data-kind={kind}>
      <span class="save-dot" aria-hidden="true" />
      <span class="save-text">{text}</span>
    </span>
  )
}
