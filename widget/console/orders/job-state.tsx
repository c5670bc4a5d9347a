/** The status of a job in a list, with what staff have to know before they print it. */
import { Badge } from '../parts/badge.tsx'
import { State } from '../parts/state.tsx'
import { useWords } from '../words.ts'
import { productionState } from './states.ts'
import type { FillWire } from './wire.ts'

export function JobState({ fill }: { readonly fill: FillWire }) {
  const words = useWords('orders')
  return (
    <span class="badges">
      <State {...productionState(words, fill)} />
      {fill.changing_since === null ? null : <Badge label={words.changing.label} />}
      {fill.status === 'open' && !fill.printable ? <Badge kind="warn" label={words.cannotPrint} /> : null}
    </span>
  )
}
