/** The plate on which fields print, and how. */
import { Checkbox } from '../../parts/checkbox.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { Select } from '../../parts/select.tsx'
import { useEditor } from '../context.ts'
import { Fold } from '../parts/fold.tsx'
import { SLOTS } from '../scene-wire.ts'
import type { FieldsPart } from './field-panel.tsx'
import { InkSelect } from './ink-select.tsx'
import { shared } from './shared-value.ts'

export function PrintPanel({ fields, change }: FieldsPart) {
  const { words } = useEditor()
  const [field] = fields
  if (field === undefined) return null
  const tint = shared(fields, (one) => one.tint)
  const takesPlace = field.placements.some(({ in_place }) => in_place != null)
  const images = fields.some(({ type }) => type === 'image')
  return (
    <Fold name="print" title={words.print.title} open={images}>
      {images ? <InkSelect fields={fields} change={change} /> : null}
      <NumberInput
        label={words.print.tint}
        none={words.several}
        unit="%"
        min={1}
        max={100}
        value={tint === null ? null : Math.round(tint * 1000) / 10}
        onInput={(percent) =>
          percent !== null && percent > 0 && percent <= 100 && change({ tint: percent / 100 })
        }
      />
      <Select
        label={words.print.slot}
        value={field.slot}
        options={SLOTS.filter((slot) => slot !== 'in_place' || takesPlace || field.slot === slot).map(
          (value) => ({ value, label: words.print.slots[value] }),
        )}
        onChange={(slot) => change({ slot })}
      />
      <Checkbox
        label={words.print.overprint}
        hint={words.print.overprintHint}
        checked={field.overprint}
        mixed={fields.some(({ overprint }) => overprint !== field.overprint)}
        onChange={(overprint) => change({ overprint })}
      />
    </Fold>
  )
}
