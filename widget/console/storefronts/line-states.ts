/** The states of a line of a shop's order as lists show them; the service says each line in words. */

import type { LineState } from '../../../core/service/storefront/order.ts'
import type { Tone } from '../parts/badge.tsx'
import type { StorefrontLineWire } from './wire.ts'

/** For filters: those that need attention come first. */
export const LINE_STATES: readonly LineState[] = [
  'held',
  'failed',
  'attached',
  'finalizing',
  'finalized',
  'fulfilled',
  'withdrawn',
]

type LineTone = StorefrontLineWire['tone']

/** The most urgent first. */
const TONES: Readonly<Record<LineTone, Tone>> = {
  critical: 'bad',
  warning: 'warn',
  busy: 'busy',
  good: 'good',
  neutral: 'neutral',
}

export function toneOf({ tone }: Pick<StorefrontLineWire, 'tone'>): Tone {
  return TONES[tone]
}

export interface LabelCount {
  readonly label: string
  readonly kind: Tone
  readonly count: number
}

/** The labels of an order's lines with their numbers, the most urgent first. */
export function labelCounts(
  lines: readonly Pick<StorefrontLineWire, 'label' | 'tone'>[],
): readonly LabelCount[] {
  return Object.keys(TONES).flatMap((tone) => {
    const toned = lines.filter((line) => line.tone === tone)
    return [...new Set(toned.map(({ label }) => label))].map((label) => ({
      ...{ label, kind: TONES[tone as LineTone] },
      count: toned.filter((line) => line.label === label).length,
    }))
  })
}
