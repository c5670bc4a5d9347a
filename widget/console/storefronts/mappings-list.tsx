/** Products of shops and their templates. */
import { setQuery } from '../orders/search.ts'
import { Badge } from '../parts/badge.tsx'
import type { Column } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { isEmpty, RecordList } from '../parts/record-list.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { Link, useQuery } from '../router.ts'
import { useSession } from '../session.ts'
import { Thumbnail } from '../templates/thumbnail.tsx'
import { useWords } from '../words.ts'
import type { MappingWire } from './wire.ts'

const PATH = '/console/storefronts'

export function MappingsList() {
  const words = useWords('storefronts').mapping
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
      cell: ({ external_product_id: product, template_id: template }) => (
        <span class="job-name">
          <Thumbnail templateId={template} revision={null} />
          <bdi>{product}</bdi>
        </span>
      ),
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
          <bdi class="short-name">{template_title}</bdi>
          {template_status === 'live' ? null : <Badge kind="warn" label={words.notLive} />}
        </span>
      ),
    },
    {
      key: 'changed',
      title: words.changed,
      minor: true,
      cell: ({ updated_at: at }) => <Time at={at} />,
    },
  ]
  const narrowed = sought !== ''
  const add = session.may('product_mappings:write') ? (
    <Link class="button main" href={`${PATH}/products/new`}>
      {words.add}
    </Link>
  ) : null
  return (
    <>
      {isEmpty(list) && !narrowed ? null : (
        <SearchBar
          label={words.search}
          sought={sought}
          whole={narrowed ? PATH : null}
          onSearch={(product) => setQuery(PATH, { product })}
        />
      )}
      <RecordList
        list={list}
        empty={
          narrowed ? (
            words.nothing
          ) : (
            <EmptyState drawing="plug" title={words.emptyTitle} text={words.emptyText} action={add} />
          )
        }
        caption={words.text}
        columns={columns}
        rowHref={({ id }) => `${PATH}/products/${id}`}
      />
    </>
  )
}
