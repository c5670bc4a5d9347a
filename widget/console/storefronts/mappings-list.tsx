/** Products of shops and the templates behind them. */
import { useFormat } from '../format.ts'
import { SearchText } from '../orders/jobs-list.tsx'
import { setQuery } from '../orders/search.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { useList } from '../resources.ts'
import { Link, useQuery } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import type { MappingWire } from './wire.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

const PATH = '/console/storefronts'

export function MappingsList() {
  const words = useWords({ en, de }).mapping
  const format = useFormat()
  const session = useSession()
  const query = useQuery()
  const sought = query.get('product') ?? ''
  const list = useList<MappingWire>('/v1/product_mappings', {
    limit: 50,
    external_product_id: sought || null,
  })
  const columns: readonly Column<MappingWire>[] = [
    {
      key: 'product',
      title: words.product,
      cell: ({ external_product_id: product }) => <bdi>{product}</bdi>,
    },
    {
      key: 'variant',
      title: words.variant,
      cell: ({ external_variant_id: variant }) =>
        variant === null ? <span class="dim">{words.allVariants}</span> : <bdi>{variant}</bdi>,
    },
    {
      key: 'template',
      title: words.template,
      cell: ({ template_title, template_status }) => (
        <span class="badges">
          <bdi>{template_title}</bdi>
          {template_status === 'live' ? null : <Badge kind="warn" label={words.notLive} />}
        </span>
      ),
    },
    {
      key: 'changed',
      title: words.changed,
      minor: true,
      cell: ({ updated_at: at }) => <time dateTime={at}>{format.time(at)}</time>,
    },
  ]
  const empty = !list.loading && list.error === null && list.items.length === 0
  return (
    <>
      {empty && sought === '' ? null : (
        <form
          class="search-bar"
          onSubmit={(event) => {
            event.preventDefault()
            const text = String(new FormData(event.currentTarget).get('q') ?? '').trim()
            setQuery(PATH, query, { product: text })
          }}
        >
          <SearchText key={sought} label={words.search} sought={sought} />
          <Button type="submit">{words.find}</Button>
          {sought === '' ? null : (
            <Link class="button plain" href={PATH}>
              {words.clear}
            </Link>
          )}
        </form>
      )}
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <Loading /> : null}
      {empty && sought !== '' ? <p class="dim">{words.nothing}</p> : null}
      {empty && sought === '' ? (
        <EmptyState
          title={words.emptyTitle}
          text={words.emptyText}
          action={
            session.may('product_mappings:write') ? (
              <Link class="button main" href={`${PATH}/products/new`}>
                {words.add}
              </Link>
            ) : null
          }
        />
      ) : null}
      {list.items.length === 0 ? null : (
        <DataTable
          caption={words.text}
          columns={columns}
          rows={list.items}
          rowHref={({ id }) => `${PATH}/products/${id}`}
          hasMore={list.hasMore}
          loadingMore={list.loadingMore}
          onMore={list.more}
        />
      )}
    </>
  )
}
