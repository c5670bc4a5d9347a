/** A message on the page; screen readers announce errors at once. */
import type { ComponentChildren } from 'preact'

export interface NoticeProps {
  readonly kind?: 'info' | 'good' | 'warn' | 'bad' | undefined
  readonly title?: string | undefined
  readonly children?: ComponentChildren
  /** Such as a button to try again. */
  readonly action?: ComponentChildren
}

export function Notice({ kind = 'info', title, children, action }: NoticeProps) {
  return (
    <div class="notice" data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <div class="notice-text">
        {title === undefined ? null : <p class="notice-title">{title}</p>}
        {children}
      </div>
      {action === undefined ? null : <div class="notice-action">{action}</div>}
    </div>
  )
}
