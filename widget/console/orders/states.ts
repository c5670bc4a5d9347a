/** Words and colours of the statuses of jobs, print files and deliveries. */

import type { Tone } from '../parts/badge.tsx'
import type { Words } from '../words.ts'
import type { FillWire, FolderDeliveryWire, RenderWire } from './wire.ts'

export interface StateLabel {
  readonly kind: Tone
  readonly label: string
}

export function fillState(
  words: Words<'orders'>,
  fill: Pick<FillWire, 'status' | 'status_reason' | 'draft' | 'review'>,
): StateLabel {
  const { status, status_reason: reason } = fill
  if (status === 'expired')
    return { kind: 'neutral', label: reason === null ? words.fillStatus.expired : words.fillReason[reason] }
  if (fill.review.status === 'requested') return { kind: 'warn', label: words.review.inReview }
  if (fill.review.status === 'refused') return { kind: 'bad', label: words.review.isRefused }
  if (fill.draft) return { kind: 'neutral', label: words.fillStatus.draft }
  return { kind: status === 'finalized' ? 'good' : 'neutral', label: words.fillStatus[status] }
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
