/** An empty state: a drawing, one sentence, and the first step. */
import type { ComponentChildren } from 'preact'
import { Drawing, type DrawingName } from './drawing.tsx'

export interface EmptyStateProps {
  readonly title: string
  readonly text: string
  readonly action?: ComponentChildren
  /** A sheet unless it is said. */
  readonly drawing?: DrawingName | undefined
}

export function EmptyState({ title, text, action, drawing = 'sheet' }: EmptyStateProps) {
  return (
    <div class="empty">
      <Drawing name={drawing} />
      <h2 class="empty-title">{title}</h2>
      <p class="empty-text">{text}</p>
      {action == null ? null : <div class="empty-action">{action}</div>}
    </div>
  )
}
