/** The frame of every form control: label, hint and error. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface FieldProps {
  readonly label: string
  readonly hint?: string | null | undefined
  /** The error as a sentence; null or undefined without one. */
  readonly error?: string | null | undefined
  readonly required?: boolean | undefined
  /** The label is said but not shown, where a heading shows it already. */
  readonly hideLabel?: boolean | undefined
}

/** The attributes that tie a control to its label, hint and error. */
export interface ControlFacts {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export function Field({
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  children,
}: FieldProps & { children(facts: ControlFacts): ComponentChildren }) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : null
  const errorId = error ? `${id}-error` : null
  return (
    <div class="field" data-invalid={error ? true : undefined}>
      <label class={hideLabel ? 'spoken' : 'label'} for={id}>
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': [hintId, errorId].filter((one) => one !== null).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hintId === null ? null : (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {errorId === null ? null : (
        <p class="error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}
