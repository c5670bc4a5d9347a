/** Orders that connected shops sent, newest first, with the state of their lines. */
import { setQuery } from '../orders/search.ts'
import type { Column } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { isEmpty, RecordList } from '../parts/record-list.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { filterOptions, Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { useQuery } from '../router.ts'
import { phrase, useLanguage, useWords } from '../words.ts'
import { LINE_STATES, labelCounts } from './line-states.ts'
import type { StorefrontOrderWire } from './wire.ts'

const PATH = '/console/storefronts/orders'

export function ShopOrdersList() {
  const words = useWords('storefronts').orders
  const locale = useLanguage()
  const query = useQuery()
  const sought = query.get('q') ?? ''
  const state = query.get('state') ?? ''
  const list = useList<StorefrontOrderWire>('/v1/storefront/orders', {
    limit: 50,
    locale,
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
          {labelCounts(lines).map(({ label, kind, count }) => (
            <State
              key={`${kind} ${label}`}
              kind={kind}
              label={count === 1 ? label : phrase(words.several, { count, label })}
            />
          ))}
        </span>
      ),
    },
    {
      key: 'came',
      title: words.came,
      cell: ({ created_at: at }) => <Time at={at} />,
    },
  ]
  const narrowed = sought !== '' || state !== ''
  return (
    <>
      {isEmpty(list) && !narrowed ? null : (
        <SearchBar
          label={words.search}
          sought={sought}
          whole={narrowed ? PATH : null}
          filtered={state !== ''}
          onSearch={(q) => setQuery(PATH, { q })}
        >
          <Select
            label={words.state}
            value={state}
            options={filterOptions<string>(words.anyState, LINE_STATES, words.states)}
            onChange={(one) => setQuery(PATH, { state: one })}
          />
        </SearchBar>
      )}
      <RecordList
        list={list}
        empty={
          narrowed ? (
            words.nothing
          ) : (
            <EmptyState drawing="plug" title={words.emptyTitle} text={words.emptyText} />
          )
        }
        caption={words.text}
        columns={columns}
        rowHref={({ id }) => `${PATH}/${id}`}
      />
    </>
  )
}
