/** Properties of the selected fields: label, default, limits, options or images, and printing. */

import { Checkbox } from '../../parts/checkbox.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { Select } from '../../parts/select.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { isFound } from '../field-list.tsx'
import { type EditField, uidOf } from '../scene-edit.ts'
import { SLOTS } from '../scene-wire.ts'
import { OptionsPanel } from './options-panel.tsx'
import { PicturesPanel } from './pictures-panel.tsx'
import { PlacePanel } from './place-panel.tsx'
import { TextPanel } from './text-panel.tsx'
import { UploadsPanel } from './uploads-panel.tsx'

export function FieldPanel() {
  const { store, state, words, mayEdit } = useEditor()
  const uids = new Set([...state.selection].map(uidOf))
  const fields = state.scene.fields.filter(({ uid }) => uids.has(uid))
  const [field] = fields
  if (field === undefined) return <p class="hint panel">{words.field.none}</p>
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
      {many ? <p class="hint panel">{phrase(words.field.many, { count: fields.length })}</p> : null}
      <section class="panel" aria-labelledby="field-title">
        <h3 id="field-title">{words.field.title}</h3>
        {many ? null : (
          <div data-first-property>
            <TextInput
              label={words.field.label}
              hint={words.field.labelHint}
              value={field.label}
              maxLength={200}
              dir="auto"
              onInput={(label) => change({ label })}
            />
          </div>
        )}
        {many ? null : <Default field={field} change={change} />}
        <Checkbox
          label={words.field.required}
          checked={field.required}
          mixed={fields.some(({ required }) => required !== field.required)}
          onChange={(required) => change({ required })}
        />
        <Checkbox
          label={words.field.locked}
          hint={words.field.lockedHint}
          checked={field.locked ?? false}
          mixed={fields.some(({ locked = false }) => locked !== (field.locked ?? false))}
          onChange={(locked) => change({ locked })}
        />
        {fields.every(({ type }) => type === 'text') ? (
          <NumberInput
            label={words.field.maxLength}
            unit={words.field.characters}
            min={1}
            max={5000}
            value={shared(fields, ({ max_length }) => max_length)}
            onInput={(max_length) =>
              change({ max_length: max_length === null ? null : Math.round(max_length) })
            }
          />
        ) : null}
        {texts ? (
          <TextInput
            label={words.field.group}
            hint={words.field.groupHint}
            value={shared(fields, ({ group }) => group ?? null) ?? ''}
            maxLength={100}
            onInput={(group) => change({ group: group.trim() === '' ? null : group })}
          />
        ) : null}
        {many ? null : <Key field={field} />}
      </section>
      {!many && field.type === 'selection' ? <OptionsPanel field={field} change={change} /> : null}
      {images ? <PicturesPanel field={field} change={change} /> : null}
      {images ? <UploadsPanel field={field} change={change} /> : null}
      <PlacePanel />
      <PrintPanel fields={fields} change={change} />
      {texts ? <TextPanel /> : null}
    </fieldset>
  )
}

export interface FieldPart {
  readonly field: EditField
  change(changes: Partial<EditField>): void
}

function shared<T>(fields: readonly EditField[], of: (field: EditField) => T): T | null {
  const [first] = fields
  if (first === undefined) return null
  return fields.every((field) => of(field) === of(first)) ? of(first) : null
}

function Default({ field, change }: FieldPart) {
  const { words } = useEditor()
  const onInput = (default_value: string) => change({ default_value })
  if (field.type === 'image') return null
  if (field.type === 'selection') {
    const options = (field.options ?? []).map(({ value, label }) => ({ value, label }))
    if (field.selection_set_id != null) return null
    return (
      <Select
        label={words.field.defaultOption}
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
    value: field.default_value,
    dir: 'auto' as const,
    onInput,
  }
  return lines ? <TextArea {...common} rows={3} /> : <TextInput {...common} />
}

function Key({ field }: { readonly field: EditField }) {
  const { words } = useEditor()
  return (
    <>
      {field.id === null ? (
        <p class="hint">{words.field.keyLater}</p>
      ) : (
        <>
          <CopyField label={words.field.key} value={field.id} />
          <p class="hint">{words.field.keyHint}</p>
        </>
      )}
      {isFound(field.source_name) ? (
        <p class="hint">
          {words.field.source}: <bdi>{field.source_name}</bdi>
        </p>
      ) : null}
    </>
  )
}

/** Which plate a field prints on, and how. */
function PrintPanel({
  fields,
  change,
}: {
  readonly fields: readonly EditField[]
  change(changes: Partial<EditField>): void
}) {
  const { state, words } = useEditor()
  const [field] = fields
  if (field === undefined) return null
  const { inks } = state.scene
  const takesPlace = field.placements.some(({ in_place }) => in_place != null)
  return (
    <section class="panel" aria-labelledby="print-title">
      <h3 id="print-title">{words.print.title}</h3>
      <Select
        label={words.print.ink}
        value={field.ink ?? ''}
        options={[
          { value: '', label: phrase(words.print.primary, { name: inks[0]?.name ?? '' }) },
          ...inks.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(ink) => change({ ink: ink === '' ? null : ink })}
      />
      <Checkbox
        label={words.print.choice}
        checked={field.ink_choice ?? false}
        mixed={fields.some(({ ink_choice = false }) => ink_choice !== (field.ink_choice ?? false))}
        onChange={(ink_choice) => change({ ink_choice })}
      />
      <NumberInput
        label={words.print.tint}
        unit="%"
        min={1}
        max={100}
        value={Math.round((shared(fields, ({ tint }) => tint) ?? field.tint) * 1000) / 10}
        onInput={(percent) =>
          percent !== null && percent > 0 && percent <= 100 && change({ tint: percent / 100 })
        }
      />
      <Checkbox
        label={words.print.overprint}
        hint={words.print.overprintHint}
        checked={field.overprint}
        mixed={fields.some(({ overprint }) => overprint !== field.overprint)}
        onChange={(overprint) => change({ overprint })}
      />
      <Select
        label={words.print.slot}
        value={field.slot}
        options={SLOTS.filter((slot) => slot !== 'in_place' || takesPlace || field.slot === slot).map(
          (value) => ({
            value,
            label: words.print.slots[value],
          }),
        )}
        onChange={(slot) => change({ slot })}
      />
    </section>
  )
}
