/** Test values: as designed, short, long, right to left, and with characters that fonts lack. */
import { graphemesOf } from '../../browser-apis.ts'
import type { FieldWire } from './scene-wire.ts'

export const TRIALS = ['default', 'short', 'long', 'rtl', 'missing'] as const
export type Trial = (typeof TRIALS)[number]

const SHORT = 'Io'
const LONG =
  'Maximiliane Hohenwarter-Fitzgerald of Greater Castle Wynfield upon Thames and the Northern Counties Joint Office'
/** Hebrew with a number, as it stands in addresses. */
const RTL = 'שלום רחוב הרצל 12 תל אביב'
/** A Glagolitic letter, a rune and a cuneiform sign: hardly any text font has them. */
const MISSING = 'A Ⰰ ᚠ 𒀀 z'
/** What a long value is where a field does not say how much it takes, in characters. */
const LONG_ENOUGH = 60

/** The value of a field; null for what stands by itself: the default. */
export function trialValue(
  field: Pick<FieldWire, 'type' | 'options' | 'max_length'>,
  trial: Trial,
): string | null {
  if (trial === 'default' || field.type === 'image') return null
  if (field.type === 'selection') return optionFor(field.options ?? [], trial)
  const most = field.max_length ?? LONG_ENOUGH
  switch (trial) {
    case 'short':
      return first(SHORT, most)
    case 'long':
      return first(LONG.repeat(Math.ceil(most / LONG.length)), most).trimEnd()
    case 'rtl':
      return first(RTL, most).trimEnd()
    case 'missing':
      return first(MISSING, most).trimEnd()
  }
}

function optionFor(options: readonly { readonly value: string; readonly label: string }[], trial: Trial) {
  const sorted = [...options].sort((a, b) => a.label.length - b.label.length)
  if (trial === 'short') return sorted[0]?.value ?? null
  return trial === 'long' ? (sorted[sorted.length - 1]?.value ?? null) : null
}

/** The first characters as a reader counts them. */
function first(text: string, most: number): string {
  return graphemesOf(text).slice(0, most).join('')
}
