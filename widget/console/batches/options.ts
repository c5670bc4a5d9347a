/** The options of a field, of which images are known by their id. */
import type { FieldWire } from '../orders/wire.ts'

export interface Option {
  readonly value: string
  readonly label: string
}

export function optionsOf({ options }: Pick<FieldWire, 'options'>): readonly Option[] {
  return (options ?? []).map((option) => ({
    value: 'value' in option ? option.value : option.id,
    label: option.label,
  }))
}
