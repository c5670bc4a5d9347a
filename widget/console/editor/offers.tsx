/** Names with a screen colour: alternative inks, and papers. */

import { Button } from '../parts/button.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { phrase } from '../words.ts'
import { useEditor } from './context.ts'
import { freeKey } from './inks-edit.ts'
import type { OfferWire } from './scene-wire.ts'

export interface OffersProps {
  readonly list: readonly OfferWire[]
  /** What the button says, and what a new one is called. */
  readonly add: string
  readonly first: string
  readonly hex: string
  change(list: readonly OfferWire[]): void
}

export function Offers({ list, add, first, hex, change }: OffersProps) {
  const { words } = useEditor()
  const put = (at: number, changes: Partial<OfferWire>) =>
    change(list.map((one, index) => (index === at ? { ...one, ...changes } : one)))
  return (
    <div class="offers">
      {list.map((one, at) => (
        <div class="option-row" key={one.key}>
          <ColorInput
            label={`${words.inks.hex}, ${one.name}`}
            value={one.hex}
            onChange={(next) => put(at, { hex: next })}
          />
          <TextInput
            label={words.inks.name}
            hideLabel
            value={one.name}
            maxLength={64}
            onInput={(name) => put(at, { name })}
          />
          <Button
            small
            kind="quiet"
            aria-label={phrase(words.field.removeOption, { label: one.name })}
            onClick={() => change(list.filter((_, index) => index !== at))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button
        small
        onClick={() => {
          const name = list.length === 0 ? first : `${first} ${list.length + 1}`
          change([...list, { key: freeKey(list, name), name, hex }])
        }}
      >
        {add}
      </Button>
    </div>
  )
}

/** The browser's own way to choose a colour. */
export function ColorInput({
  label,
  value,
  disabled = false,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly disabled?: boolean
  onChange(hex: string): void
}) {
  return (
    <input
      class="color-input"
      type="color"
      aria-label={label}
      title={label}
      value={value.toLowerCase()}
      disabled={disabled}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  )
}
