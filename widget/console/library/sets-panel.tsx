/** The list of selection sets. */
import { useFormat } from '../format.ts'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { useList } from '../resources.ts'
import { Link } from '../router.ts'
import { useWords } from '../words.ts'
import type { SetWire } from './library.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

const BASE = '/console/library/sets'
/** Of the options, as many as tell what a set is about. */
const SHOWN = 4

export function SetsPanel({ writes }: { readonly writes: boolean }) {
  const words = useWords({ en, de })
  const format = useFormat()
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
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <Loading label={words.loading} /> : null}
      {!list.loading && list.error === null && list.items.length === 0 ? (
        <EmptyState title={words.set.emptyTitle} text={words.set.emptyText} action={add} />
      ) : null}
      {list.items.length > 0 ? (
        <DataTable
          caption={words.set.caption}
          rows={list.items}
          rowHref={({ id }) => `${BASE}/${id}`}
          rowLabel={({ name }) => name}
          columns={[
            { key: 'name', title: words.set.name, cell: ({ name }) => <bdi>{name}</bdi> },
            {
              key: 'options',
              title: words.set.options,
              cell: (set) => (
                <span>
                  {words.set.optionCount(set.options.length)}
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
              cell: ({ updated_at: at }) => <time dateTime={at}>{format.since(at)}</time>,
            },
          ]}
          hasMore={list.hasMore}
          loadingMore={list.loadingMore}
          onMore={list.more}
        />
      ) : null}
    </div>
  )
}
