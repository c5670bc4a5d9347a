/** The states of a line of a shop's order, those that want somebody first. */

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
