/** The list of selection sets. */
import { EmptyState } from '../parts/empty-state.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { Link } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import type { SetWire } from './library.ts'

const BASE = '/console/library/sets'
/** Of the options, as many as tell what a set is about. */
const SHOWN = 4

export function SetsPanel({ writes }: { readonly writes: boolean }) {
  const words = useWords('library')
  const list = useList<SetWire>('/v1/selection_sets', { limit: 50 })
  const add = writes ? (
    <Link class="button main" href={`${BASE}/new`}>
      {words.set.add}
    </Link>
  ) : undefined
  const first = ({ options }: SetWire) =>
    `${options
      .slice(0, SHOWN)
      .map(({ label }) => label)
      .join(', ')}${options.length > SHOWN ? ', …' : ''}`
  return (
    <div class="stack">
      <div class="library-top">
        <p class="hint">{words.set.text}</p>
        {list.items.length > 0 ? add : null}
      </div>
      <RecordList
        list={list}
        empty={<EmptyState title={words.set.emptyTitle} text={words.set.emptyText} action={add} />}
        caption={words.set.caption}
        rowHref={({ id }) => `${BASE}/${id}`}
        rowLabel={({ name }) => name}
        columns={[
          { key: 'name', title: words.set.name, cell: ({ name }) => <bdi>{name}</bdi> },
          {
            key: 'options',
            title: words.set.options,
            cell: (set) => (
              <span>
                {phrase(words.set.optionCount, { options: set.options.length })}
                <span class="hint set-first">
                  <bdi>{first(set)}</bdi>
                </span>
              </span>
            ),
          },
          {
            key: 'changed',
            title: words.set.changed,
            minor: true,
            cell: ({ updated_at: at }) => <Time at={at} as="since" />,
          },
        ]}
      />
    </div>
  )
}
