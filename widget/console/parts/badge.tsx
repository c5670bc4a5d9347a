/** A state in a word, with a colour that repeats it. */

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'busy'

export function Badge({ kind = 'neutral', label }: { readonly kind?: Tone; readonly label: string }) {
  return (
    <span class="badge" data-kind={kind}>
      {label}
    </span>
  )
}
