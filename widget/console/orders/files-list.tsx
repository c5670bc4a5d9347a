/** The print files of jobs, API requests and batches. */

import { useEffect, useState } from 'preact/hooks'
import { type Format, useFormat } from '../format.ts'
import { type Column, None } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { filterOptions, Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { navigate, useQuery } from '../router.ts'
import { PreflightBadge } from '../templates/badges.tsx'
import { Thumbnail } from '../templates/thumbnail.tsx'
import { phrase, useWords, type Words } from '../words.ts'
import { InkLine } from './inks/ink-facts.tsx'
import { readSearch, setQuery } from './search.ts'
import { SelectionBar } from './selection-bar.tsx'
import { renderState, shortId } from './states.ts'
import type { RenderWire } from './wire.ts'

const PATH = '/console/orders/files'
const KINDS = ['final', 'proof'] as const

export function FilesList() {
  const words = useWords('orders')
  const format = useFormat()
  const query = useQuery()
  const sought = query.get('q') ?? ''
  const kind = query.get('kind') ?? ''
  const list = useList<RenderWire>('/v1/renders', {
    limit: 50,
    external_order_id: sought || null,
    kind: kind || null,
    previews: 'false',
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setSelected(new Set()), [sought, kind])
  const narrowed = sought !== '' || kind !== ''
  const chosen = list.items.filter(({ id }) => selected.has(id))
  const ready = chosen.filter(({ signed_url }) => signed_url !== null)
  return (
    <>
      <SearchBar
        label={words.searchFiles}
        sought={sought}
        whole={narrowed ? PATH : null}
        filtered={kind !== ''}
        onSearch={(text) => {
          const wanted = readSearch(text)
          if ('render' in wanted) navigate(`${PATH}/${wanted.render}`)
          else if ('fill' in wanted) navigate(`/console/orders/${wanted.fill}`)
          else setQuery(PATH, { q: text })
        }}
      >
        <Select
          label={words.kind}
          value={kind}
          options={filterOptions<string>(words.anyKind, KINDS, words.renderKind)}
          onChange={(one) => setQuery(PATH, { kind: one })}
        />
      </SearchBar>
      <SelectionBar
        label={phrase(words.selectedFiles, { count: selected.size })}
        body={{ render_ids: ready.map(({ id }) => id) }}
        count={ready.length}
        missing={chosen.length - ready.length}
        selected={selected.size}
        onClear={() => setSelected(new Set())}
      />
      <RecordList
        list={list}
        empty={
          <EmptyState
            drawing="press"
            title={narrowed ? words.nothingFound : words.emptyFilesTitle}
            text={narrowed ? words.nothingFoundText : words.emptyFilesText}
          />
        }
        caption={words.filesText}
        columns={columnsOf(words, format)}
        rowHref={({ id }) => `${PATH}/${id}`}
        rowLabel={({ id, external_order_id }) => external_order_id ?? shortId(id)}
        selected={selected}
        onSelect={setSelected}
      />
    </>
  )
}

function columnsOf(words: Words<'orders'>, format: Format): readonly Column<RenderWire>[] {
  return [
    {
      key: 'order',
      title: words.order,
      cell: ({ id, external_order_id: order, template_id: template, scene_revision: revision }) => (
        <span class="job-name">
          <Thumbnail templateId={template} revision={revision} />
          {order === null ? (
            <span>
              <span class="dim">{words.noOrder}</span> <code>{shortId(id)}</code>
            </span>
          ) : (
            <bdi>{order}</bdi>
          )}
        </span>
      ),
    },
    {
      key: 'template',
      title: words.template,
      cell: ({ template_title, inks, paper }) => (
        <span class="two-lines">
          <bdi class="short-name">{template_title}</bdi>
          <InkLine inks={inks} paper={paper} />
        </span>
      ),
    },
    {
      key: 'quantity',
      title: words.quantity,
      align: 'end',
      minor: true,
      cell: ({ quantity }) => (quantity === null ? <None /> : format.number(quantity)),
    },
    { key: 'kind', title: words.kind, cell: ({ kind }) => words.renderKind[kind] },
    {
      key: 'status',
      title: words.status,
      phone: 'aside',
      cell: (render) => <State {...renderState(words, render)} />,
    },
    {
      key: 'preflight',
      title: words.preflight,
      cell: ({ preflight_status }) => <PreflightBadge status={preflight_status} />,
    },
    {
      key: 'size',
      title: words.size,
      align: 'end',
      minor: true,
      cell: ({ size_bytes }) => (size_bytes === 0 ? <None /> : format.bytes(size_bytes)),
    },
    {
      key: 'made',
      title: words.made,
      cell: ({ created_at: made, completed_at: done }) => <Time at={done ?? made} />,
    },
  ]
}
