/** A state as a dot and a word; the dot repeats the word in colour. */
import type { Tone } from './badge.tsx'

export function State({ kind = 'neutral', label }: { readonly kind?: Tone; readonly label: string }) {
  return (
    <span class="state" data-kind={kind}>
      <span class="state-dot" aria-hidden="true" />
      {label}
    </span>
  )
}
