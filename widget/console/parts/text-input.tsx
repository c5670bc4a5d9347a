/** One line of text. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Field, type FieldProps } from './field.tsx'

export interface TextInputProps extends FieldProps {
  readonly value: string
  onInput(value: string): void
  onBlur?: (() => void) | undefined
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'date' | undefined
  readonly name?: string | undefined
  readonly autocomplete?: string | undefined
  readonly placeholder?: string | undefined
  readonly maxLength?: number | undefined
  readonly readOnly?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Takes the focus when it appears; `selected`: with its text, to be written anew. */
  readonly focused?: boolean | 'selected' | undefined
  readonly spellcheck?: boolean | undefined
  readonly dir?: 'auto' | 'ltr' | 'rtl' | undefined
}

export function TextInput({ value, onInput, onBlur, focused = false, ...rest }: TextInputProps) {
  const { label, hint, error, required, hideLabel, type = 'text', spellcheck, ...attributes } = rest
  const input = useRef<HTMLInputElement>(null)
  // Before anything is typed: it is meant for this input.
  useLayoutEffect(() => {
    if (focused !== false) input.current?.focus()
    if (focused === 'selected') input.current?.select()
  }, [focused])
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(facts) => (
        <input
          {...attributes}
          {...facts}
          ref={input}
          class="input"
          type={type}
          value={value}
          required={required}
          spellcheck={spellcheck ?? false}
          // For the `showModal` of a dialog around it.
          autofocus={focused !== false}
          onInput={(event) => onInput(event.currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}
