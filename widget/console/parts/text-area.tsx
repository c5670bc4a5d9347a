/** Text of several lines. */
import { Field, type FieldProps } from './field.tsx'

export interface TextAreaProps extends FieldProps {
  readonly value: string
  onInput(value: string): void
  readonly rows?: number | undefined
  readonly maxLength?: number | undefined
  readonly readOnly?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** As code is set: letters of one width. */
  readonly code?: boolean | undefined
  readonly dir?: 'auto' | 'ltr' | 'rtl' | undefined
}

export function TextArea({ value, onInput, rows = 4, code = false, ...rest }: TextAreaProps) {
  const { label, hint, error, required, hideLabel, ...attributes } = rest
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(facts) => (
        <textarea
          {...attributes}
          {...facts}
          class={code ? 'input code' : 'input'}
          rows={rows}
          value={value}
          required={required}
          spellcheck={!code}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
