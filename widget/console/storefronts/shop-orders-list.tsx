/** Orders that connected shops sent, newest first, with the state of their lines. */

import { useFormat } from '../format.ts'
import { SearchText } from '../orders/jobs-list.tsx'
import { setQuery } from '../orders/search.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Select } from '../parts/select.tsx'
import { useList } from '../resources.ts'
import { Link, useQuery } from '../router.ts'
import { useWords } from '../words.ts'
import { LINE_STATES, lineState } from './line-states.ts'
import type { StorefrontOrderWire } from './wire.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

const PATH = '/console/storefronts/orders'

export function ShopOrdersList() {
  const words = useWords({ en, de }).orders
  const all = useWords({ en, de })
  const format = useFormat()
  const query = useQuery()
  const sought = query.get('q') ?? ''
  const state = query.get('state') ?? ''
  const list = useList<StorefrontOrderWire>('/v1/storefront/orders', {
    limit: 50,
    external_order_id: sought || null,
    state: state || null,
  })
  const columns: readonly Column<StorefrontOrderWire>[] = [
    {
      key: 'order',
      title: words.order,
      cell: ({ name, order_id }) => <bdi>{name ?? order_id}</bdi>,
    },
    {
      key: 'shop',
      title: words.shop,
      cell: ({ adapter, shop }) => (
        <span class="two-lines">
          <bdi>{shop}</bdi>
          <span class="dim">{adapter}</span>
        </span>
      ),
    },
    {
      key: 'lines',
      title: words.lines,
      cell: ({ lines }) => (
        <span class="badges">
          {LINE_STATES.flatMap((one) => {
            const count = lines.filter((line) => line.state === one).length
            const { kind, label } = lineState(all, one)
            return count === 0 ? [] : [<Badge key={one} kind={kind} label={`${String(count)} ${label}`} />]
          })}
        </span>
      ),
    },
    {
      key: 'came',
      title: words.came,
      cell: ({ created_at: at }) => <time dateTime={at}>{format.time(at)}</time>,
    },
  ]
  const empty = !list.loading && list.error === null && list.items.length === 0
  const narrowed = sought !== '' || state !== ''
  return (
    <>
      {empty && !narrowed ? null : (
        <form
          class="search-bar"
          onSubmit={(event) => {
            event.preventDefault()
            setQuery(PATH, query, { q: String(new FormData(event.currentTarget).get('q') ?? '').trim() })
          }}
        >
          <SearchText key={sought} label={words.search} sought={sought} />
          <Button type="submit">{words.find}</Button>
          <Select
            label={words.state}
            value={state}
            options={[
              { value: '', label: words.anyState },
              ...LINE_STATES.map((one) => ({ value: one as string, label: words.states[one] })),
            ]}
            onChange={(one) => setQuery(PATH, query, { state: one })}
          />
          {narrowed ? (
            <Link class="button plain" href={PATH}>
              {words.clear}
            </Link>
          ) : null}
        </form>
      )}
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <Loading /> : null}
      {empty && narrowed ? <p class="dim">{words.nothing}</p> : null}
      {empty && !narrowed ? <EmptyState title={words.emptyTitle} text={words.emptyText} /> : null}
      {list.items.length === 0 ? null : (
        <DataTable
          caption={words.text}
          columns={columns}
          rows={list.items}
          rowHref={({ id }) => `${PATH}/${id}`}
          hasMore={list.hasMore}
          loadingMore={list.loadingMore}
          onMore={list.more}
        />
      )}
    </>
  )
}
