/** The design in words: each entry in the form's order, then inks and paper. */
import { useEditor } from './context.ts'
import { valueIn } from './field-state.ts'
import { fieldInks, inkChoices, inkOf } from './inks.ts'
import { readOwn } from './own/own-value.ts'
import type { FieldWire, OptionWire, PictureWire } from './wire.ts'

export function Entries() {
  const { store, words } = useEditor()
  const { say } = words
  const { template, content } = store.state
  if (template === null) return null
  const inks = fieldInks(template, content)
  return (
    <dl class="entries">
      {template.fields.map((field) => {
        const value = valueIn(field, content)
        const shown = isOwn(field, value) ? say('image_own') : shownValue(field, value)
        const ink =
          field.ink_choice && inks.length > 1
            ? inks.find(({ index }) => index === inkOf(field, content))
            : undefined
        return (
          <div key={field.id}>
            <dt>
              <bdi>{field.label}</bdi>
            </dt>
            <dd dir="auto" data-empty={shown === ''}>
              {shown === '' ? say('left_empty') : shown}
              {ink === undefined ? null : <small> · {ink.name}</small>}
            </dd>
          </div>
        )
      })}
      {inkChoices(template, content).map(({ index, chosen }) => (
        <div key={`ink ${index}`}>
          <dt>{say('ink')}</dt>
          <dd>{chosen.name}</dd>
        </div>
      ))}
      {template.scene_summary.papers.length === 0 || content.substrate === null ? null : (
        <div>
          <dt>{say('paper')}</dt>
          <dd>{content.substrate.name}</dd>
        </div>
      )}
    </dl>
  )
}

function isOwn(field: FieldWire, value: string): boolean {
  return field.type === 'image' && readOwn(value) !== null
}

function shownValue(field: FieldWire, value: string): string {
  if (field.type === 'text') return value
  for (const option of field.options ?? []) if (idOf(option) === value) return option.label
  return value
}

function idOf(option: OptionWire | PictureWire): string {
  return 'value' in option ? option.value : option.id
}
