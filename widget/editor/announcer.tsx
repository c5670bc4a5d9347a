/** Announces changes to screen readers: politely, after typing has stopped, and nothing twice. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useEditor } from './context.ts'
import { troubleWords } from './trouble-words.ts'

/** Milliseconds without a change before an announcement. */
const REST_MS = 900

export function Announcer() {
  const { store, words } = useEditor()
  const { say } = words
  const [spoken, setSpoken] = useState('')
  const told = useRef({
    troubles: new Map<string, string>(),
    revision: 0,
    sending: 'settled',
    edits: store.state.content,
  })
  const { content, fill, pictures, sending, phase, tried, touched } = store.state

  useEffect(() => {
    const timer = setTimeout(() => {
      const said = sentences()
      // The same sentence again is heard only where it differs.
      if (said !== '') setSpoken((before) => (before === said ? `${said}\u00a0` : said))
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [content, fill, pictures, sending, phase, tried, touched])

  const sentences = (): string => {
    const { state } = store
    const before = told.current
    const list: string[] = []
    const troubles = new Map<string, string>()
    for (const field of state.template?.fields ?? []) {
      const { trouble, fit } = store.fieldState(field)
      const early = trouble?.kind === 'missing' && !state.tried && !state.touched.has(field.id)
      const earlier = before.troubles.get(field.id) ?? ''
      const says = trouble === null || early ? '' : troubleWords(say, field, trouble)
      // A count that goes down with every letter is not spoken each time.
      const kind = trouble === null || early ? '' : trouble.kind
      if (fit === 'checking' && earlier !== '') troubles.set(field.id, earlier)
      else if (kind !== '') troubles.set(field.id, kind)
      if (kind !== '' && kind !== earlier)
        list.push(say('field_trouble', { field: field.label, trouble: says }))
      else if (kind === '' && earlier !== '' && fit === 'fits')
        list.push(say('field_fits', { field: field.label }))
    }
    const { state: picture, revision } = store.pictures.shown(state.page)
    const isNew = picture === 'ready' && revision !== before.revision && before.revision !== 0
    if (isNew && state.phase === 'editing' && state.content !== before.edits)
      list.push(say('preview_updated'))
    if (state.sending === 'offline' && before.sending !== 'offline') list.push(say('state_offline'))
    told.current = {
      troubles,
      revision: picture === 'ready' ? revision : before.revision,
      sending: state.sending,
      edits: isNew ? state.content : before.edits,
    }
    return list.join(' ')
  }
  return (
    <div class="spoken" role="status" aria-live="polite">
      {spoken === '' ? null : spoken}
    </div>
  )
}
