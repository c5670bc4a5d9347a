/** Settings of the selected fields for customers. */
import { Checkbox } from '../../parts/checkbox.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { useEditor } from '../context.ts'
import { Fold } from '../parts/fold.tsx'
import type { FieldsPart } from './field-panel.tsx'
import { shared } from './shared-value.ts'

export function CustomerPanel({ fields, change }: FieldsPart) {
  const { words } = useEditor()
  const [field] = fields
  if (field === undefined) return null
  return (
    <Fold name="customer" title={words.field.customers} open>
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
      <Checkbox
        label={words.print.choice}
        checked={field.ink_choice ?? false}
        mixed={fields.some(({ ink_choice = false }) => ink_choice !== (field.ink_choice ?? false))}
        onChange={(ink_choice) => change({ ink_choice })}
      />
      {fields.every(({ type }) => type === 'text') ? (
        <NumberInput
          label={words.field.maxLength}
          none={fields.some(({ max_length }) => max_length !== field.max_length) ? words.several : undefined}
          unit={words.field.characters}
          min={1}
          max={5000}
          value={shared(fields, ({ max_length }) => max_length)}
          onInput={(max_length) =>
            change({ max_length: max_length === null ? null : Math.round(max_length) })
          }
        />
      ) : null}
      {fields.every(({ type }) => type !== 'image') ? (
        <TextInput
          label={words.field.group}
          hint={words.field.groupHint}
          value={shared(fields, ({ group }) => group ?? null) ?? ''}
          maxLength={100}
          onInput={(group) => change({ group: group.trim() === '' ? null : group })}
        />
      ) : null}
    </Fold>
  )
}
