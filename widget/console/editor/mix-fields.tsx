/** What an ink prints as: a plate of its own, or a mix of the four process plates in per cent. */

import { NumberInput } from '../parts/number-input.tsx'
import { Select } from '../parts/select.tsx'
import { useEditor } from './context.ts'
import { mixedInk, partsOf, withMix } from './inks-edit.ts'
import type { InkWire } from './scene-wire.ts'

const PLATES = ['cyan', 'magenta', 'yellow', 'black'] as const

export function MixFields({ ink, at }: { readonly ink: InkWire; readonly at: number }) {
  const { store, words } = useEditor()
  const parts = partsOf(ink)
  return (
    <>
      <Select
        label={words.inks.kind}
        value={parts === null ? 'separation' : 'mix'}
        options={(['separation', 'mix'] as const).map((value) => ({ value, label: words.inks.kinds[value] }))}
        onChange={(kind) => store.edit((before) => withMix(before, at, kind === 'mix'))}
      />
      {parts === null ? null : (
        <>
          <div class="panel-grid">
            {PLATES.map((plate, axis) => (
              <NumberInput
                key={plate}
                label={words.inks.mixPlates[plate]}
                value={parts[axis] ?? 0}
                min={0}
                max={100}
                unit="%"
                onInput={(value) => {
                  const next = parts.map((part, index) => (index === axis ? (value ?? 0) : part))
                  store.edit((before) => mixedInk(before, at, next), `mix ${ink.key}`)
                }}
              />
            ))}
          </div>
          <p class="hint">{words.inks.mixHint}</p>
        </>
      )}
    </>
  )
}
