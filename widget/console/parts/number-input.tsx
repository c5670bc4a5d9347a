/** A number in the notation of the language, with the arrow keys as steps; empty is null. */
import { useLayoutEffect, useState } from 'preact/hooks'
import { decimalText } from '../units.ts'
import { useLanguage } from '../words.ts'
import { Field, type FieldProps } from './field.tsx'

export interface NumberInputProps extends FieldProps {
  readonly value: number | null
  /** Null where it is left empty. Called with what can be read, at every change. */
  onInput(value: number | null): void
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  readonly disabled?: boolean | undefined
  /** Shown where it is empty, such as the word for several values. */
  readonly none?: string | undefined
  /** Said behind the number, such as `%`. */
  readonly unit?: string | undefined
}

export function NumberInput({
  value,
  onInput,
  min,
  max,
  step = 1,
  disabled,
  none,
  unit,
  ...rest
}: NumberInputProps) {
  const language = useLanguage()
  const textOf = (one: number | null) => (one === null ? '' : decimalText(one, language))
  const [text, setText] = useState(textOf(value))
  // At once: later it could put back what was typed before the input was left.
  useLayoutEffect(() => {
    // What is half typed stays: `1,` reads as 1 and is not yet over.
    setText((before) => (readNumber(before) === value ? before : textOf(value)))
  }, [value])
  const take = (next: number) => {
    const held = Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, next))
    const rounded = Number(held.toFixed(6))
    setText(textOf(rounded))
    onInput(rounded)
    return textOf(rounded)
  }
  return (
    <Field {...rest}>
      {(facts) => (
        <span class="with-unit">
          <input
            {...facts}
            class="input number"
            type="text"
            inputMode={step < 1 ? 'decimal' : 'numeric'}
            autocomplete="off"
            placeholder={none}
            value={text}
            disabled={disabled}
            required={rest.required}
            onInput={(event) => {
              const typed = event.currentTarget.value
              setText(typed)
              const read = readNumber(typed)
              if (read !== undefined) onInput(read)
            }}
            onBlur={(event) => {
              const input = event.currentTarget
              const read = readNumber(input.value)
              if (read === undefined) setText(textOf(value))
              if (read === null) return
              // What is left before it was drawn would not be drawn again: the state ends where it began.
              input.value = read === undefined ? textOf(value) : take(read)
            }}
            onKeyDown={(event) => {
              const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
              if (way === 0) return
              event.preventDefault()
              take((value ?? 0) + way * step * (event.shiftKey ? 10 : 1))
            }}
          />
          {unit === undefined ? null : <span class="unit">{unit}</span>}
        </span>
      )}
    </Field>
  )
}

/** Null for nothing, undefined for what is no number. */
function readNumber(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  const number = Number(plain)
  return Number.isFinite(number) ? number : undefined
}
