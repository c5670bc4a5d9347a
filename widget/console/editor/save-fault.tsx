/** Why a save or a publish failed: the error selects its field, and the user can try again. */
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { troubleText } from '../words/trouble.ts'
import { phrase, useWords } from '../words.ts'
import { useEditor } from './context.ts'
import { faultsOf } from './fault-text.ts'
import { showField } from './show-field.ts'

/** Further ones are seen when these are gone. */
const MOST = 10

export function SaveFault() {
  const { store, state, words } = useEditor()
  const shared = useWords('shared')
  const { fault, scene } = state
  if (fault === null) return null
  const faults = faultsOf(fault, scene)
  return (
    <div class="editor-fault">
      <Notice
        kind="bad"
        {...(faults.length === 0 ? {} : { title: words.problems })}
        action={
          <span class="row">
            {store.unsaved ? (
              <Button small onClick={() => void store.save()}>
                {words.saveAgain}
              </Button>
            ) : null}
            <Button small kind="quiet" onClick={() => store.dismiss()}>
              {words.dismiss}
            </Button>
          </span>
        }
      >
        {faults.length === 0 ? <p>{troubleText(shared, fault)}</p> : null}
        {faults.length === 0 && fault.requestId !== null && fault.status >= 500 ? (
          <p class="hint">{phrase(shared.requestId, { id: fault.requestId })}</p>
        ) : null}
        {faults.length === 0 ? null : (
          <ul>
            {faults.slice(0, MOST).map(({ uid, label, message }) => (
              <li key={`${uid ?? ''} ${message}`}>
                {uid === null || label === null ? (
                  message
                ) : (
                  <button type="button" class="link" onClick={() => showField(store, uid)}>
                    {phrase(words.atField, { label })}
                    {message}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {store.unsaved ? <p class="hint">{words.keptHere}</p> : null}
      </Notice>
    </div>
  )
}
