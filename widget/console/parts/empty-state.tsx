/** An empty page: its purpose, and the first step. */
import type { ComponentChildren } from 'preact'

export interface EmptyStateProps {
  readonly title: string
  readonly text: string
  readonly action?: ComponentChildren
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div class="empty">
      <h2 class="empty-title">{title}</h2>
      <p class="empty-text">{text}</p>
      {action == null ? null : <div class="empty-action">{action}</div>}
    </div>
  )
}
