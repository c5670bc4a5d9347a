/** The inks and the paper of a job by name and swatch: as rows of its facts, and as a line in lists. */
import { type Fact, Facts } from '../../parts/facts.tsx'
import { Swatch } from '../../parts/swatch.tsx'
import { useWords, type Words } from '../../words.ts'
import type { FillWire } from '../wire.ts'
import './inks.css'

export type NamedInks = Pick<FillWire, 'inks' | 'paper'>

/** Rows beside others; no row for what has no name. With several inks each says which fields it prints. */
export function inkFacts(
  words: Words<'orders'>,
  { inks, paper }: NamedInks,
  labels: ReadonlyMap<string, string>,
): readonly (Fact | null)[] {
  const [first] = inks
  const one = inks.length === 1 ? first : undefined
  return [
    one === undefined ? null : [words.ink, <Swatch key="ink" hex={one.hex} label={one.name} />],
    inks.length < 2
      ? null
      : [
          words.inks,
          <ul key="inks" class="job-inks">
            {inks.map(({ index, name, hex, field_ids }) => (
              <li key={index}>
                <Swatch hex={hex} label={name} />
                {field_ids.length === 0 ? null : (
                  <span class="dim">
                    {field_ids.map((id, at) => (
                      <bdi key={id}>{`${at === 0 ? '' : ', '}${labels.get(id) ?? id}`}</bdi>
                    ))}
                  </span>
                )}
              </li>
            ))}
          </ul>,
        ],
    paper === null ? null : [words.paper, <Swatch key="paper" hex={paper.hex} label={paper.name} />],
  ]
}

export function InkFacts({
  inks,
  paper,
  fields,
}: NamedInks & { readonly fields: readonly { readonly id: string; readonly label: string }[] }) {
  const words = useWords('orders')
  if (inks.length === 0 && paper === null) return null
  return (
    <Facts facts={inkFacts(words, { inks, paper }, new Map(fields.map(({ id, label }) => [id, label])))} />
  )
}

/** Names beside swatches, paper last, below what a list says already; nothing where nothing has a name. */
export function InkLine({
  inks = [],
  paper = null,
}: {
  readonly inks?: NamedInks['inks'] | undefined
  readonly paper?: NamedInks['paper'] | undefined
}) {
  const words = useWords('orders')
  if (inks.length === 0 && paper === null) return null
  return (
    <span class="ink-line">
      {inks.map(({ index, name, hex }) => (
        <Swatch key={index} hex={hex} label={name} />
      ))}
      {paper === null ? null : (
        <span class="ink-line-paper">
          <span class="spoken">{words.paper}</span>
          <Swatch hex={paper.hex} label={paper.name} />
        </span>
      )}
    </span>
  )
}
