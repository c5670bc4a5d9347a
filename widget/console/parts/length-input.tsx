/** A length in points, shown and entered in the current unit; an explicit unit (`3 mm`) is understood. */
import { useLayoutEffect, useState } from 'preact/hooks'
import { decimalText, readLength, toPoints, toUnit, useUnit } from '../units.ts'
import { useLanguage } from '../words.ts'
import { Field, type FieldProps } from './field.tsx'

export interface LengthInputProps extends FieldProps {
  /** Points; null where several differ or none is set. */
  readonly value: number | null
  /** On Enter, on leaving it, and at each step of the arrow keys. */
  onChange(points: number): void
  /** Points. */
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly disabled?: boolean | undefined
  /** Shown where it is empty, such as the word for several values. */
  readonly none?: string | undefined
}

export function LengthInput({ value, onChange, min, max, disabled, none, ...rest }: LengthInputProps) {
  const unit = useUnit()
  const language = useLanguage()
  const shown = value === null ? '' : decimalText(toUnit(value, unit), language)
  const [text, setText] = useState(shown)
  useLayoutEffect(() => setText(shown), [shown])
  const held = (points: number) =>
    Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, points))
  const take = () => {
    const points = readLength(text, unit)
    if (points === null) setText(shown)
    else if (value === null || Math.abs(held(points) - value) > 1e-6) onChange(held(points))
    else setText(shown)
  }
  return (
    <Field {...rest}>
      {(facts) => (
        <span class="with-unit">
          <input
            {...facts}
            class="input number"
            type="text"
            inputMode="decimal"
            autocomplete="off"
            placeholder={none}
            value={text}
            disabled={disabled}
            onInput={(event) => setText(event.currentTarget.value)}
            onBlur={take}
            onKeyDown={(event) => {
              if (event.key === 'Enter') take()
              if (event.key === 'Escape') setText(shown)
              const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
              if (way === 0) return
              event.preventDefault()
              const by = (unit === 'inch' ? 0.01 : unit === 'mm' ? 0.5 : 1) * (event.shiftKey ? 10 : 1)
              onChange(held((readLength(text, unit) ?? value ?? 0) + way * toPoints(by, unit)))
            }}
          />
          <span class="unit">{unit === 'inch' ? 'in' : unit}</span>
        </span>
      )}
    </Field>
  )
}
