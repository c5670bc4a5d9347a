/** Words and colours of the statuses of jobs, print files and deliveries. */

import type { Tone } from '../parts/badge.tsx'
import type { Words } from '../words.ts'
import type { FillWire, FolderDeliveryWire, RenderWire } from './wire.ts'

export interface StateLabel {
  readonly kind: Tone
  readonly label: string
}

export type ProductionStatus = FillWire['production_status']

/** Those that a list is narrowed by, in the order of the work. */
export const PRODUCTION_VIEWS = [
  'approved',
  'to_print',
  'printing',
  'held',
  'failed',
  'done',
  'canceled',
  'draft',
] as const satisfies readonly ProductionStatus[]

const PRODUCTION_TONES = {
  draft: 'neutral',
  approved: 'busy',
  to_print: 'busy',
  printing: 'busy',
  done: 'good',
  held: 'warn',
  failed: 'bad',
  canceled: 'neutral',
} as const satisfies Readonly<Record<ProductionStatus, Tone>>

export function productionState(
  words: Words<'orders'>,
  fill: Pick<FillWire, 'production_status' | 'held_reason' | 'status' | 'status_reason' | 'review'>,
): StateLabel {
  const { production_status: status, held_reason: held, status_reason: reason } = fill
  const kind = PRODUCTION_TONES[status]
  if (fill.status !== 'expired' && fill.review.status === 'refused')
    return { kind: 'bad', label: words.review.isRefused }
  if (status === 'canceled' && reason !== null) return { kind, label: words.fillReason[reason] }
  if (status === 'held' && held === 'review') return { kind, label: words.review.inReview }
  return { kind, label: words.production[status] }
}

const RENDER_TONES = { queued: 'busy', succeeded: 'good', failed: 'bad', canceled: 'neutral' } as const

export function renderState(
  words: Words<'orders'>,
  render: Pick<RenderWire, 'status' | 'order_status'>,
): StateLabel {
  if (render.order_status === 'canceled') return { kind: 'warn', label: words.orderCanceled }
  return { kind: RENDER_TONES[render.status], label: words.renderStatus[render.status] }
}

const FOLDER_TONES = {
  pending: 'busy',
  held: 'warn',
  failed: 'warn',
  succeeded: 'good',
  exhausted: 'bad',
  skipped: 'neutral',
} as const

export function folderState(
  words: Words<'orders'>,
  { outcome }: Pick<FolderDeliveryWire, 'outcome'>,
): StateLabel {
  return { kind: FOLDER_TONES[outcome], label: words.folderOutcome[outcome] }
}

/** The end of an id: enough to tell two records on a page apart. */
export function shortId(id: string): string {
  return id.slice(-8)
}
