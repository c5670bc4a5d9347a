/** The outcome of a delivery attempt, as a word and a colour. */

import type { Tone } from '../parts/badge.tsx'
import type { Words } from '../words.ts'
import type { DeliveryWire } from './wire.ts'

const TONES = {
  pending: 'busy',
  failed: 'warn',
  succeeded: 'good',
  exhausted: 'bad',
  skipped: 'neutral',
} as const

export function outcomeOf(
  words: Words<'developers'>,
  { outcome }: Pick<DeliveryWire, 'outcome'>,
): { readonly kind: Tone; readonly label: string } {
  return { kind: TONES[outcome], label: words.hook.outcomes[outcome] }
}
