/** The dialog after a conflicting save: the other person's changes, and the choice between both. Nothing is lost. */

import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { toast } from '../parts/toast.tsx'
import { phrase } from '../words.ts'
import { useEditor } from './context.ts'
import { type EditScene, sceneOf } from './scene-edit.ts'
import type { Conflict } from './scene-state.ts'

/** Further ones are counted, not listed. */
const MOST_TOLD = 12

export function ConflictDialog({ conflict }: { readonly conflict: Conflict }) {
  const { store, state, words } = useEditor()
  const { changes, both, revision } = conflict
  const join = async () => {
    if (await store.join()) toast(words.conflict.joined)
  }
  return (
    <Dialog title={words.conflict.title} onClose={() => store.decideLater()}>
      <div class="stack">
        <p>{phrase(words.conflict.lead, { revision })}</p>
        <h3>{words.conflict.theirs}</h3>
        {changes.length === 0 ? (
          <p class="hint">{words.conflict.nothing}</p>
        ) : (
          <ul class="conflict-changes">
            {changes.slice(0, MOST_TOLD).map(({ kind, what, name }) => (
              <li key={`${kind} ${what} ${name}`}>
                {phrase(words.conflict[kind], { what: words.conflict.whats[what], name })}
              </li>
            ))}
            {changes.length > MOST_TOLD ? <li>… {changes.length - MOST_TOLD}</li> : null}
          </ul>
        )}
        {both.length === 0 ? null : <p>{phrase(words.conflict.both, { names: both.join(', ') })}</p>}
        <div class="conflict-choices">
          <Choice hint={words.conflict.joinHint}>
            <Button kind="main" onClick={() => void join()}>
              {words.conflict.join}
            </Button>
          </Choice>
          <Choice hint={words.conflict.mineHint}>
            <Button onClick={() => void store.putMineOnTop()}>{words.conflict.mine}</Button>
          </Choice>
          <Choice hint={words.conflict.takeHint}>
            <Button onClick={() => store.takeTheirs()}>{words.conflict.take}</Button>
          </Choice>
        </div>
        <div class="row">
          <Button kind="quiet" onClick={() => keepAsFile(state.scene, state.template?.title ?? 'template')}>
            {words.conflict.file}
          </Button>
          <Button kind="quiet" onClick={() => store.decideLater()}>
            {words.conflict.later}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Choice({ hint, children }: { readonly hint: string; readonly children: preact.ComponentChildren }) {
  return (
    <div class="conflict-choice">
      {children}
      <span class="hint">{hint}</span>
    </div>
  )
}

/** As PUT /v1/templates/{id}/scene takes it. */
function keepAsFile(scene: EditScene, title: string): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(sceneOf(scene), null, 2)], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}-scene.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
