/** Progress; null if it is unknown. */

export interface ProgressProps {
  /** 0 to 1, or null. */
  readonly value: number | null
  readonly label: string
  /** Said beside it, such as `3 of 12`. */
  readonly detail?: string | undefined
}

export function Progress({ value, label, detail }: ProgressProps) {
  return (
    <div class="progress">
      <div class="progress-head">
        <span>{label}</span>
        {detail === undefined ? null : <span class="progress-detail">{detail}</span>}
      </div>
      <progress aria-label={label} max={1} {...(value === null ? {} : { value })} />
    </div>
  )
}
