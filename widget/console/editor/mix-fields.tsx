/** How an ink prints: as a plate of its own, as a mix of the four process plates, or as an RGB colour. */

import type { BrandColorWire } from '../library/library.ts'
import { NumberInput } from '../parts/number-input.tsx'
import { Select } from '../parts/select.tsx'
import { useList } from '../resources.ts'
import { useEditor } from './context.ts'
import { formOf, type InkForm, mixedInk, partsOf, renamedInk, withForm } from './inks-edit.ts'
import type { InkWire } from './scene-wire.ts'

const FORMS: readonly InkForm[] = ['separation', 'cmyk', 'rgb']
const PARTS = { cmyk: ['cyan', 'magenta', 'yellow', 'black'], rgb: ['red', 'green', 'blue'] } as const

/** The shop's brand colours; one of them names the ink and states its mix. Nothing where the shop has none. */
function BrandColorSelect({ ink, at }: { readonly ink: InkWire; readonly at: number }) {
  const { store, words } = useEditor()
  const { items } = useList<BrandColorWire>('/v1/brand_colors', { limit: 100 })
  if (items.length === 0) return null
  const used = items.find(({ name, cmyk }) => name === ink.name && `${cmyk}` === `${ink.cmyk}`)
  return (
    <Select
      label={words.inks.brand}
      value={used?.id ?? ''}
      options={[
        { value: '', label: words.inks.noBrand, disabled: used !== undefined },
        ...items.map(({ id, name, cmyk }) => ({ value: id, label: `${name} (${cmyk.join('/')})` })),
      ]}
      onChange={(id) => {
        const color = items.find((one) => one.id === id)
        if (color === undefined) return
        store.edit((before) => mixedInk(renamedInk(before, at, color.name), at, { cmyk: color.cmyk }))
      }}
    />
  )
}

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
      {form === 'cmyk' ? <BrandColorSelect ink={ink} at={at} /> : null}
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
