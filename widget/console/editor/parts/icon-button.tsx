/** An icon button with an accessible name and a tooltip, and a visible label where there is room. */
import type { ComponentChildren } from 'preact'

export interface IconButtonProps {
  readonly label: string
  /** Stands beside the picture; a part of the label. */
  readonly word?: string | undefined
  readonly pressed?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly danger?: boolean | undefined
  /** Keys that do the same, such as `Ctrl + Z`. */
  readonly keys?: string | undefined
  onClick(): void
  readonly children?: ComponentChildren
}

export function IconButton(props: IconButtonProps) {
  const { label, word, pressed, disabled = false, danger, keys, onClick, children } = props
  return (
    <button
      type="button"
      class={word === undefined ? 'tool' : 'tool worded'}
      aria-label={label}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-pressed={pressed}
      data-danger={danger || undefined}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon>{children}</Icon>
      {word === undefined ? null : <span class="tool-word">{word}</span>}
    </button>
  )
}

/** A line drawing on 16 by 16. */
export function Icon({ children }: { readonly children?: ComponentChildren }) {
  return (
    <svg class="line-icon" viewBox="0 0 16 16" aria-hidden="true">
      {children}
    </svg>
  )
}
