/** Notes on the shown page: test values, hidden plates, values that cannot be printed, and the current tool. */
import { Button } from '../../parts/button.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import type { DrawnPage } from '../drawn-page.ts'
import { focusSelected } from '../stage-keys.ts'

export function StageNotes({ drawn }: { readonly drawn: DrawnPage }) {
  const { state, look, setLook, words } = useEditor()
  const tried = look.trial !== 'default' || Object.keys(look.own).length > 0
  return (
    <div class="stage-notes">
      {drawn.error === null ? null : <ErrorNotice error={drawn.error} onRetry={drawn.again} />}
      {drawn.fits || drawn.error !== null ? null : (
        <p class="stage-note" data-kind="warn" role="status">
          {words.trial.problems}
        </p>
      )}
      {tried ? (
        <p class="stage-note" data-kind="busy" role="status">
          {phrase(words.trial.shown, {
            kind: words.trial.kinds[look.trial === 'default' ? 'own' : look.trial],
          })}
          <Button small onClick={() => setLook({ trial: 'default', own: {} })}>
            {words.trial.back}
          </Button>
        </p>
      ) : null}
      {look.plates === null ? null : (
        <p class="stage-note" data-kind="busy" role="status">
          {look.plates.length === 0
            ? words.plates.none
            : phrase(words.plates.shown, { names: look.plates.join(', ') })}
          <Button small onClick={() => setLook({ plates: null })}>
            {words.plates.all}
          </Button>
        </p>
      )}
      {state.tool === 'select' ? null : <ToolNote />}
    </div>
  )
}

function ToolNote() {
  const { store, state, words } = useEditor()
  const { tool } = state
  if (tool === 'select' || tool === 'pick') return <p class="stage-note">{words.hints.pick}</p>
  return (
    <p class="stage-note">
      {words.hints.draw}
      <Button
        small
        onClick={() => {
          store.add(tool, words.newLabels[tool], null)
          focusSelected()
        }}
      >
        {words.addMiddle}
      </Button>
    </p>
  )
}
