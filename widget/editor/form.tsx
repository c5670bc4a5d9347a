/** The form: every field of the template in order, then inks and paper, with the problems on top. */
import { useEffect, useRef } from 'preact/hooks'
import { ChoiceField } from './choice-field.tsx'
import { useEditor } from './context.ts'
import { valueIn } from './field-state.ts'
import { FieldInk, InkFields } from './ink-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { focusField } from './preview.tsx'
import { TextField } from './text-field.tsx'
import { troubleWords } from './trouble-words.ts'
import type { FieldWire } from './wire.ts'

const CONTROLS = { text: TextField, selection: ChoiceField, image: PictureField } as const

export function Form({ onReview }: { onReview(): void }) {
  const { store, words } = useEditor()
  const { template, content } = store.state
  if (template === null) return null
  return (
    <form
      class="form"
      aria-label={words.say('form')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onReview()
      }}
    >
      <Troubles />
      {template.fields.map((field) => {
        const Control = CONTROLS[field.type]
        return (
          <div key={field.id} class="entry">
            <Control field={field} value={valueIn(field, content)} />
            <FieldInk field={field} />
          </div>
        )
      })}
      <InkFields />
      {/* Enter in a text field submits a form only where there is something to submit it with. */}
      <button type="submit" class="spoken" tabIndex={-1} aria-hidden="true" />
    </form>
  )
}

/** After saving was tried: each field in trouble, as a way to it. */
function Troubles() {
  const { store, words, prefix } = useEditor()
  const { say } = words
  const { tried } = store.state
  const troubled = tried ? store.troubled() : []
  const list = useRef<HTMLElement>(null)
  const any = troubled.length > 0
  useEffect(() => {
    if (any) list.current?.focus()
  }, [any])
  if (!any) return null
  const says = (field: FieldWire) => {
    const { trouble } = store.fieldState(field)
    return trouble === null ? '' : troubleWords(say, field, trouble)
  }
  return (
    <section class="troubles" ref={list} tabIndex={-1} aria-label={say('look_first')}>
      <p>{say('look_first')}</p>
      <ul>
        {troubled.map((field) => (
          <li key={field.id}>
            <button type="button" class="link" onClick={() => focusField(prefix, field)}>
              {say('field_trouble', { field: field.label, trouble: says(field) })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
