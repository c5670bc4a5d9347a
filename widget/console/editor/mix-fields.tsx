/** How an ink prints: as a plate of its own, as a mix of the four process plates, or as an RGB colour. */

import { NumberInput } from '../parts/number-input.tsx'
import { Select } from '../parts/select.tsx'
import { useEditor } from './context.ts'
import { formOf, type InkForm, mixedInk, partsOf, withForm } from './inks-edit.ts'
import type { InkWire } from './scene-wire.ts'

const FORMS: readonly InkForm[] = ['separation', 'cmyk', 'rgb']
const PARTS = { cmyk: ['cyan', 'magenta', 'yellow', 'black'], rgb: ['red', 'green', 'blue'] } as const

export function MixFields({ ink, at }: { readonly ink: InkWire; readonly at: number }) {
  const { store, words } = useEditor()
  const form = formOf(ink)
  const parts = partsOf(ink)
  return (
    <>
      <Select
        label={words.inks.kind}
        value={form}
        options={FORMS.map((value) => ({ value, label: words.inks.kinds[value] }))}
        onChange={(next) => store.edit((before) => withForm(before, at, next))}
      />
      {form === 'separation' ? null : (
        <>
          <div class="panel-grid">
            {PARTS[form].map((part, axis) => (
              <NumberInput
                key={part}
                label={words.inks.mixParts[part]}
                value={parts[axis] ?? 0}
                min={0}
                max={form === 'rgb' ? 255 : 100}
                {...(form === 'rgb' ? {} : { unit: '%' })}
                onInput={(value) => {
                  const next = parts.map((known, index) => (index === axis ? (value ?? 0) : known))
                  store.edit((before) => mixedInk(before, at, { [form]: next }), `mix ${ink.key}`)
                }}
              />
            ))}
          </div>
          <p class="hint">{form === 'rgb' ? words.inks.rgbHint : words.inks.mixHint}</p>
        </>
      )}
    </>
  )
}
