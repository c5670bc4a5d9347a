/** The states of a line of a shop's order; those that need attention come first. */

import type { LineState } from '../../../core/service/storefront/order.ts'
import type { Tone } from '../parts/badge.tsx'
import type { Words } from '../words.ts'

export const LINE_STATES: readonly LineState[] = [
  'held',
  'failed',
  'attached',
  'finalizing',
  'finalized',
  'fulfilled',
  'withdrawn',
]

const TONES: Readonly<Record<LineState, Tone>> = {
  held: 'warn',
  failed: 'bad',
  attached: 'neutral',
  finalizing: 'busy',
  finalized: 'good',
  fulfilled: 'good',
  withdrawn: 'neutral',
}

export function lineState(
  words: Words<'storefronts'>,
  state: LineState,
): { readonly kind: Tone; readonly label: string } {
  return { kind: TONES[state], label: words.orders.states[state] }
}

/** A line whose design is in review has its print file later, or never: that stands in the place of its state. */
export function shownState(
  words: Words<'storefronts'>,
  { state, reason }: { readonly state: LineState; readonly reason: string | null },
): { readonly kind: Tone; readonly label: string } {
  const { reviews } = words.orders
  if (reason === 'review_requested') return { kind: 'warn', label: reviews.review_requested }
  if (reason === 'review_refused') return { kind: 'bad', label: reviews.review_refused }
  return lineState(words, state)
}
