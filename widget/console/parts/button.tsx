/** A button; while its action runs, it shows so and ignores further clicks. */
import type { ComponentChildren, JSX } from 'preact'

export interface ButtonProps extends Omit<JSX.HTMLAttributes<HTMLButtonElement>, 'type' | 'icon' | 'size'> {
  /** `main` for the one thing a page is about; `plain` unless it is said. */
  readonly kind?: 'main' | 'plain' | 'danger' | 'quiet' | undefined
  readonly busy?: boolean | undefined
  readonly type?: 'button' | 'submit' | undefined
  readonly disabled?: boolean | undefined
  /** Little height, for rows of tables. */
  readonly small?: boolean | undefined
  readonly children?: ComponentChildren
}

/** A busy button keeps the focus: who works with the keyboard must not fall out of the form. */
export function Button({
  kind = 'plain',
  busy = false,
  type = 'button',
  disabled = false,
  small = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={`button ${kind}${small ? ' small' : ''} ${rest.class ?? ''}`.trim()}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <span class="spinner" aria-hidden="true" /> : null}
      <span>{children}</span>
    </button>
  )
}
