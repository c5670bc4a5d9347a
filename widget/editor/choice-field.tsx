/** A choice: swatches if its options have pictures, radio buttons if they are few, otherwise a list. */
import { useEditor } from './context.ts'
import { describedBy, FieldFrame, type FieldParts, fieldIds, useShownState } from './field-frame.tsx'
import { RadioTiles, type Tile } from './radio-tiles.tsx'
import type { OptionWire } from './wire.ts'

const MOST_RADIOS = 5

export function ChoiceField({ field, value }: FieldParts) {
  const { store, words, prefix } = useEditor()
  const { say } = words
  const state = useShownState(field)
  const locked = store.state.locked.has(field.id)
  const offered = (field.options ?? []) as readonly OptionWire[]
  // What was chosen before may be offered no more; it is shown until another is chosen.
  const options =
    value === '' || offered.some((option) => option.value === value)
      ? offered
      : [...offered, { value, label: value }]
  const mayBeNone = !field.required && field.default_value === ''
  const choose = (next: string) => store.edit({ values: { [field.id]: next } }, null)

  const isList = options.length > MOST_RADIOS && !options.some(({ image_url }) => image_url !== undefined)
  if (isList)
    return (
      <FieldFrame field={field} value={value} group={false}>
        <select
          id={fieldIds(prefix, field).control}
          value={value}
          disabled={locked}
          aria-describedby={describedBy(prefix, field, state)}
          aria-invalid={state.trouble !== null}
          aria-required={field.required}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {mayBeNone || value === '' ? <option value="">{say(mayBeNone ? 'none' : 'choose')}</option> : null}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled === true}>
              {option.disabled === true ? `${option.label} (${say('sold_out')})` : option.label}
            </option>
          ))}
        </select>
        {locked ? <p class="help">{say('locked')}</p> : null}
      </FieldFrame>
    )
  const tiles: Tile[] = options.map((option) => ({
    value: option.value,
    label: option.label,
    note: option.disabled === true ? say('sold_out') : null,
    disabled: option.disabled === true || locked,
    imageUrl: option.image_url ?? null,
    hex: null,
  }))
  const none: Tile = {
    value: '',
    label: say('none'),
    note: null,
    disabled: locked,
    imageUrl: null,
    hex: null,
  }
  return (
    <FieldFrame field={field} value={value} group={true}>
      <RadioTiles
        name={fieldIds(prefix, field).control}
        tiles={mayBeNone ? [none, ...tiles] : tiles}
        chosen={value}
        invalid={state.trouble !== null}
        onChoose={choose}
      />
      {locked ? <p class="help">{say('locked')}</p> : null}
    </FieldFrame>
  )
}
