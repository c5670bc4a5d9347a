/** A checkbox with its label. */
import { useEffect, useId, useRef } from 'preact/hooks'

export interface CheckboxProps {
  readonly label: string
  readonly hint?: string | null | undefined
  readonly checked: boolean
  /** Some of what it stands for is on, some is off. */
  readonly mixed?: boolean | undefined
  onChange(checked: boolean): void
  readonly disabled?: boolean | undefined
  readonly hideLabel?: boolean | undefined
}

export function Checkbox({
  label,
  hint,
  checked,
  mixed = false,
  onChange,
  disabled,
  hideLabel = false,
}: CheckboxProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <div class="checkbox">
      <label>
        <input
          ref={box}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span class={hideLabel ? 'spoken' : undefined}>{label}</span>
      </label>
      {hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
