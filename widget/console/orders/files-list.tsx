/** The print files: every press PDF and proof, of orders, of programs and of batches. */
import { useEffect, useState } from 'preact/hooks'
import { type Format, useFormat } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Select } from '../parts/select.tsx'
import { useList } from '../resources.ts'
import { Link, navigate, useQuery } from '../router.ts'
import { useWords } from '../words.ts'
import { SearchText } from './jobs-list.tsx'
import { readSearch, setQuery } from './search.ts'
import { SelectionBar } from './selection-bar.tsx'
import { preflightState, renderState, shortId } from './states.ts'
import type { RenderWire } from './wire.ts'
import { de } from './words/de.ts'
import { en, type Words } from './words/en.ts'

const PATH = '/console/orders/files'
const KINDS = ['final', 'proof'] as const

export function FilesList() {
  const words = useWords({ en, de })
  const format = useFormat()
  const query = useQuery()
  const sought = query.get('q') ?? ''
  const kind = query.get('kind') ?? ''
  const list = useList<RenderWire>('/v1/renders', {
    limit: 50,
    external_order_id: sought || null,
    kind: kind || null,
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setSelected(new Set()), [sought, kind])
  const narrowed = sought !== '' || kind !== ''
  const chosen = list.items.filter(({ id }) => selected.has(id))
  const ready = chosen.filter(({ signed_url }) => signed_url !== null)
  return (
    <>
      <form
        class="search-bar"
        onSubmit={(event) => {
          event.preventDefault()
          const text = String(new FormData(event.currentTarget).get('q') ?? '').trim()
          const wanted = readSearch(text)
          if ('render' in wanted) navigate(`${PATH}/${wanted.render}`)
          else if ('fill' in wanted) navigate(`/console/orders/${wanted.fill}`)
          else setQuery(PATH, query, { q: text })
        }}
      >
        <SearchText key={sought} label={words.searchFiles} sought={sought} />
        <Button type="submit">{words.find}</Button>
        <Select
          label={words.kind}
          value={kind}
          options={[
            { value: '', label: words.anyKind },
            ...KINDS.map((one) => ({ value: one as string, label: words.renderKind[one] })),
          ]}
          onChange={(one) => setQuery(PATH, query, { kind: one })}
        />
        {narrowed ? (
          <Link class="button plain" href={PATH}>
            {words.clear}
          </Link>
        ) : null}
      </form>
      <SelectionBar
        label={words.selectedFiles(selected.size)}
        body={{ render_ids: ready.map(({ id }) => id) }}
        count={ready.length}
        missing={chosen.length - ready.length}
        selected={selected.size}
        onClear={() => setSelected(new Set())}
      />
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <Loading /> : null}
      {!list.loading && list.error === null && list.items.length === 0 ? (
        <EmptyState
          title={narrowed ? words.nothingFound : words.emptyFilesTitle}
          text={narrowed ? words.nothingFoundText : words.emptyFilesText}
        />
      ) : null}
      {list.items.length > 0 ? (
        <DataTable
          caption={words.filesText}
          columns={columnsOf(words, format)}
          rows={list.items}
          rowHref={({ id }) => `${PATH}/${id}`}
          rowLabel={({ id, external_order_id }) => external_order_id ?? shortId(id)}
          selected={selected}
          onSelect={setSelected}
          hasMore={list.hasMore}
          loadingMore={list.loadingMore}
          onMore={list.more}
        />
      ) : null}
    </>
  )
}

function columnsOf(words: Words, format: Format): readonly Column<RenderWire>[] {
  return [
    {
      key: 'order',
      title: words.order,
      cell: ({ id, external_order_id: order }) =>
        order === null ? (
          <>
            <span class="dim">{words.noOrder}</span> <code>{shortId(id)}</code>
          </>
        ) : (
          <bdi>{order}</bdi>
        ),
    },
    { key: 'template', title: words.template, cell: ({ template_title }) => <bdi>{template_title}</bdi> },
    { key: 'kind', title: words.kind, cell: ({ kind }) => words.renderKind[kind] },
    {
      key: 'status',
      title: words.status,
      cell: (render) => <Badge {...renderState(words, render)} />,
    },
    {
      key: 'preflight',
      title: words.preflight,
      cell: ({ preflight_status }) => <Badge {...preflightState(words, preflight_status)} />,
    },
    {
      key: 'size',
      title: words.size,
      align: 'end',
      minor: true,
      cell: ({ size_bytes }) => (size_bytes === 0 ? '–' : format.bytes(size_bytes)),
    },
    {
      key: 'made',
      title: words.made,
      cell: ({ created_at }) => <time dateTime={created_at}>{format.time(created_at)}</time>,
    },
  ]
}
