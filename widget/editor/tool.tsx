/** An icon button with an accessible name and a tooltip. */

const ICONS = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  close: 'M6 6l12 12M18 6 6 18',
  turn: 'M19 5v5h-5M19 10a7.5 7.5 0 1 0 .6 4.5',
} as const

export function Tool({
  label,
  icon,
  disabled = false,
  tabIndex,
  onClick,
}: {
  readonly label: string
  readonly icon: keyof typeof ICONS
  readonly disabled?: boolean
  /** Of a toolbar with one stop. */
  readonly tabIndex?: number | undefined
  onClick(): void
}) {
  // Decision: what does nothing now stays in the order of tabs, or the focus would be lost at the last step.
  return (
    <button
      type="button"
      class="tool"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      tabIndex={tabIndex}
      onClick={() => {
        if (!disabled) onClick()
      }}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" data-icon={icon}>
        <path d={ICONS[icon]} />
      </svg>
    </button>
  )
}
