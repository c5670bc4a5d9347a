/** How an ink prints: as a plate of its own, as a mix of the four process plates, or as an RGB colour. */

import { useEffect, useState } from 'preact/hooks'
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
  const offered = items.filter(({ lab }) => (lab === null) === (formOf(ink) === 'cmyk'))
  if (offered.length === 0) return null
  const used = offered.find(
    ({ name, cmyk, lab }) => name === ink.name && `${cmyk ?? lab}` === `${ink.cmyk ?? ink.lab}`,
  )
  return (
    <Select
      label={words.inks.brand}
      value={used?.id ?? ''}
      options={[
        { value: '', label: words.inks.noBrand, disabled: used !== undefined },
        ...offered.map(({ id, name, cmyk, lab }) => ({
          value: id,
          label: `${name} (${lab === null ? '' : 'Lab '}${(cmyk ?? lab ?? []).join('/')})`,
        })),
      ]}
      onChange={(id) => {
        const color = offered.find((one) => one.id === id)
        if (color === undefined) return
        const { name, cmyk, lab } = color
        const mix = lab === null ? { cmyk: cmyk ?? [] } : { lab }
        store.edit((before) => mixedInk(renamedInk(before, at, name), at, mix))
      }}
    />
  )
}

const AXES = [
  { name: 'lightness', min: 0, max: 100 },
  { name: 'a', min: -128, max: 127 },
  { name: 'b', min: -128, max: 127 },
] as const

/** What was measured of a spot colour; with all three the swatch and the preview show it. */
function LabFields({ ink, at }: { readonly ink: InkWire; readonly at: number }) {
  const { store, words } = useEditor()
  const [parts, setParts] = useState<readonly (number | null)[]>(ink.lab ?? [null, null, null])
  const stated = `${ink.lab}`
  useEffect(() => setParts(ink.lab ?? [null, null, null]), [stated])
  const take = (axis: number, value: number | null) => {
    const next = parts.map((known, index) => (index === axis ? value : known))
    setParts(next)
    const lab = next.filter((part) => part !== null)
    const isWhole = lab.length === AXES.length
    if (!isWhole && ink.lab === undefined) return
    store.edit((before) => mixedInk(before, at, isWhole ? { lab } : {}), `lab ${ink.key}`)
  }
  return (
    <>
      <div class="panel-grid">
        {AXES.map(({ name, min, max }, axis) => (
          <NumberInput
            key={name}
            label={words.inks.labParts[name]}
            value={parts[axis] ?? null}
            min={min}
            max={max}
            onInput={(value) => take(axis, value)}
          />
        ))}
      </div>
      <p class="hint">{words.inks.labHint}</p>
    </>
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
      {form === 'rgb' ? null : <BrandColorSelect ink={ink} at={at} />}
      {form === 'separation' ? (
        <LabFields ink={ink} at={at} />
      ) : (
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
