/** Messages about the whole editor: errors with their remedy, and changes that it made itself. */
import { useEffect, useRef } from 'preact/hooks'
import type { MessageKey } from '../languages/language.ts'
import { useEditor } from './context.ts'
import type { Start } from './transport.ts'
import { faultWords, type Remedy } from './trouble-words.ts'

const REMEDIES: Readonly<Record<Remedy, MessageKey>> = {
  again: 'try_again',
  continue: 'continue_here',
  copy: 'make_copy',
  afresh: 'start_new',
}

export function FaultNotice({ kind }: { readonly kind: Start['kind'] }) {
  const { store, words } = useEditor()
  const { fault, template, phase } = store.state
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault !== null) notice.current?.focus()
  }, [fault])
  if (fault === null) return null
  const { says, remedies } = faultWords(fault, kind, template !== null)
  const act = async (remedy: Remedy) => {
    // What is in the store stays there; only what is lost is opened again.
    if (remedy === 'again' && phase !== 'failed' && fault.passes) return store.retry()
    return store.open(remedy === 'copy' ? { copy: true } : remedy === 'afresh' ? { afresh: true } : {})
  }
  return (
    <div class="notice fault" role="alert" ref={notice} tabIndex={-1}>
      <p>{words.say(says)}</p>
      {remedies.length === 0 ? null : (
        <p class="remedies">
          {remedies.map((remedy) => (
            <button key={remedy} type="button" class="plain" onClick={() => void act(remedy)}>
              {words.say(REMEDIES[remedy])}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

export function Notice() {
  const { store, words } = useEditor()
  const { say } = words
  const { notice } = store.state
  if (notice === null) return null
  return (
    <div class="notice" role="status">
      <p>{say(notice)}</p>
      <p class="remedies">
        {notice === 'changing' ? (
          <button type="button" class="plain" onClick={() => void store.keepApproved()}>
            {say('keep_approved')}
          </button>
        ) : null}
        {notice === 'restored' ? (
          <button type="button" class="plain" onClick={() => store.startOver()}>
            {say('start_over')}
          </button>
        ) : null}
        <button type="button" class="plain" onClick={() => store.dismiss()}>
          {say('dismiss')}
        </button>
      </p>
    </div>
  )
}
