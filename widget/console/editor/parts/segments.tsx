/** A choice among a few icons in a row. */
import { Icon } from './icon-button.tsx'

export interface SegmentsProps<V extends string> {
  readonly label: string
  readonly value: V | null
  readonly options: readonly { readonly value: V; readonly label: string; readonly path: string }[]
  onChange(value: V): void
}

export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  return (
    <fieldset class="segments">
      <legend class="spoken">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          class="tool"
          aria-label={option.label}
          title={option.label}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          <Icon>
            <path d={option.path} />
          </Icon>
        </button>
      ))}
    </fieldset>
  )
}
