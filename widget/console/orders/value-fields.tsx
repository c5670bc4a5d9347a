/** A form for the values of a template's fields. */
import { countGraphemes } from '../../editor/graphemes.ts'
import { Select } from '../parts/select.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { phrase, useWords } from '../words.ts'
import { isCustomerImage } from './customer-image.ts'
import { choicesOf } from './use-fields.ts'
import type { FieldWire, ValuesWire } from './wire.ts'

export interface ValueFieldsProps {
  readonly fields: readonly FieldWire[]
  readonly values: ValuesWire
  readonly faults: Readonly<Record<string, string>>
  /** What '' is called among choices. */
  readonly none?: string
  onChange(fieldId: string, value: string): void
}

/** Stands in the list for an image of the customer, which can be kept or replaced. */
const CUSTOMERS = 'customer image'

export function ValueFields({ fields, values, faults, none, onChange }: ValueFieldsProps) {
  const words = useWords('orders')
  return (
    <>
      {fields.map((field) => {
        const { id, label, required, max_length: most, multiline } = field
        const held = values[id] ?? ''
        const value = typeof held === 'string' ? held : CUSTOMERS
        const common = { label, error: faults[id], required }
        const choices = choicesOf(field)
        if (choices !== null) {
          const isCustomers = isCustomerImage(field, held)
          const isKnown = value === '' || choices.some((one) => one.value === value)
          const other = isCustomers
            ? { value: CUSTOMERS, label: words.customerImage }
            : { value, label: value }
          return (
            <Select
              key={id}
              {...common}
              value={isCustomers ? CUSTOMERS : value}
              options={[{ value: '', label: none ?? words.empty }, ...(isKnown ? [] : [other]), ...choices]}
              onChange={(next) => (next === CUSTOMERS ? undefined : onChange(id, next))}
            />
          )
        }
        const hint = most === null ? null : phrase(words.ofMost, { count: countGraphemes(value), most })
        const typed = {
          ...common,
          hint,
          value,
          dir: 'auto' as const,
          onInput: (next: string) => onChange(id, next),
        }
        return multiline ? <TextArea key={id} rows={3} {...typed} /> : <TextInput key={id} {...typed} />
      })}
    </>
  )
}
