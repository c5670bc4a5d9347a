/** A native select. */
import { Field, type FieldProps } from './field.tsx'

export interface SelectOption<V extends string = string> {
  readonly value: V
  readonly label: string
  readonly disabled?: boolean | undefined
}

export interface SelectProps<V extends string> extends FieldProps {
  readonly value: V
  readonly options: readonly SelectOption<V>[]
  onChange(value: V): void
  readonly disabled?: boolean | undefined
}

export function Select<V extends string>({ value, options, onChange, disabled, ...rest }: SelectProps<V>) {
  return (
    <Field {...rest}>
      {(facts) => (
        <select
          {...facts}
          class="input select"
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((one) => one.value === event.currentTarget.value)
            if (chosen !== undefined) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** The choices of a filter: first the one that takes all, then each value by its word. */
export function filterOptions<V extends string>(
  all: string,
  values: readonly V[],
  words: Readonly<Record<V, string>>,
): readonly SelectOption<V | ''>[] {
  return [{ value: '', label: all }, ...values.map((value) => ({ value, label: words[value] }))]
}
