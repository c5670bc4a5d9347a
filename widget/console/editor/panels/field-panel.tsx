/** Properties of the selected fields, in collapsible sections: text, position, customers, printing. */

import { Select } from '../../parts/select.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { phrase } from '../../words.ts'
import { triedValue, useEditor } from '../context.ts'
import { type EditField, uidOf } from '../scene-edit.ts'
import { ApiPanel } from './api-panel.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { LanguagesPanel } from './languages-panel.tsx'
import { LookPanel } from './look-panel.tsx'
import { OptionsPanel } from './options-panel.tsx'
import { PicturesPanel } from './pictures-panel.tsx'
import { PlacePanel } from './place-panel.tsx'
import { PrintPanel } from './print-panel.tsx'
import { FitPanel, TextPanel } from './text-panel.tsx'
import { UploadsPanel } from './uploads-panel.tsx'

export interface FieldPart {
  readonly field: EditField
  change(changes: Partial<EditField>): void
}

/** What several fields have a panel for. */
export interface FieldsPart {
  readonly fields: readonly EditField[]
  change(changes: Partial<EditField>): void
}

export function FieldPanel() {
  const { store, state, words, mayEdit } = useEditor()
  const uids = new Set([...state.selection].map(uidOf))
  const fields = state.scene.fields.filter(({ uid }) => uids.has(uid))
  const [field] = fields
  if (field === undefined) return <p class="hint panel-hint">{words.field.none}</p>
  const many = fields.length > 1
  const key = fields.map(({ uid }) => uid).join(' ')
  const change = (changes: Partial<EditField>) =>
    store.change(changes, `${Object.keys(changes).join()} ${key}`)
  const images = fields.every(({ type }) => type === 'image')
  const texts = fields.every(({ type }) => type !== 'image')
  return (
    <fieldset class="panels" disabled={!mayEdit} key={key}>
      <legend class="spoken">
        {many ? phrase(words.field.many, { count: fields.length }) : field.label}
      </legend>
      {many ? (
        <p class="hint panel-hint">{phrase(words.field.many, { count: fields.length })}</p>
      ) : (
        <div class="panel-head">
          <div data-first-property>
            <TextInput
              label={words.field.label}
              value={field.label}
              maxLength={200}
              dir="auto"
              onInput={(label) => change({ label })}
            />
          </div>
          <Default field={field} change={change} />
        </div>
      )}
      {texts ? <TextPanel fields={fields} change={change} /> : null}
      {images ? <PicturesPanel field={field} change={change} /> : null}
      {!many && field.type === 'selection' ? <OptionsPanel field={field} change={change} /> : null}
      <PlacePanel />
      <CustomerPanel fields={fields} change={change} />
      {many ? null : <LanguagesPanel field={field} change={change} />}
      {images ? <UploadsPanel field={field} change={change} /> : null}
      {texts ? <LookPanel /> : null}
      {texts ? <FitPanel /> : null}
      <PrintPanel fields={fields} change={change} />
      {many ? null : <ApiPanel field={field} />}
    </fieldset>
  )
}

function Default({ field, change }: FieldPart) {
  const { look, words } = useEditor()
  const onInput = (default_value: string) => change({ default_value })
  if (field.type === 'image') return null
  const tried = triedValue(look, field)
  const hint =
    tried === null || tried === field.default_value
      ? undefined
      : phrase(words.trial.atField, { value: tried === '' ? words.field.noDefault : tried })
  if (field.type === 'selection') {
    const options = (field.options ?? []).map(({ value, label }) => ({ value, label }))
    if (field.selection_set_id != null) return null
    return (
      <Select
        label={words.field.defaultOption}
        hint={hint}
        value={field.default_value}
        options={[
          { value: '', label: words.field.noDefault },
          ...options.filter(({ value }) => value !== ''),
        ]}
        onChange={onInput}
      />
    )
  }
  const lines = field.placements.some(({ style }) => style.wrap)
  const common = {
    label: words.field.defaultValue,
    hint,
    value: field.default_value,
    dir: 'auto' as const,
    onInput,
  }
  return lines ? <TextArea {...common} rows={2} /> : <TextInput {...common} />
}
