/** The list of jobs: search by order, customer, template or status, and download of several. */
import { useEffect, useState } from 'preact/hooks'
import { type Format, useFormat } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import type { Column } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { filterOptions, Select } from '../parts/select.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { Link, navigate, useQuery } from '../router.ts'
import { phrase, useWords, type Words } from '../words.ts'
import { readSearch, setQuery } from './search.ts'
import { SelectionBar } from './selection-bar.tsx'
import { fillState, shortId } from './states.ts'
import { TemplateSelect } from './template-select.tsx'
import type { FillWire } from './wire.ts'

const PATH = '/console/orders'
/** Approved and ordered designs are listed unless drafts are asked for. */
const DRAFT = 'draft'
const STATUSES = [DRAFT, 'open', 'finalized', 'expired'] as const

export function JobsList() {
  const words = useWords('orders')
  const format = useFormat()
  const query = useQuery()
  const sought = query.get('q') ?? ''
  const template = query.get('template') ?? ''
  const status = query.get('status') ?? ''
  const found = readSearch(sought)
  const list = useList<FillWire>('/v1/fills', {
    limit: 50,
    ...('query' in found ? found.query : {}),
    template_id: template || null,
    // What is searched for is found in drafts too.
    ...(status === DRAFT
      ? { draft: 'true', status: 'open' }
      : { draft: sought === '' ? 'false' : null, status: status || null }),
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Hidden jobs are not downloaded.
  useEffect(() => setSelected(new Set()), [sought, template, status])
  const narrowed = sought !== '' || template !== '' || status !== ''
  const chosen = list.items.filter(({ id }) => selected.has(id))
  const ready = chosen.filter(({ last_render_id }) => last_render_id !== null)
  const first = (
    <EmptyState
      title={words.emptyTitle}
      text={words.emptyText}
      action={
        <Link class="button main" href="/console/storefronts">
          {words.emptyAction}
        </Link>
      }
    />
  )
  return (
    <>
      <SearchBar
        label={words.search}
        hint={words.searchHint}
        sought={sought}
        whole={narrowed ? PATH : null}
        onSearch={(text) => {
          const wanted = readSearch(text)
          if ('fill' in wanted) navigate(`${PATH}/${wanted.fill}`)
          else if ('render' in wanted) navigate(`${PATH}/files/${wanted.render}`)
          else setQuery(PATH, query, { q: text })
        }}
      >
        <TemplateSelect
          label={words.template}
          value={template}
          none={words.anyTemplate}
          more={words.more}
          onChange={(id) => setQuery(PATH, query, { template: id })}
        />
        <Select
          label={words.status}
          value={status}
          options={filterOptions<string>(words.anyStatus, STATUSES, words.fillStatus)}
          onChange={(one) => setQuery(PATH, query, { status: one })}
        />
      </SearchBar>
      <SelectionBar
        label={phrase(words.selected, { count: selected.size })}
        body={{ fill_ids: ready.map(({ id }) => id) }}
        count={ready.length}
        missing={chosen.length - ready.length}
        selected={selected.size}
        onClear={() => setSelected(new Set())}
      />
      <RecordList
        list={list}
        empty={narrowed ? <EmptyState title={words.nothingFound} text={words.nothingFoundText} /> : first}
        caption={words.jobsText}
        columns={columnsOf(words, format)}
        rowHref={({ id }) => `${PATH}/${id}`}
        rowLabel={nameOf}
        selected={selected}
        onSelect={setSelected}
      />
    </>
  )
}

export function nameOf(fill: Pick<FillWire, 'id' | 'external_order_id'>): string {
  return fill.external_order_id ?? shortId(fill.id)
}

function columnsOf(words: Words<'orders'>, format: Format): readonly Column<FillWire>[] {
  return [
    {
      key: 'order',
      title: words.order,
      cell: (fill) =>
        fill.external_order_id === null ? (
          <>
            <span class="dim">{words.noOrder}</span> <code>{shortId(fill.id)}</code>
          </>
        ) : (
          <bdi>{fill.external_order_id}</bdi>
        ),
    },
    {
      key: 'customer',
      title: words.customer,
      cell: (fill) => <Customer fill={fill} words={words} />,
    },
    { key: 'template', title: words.template, cell: (fill) => <bdi>{fill.template_title}</bdi> },
    {
      key: 'quantity',
      title: words.quantity,
      align: 'end',
      minor: true,
      cell: ({ quantity }) => format.number(quantity),
    },
    {
      key: 'status',
      title: words.status,
      cell: (fill) => (
        <span class="badges">
          <Badge {...fillState(words, fill)} />
          {fill.status === 'open' && !fill.printable ? <Badge kind="warn" label={words.cannotPrint} /> : null}
        </span>
      ),
    },
    {
      key: 'changed',
      title: words.changed,
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
  ]
}

function Customer({ fill, words }: { readonly fill: FillWire; readonly words: Words<'orders'> }) {
  if (fill.erased_at !== null) return <span class="dim">{words.erasedCustomer}</span>
  const { customer_name: name, customer_email: email } = fill
  if (name === null && email === null) return <span class="dim">–</span>
  return (
    <span class="two-lines">
      {name === null ? null : <bdi>{name}</bdi>}
      {email === null ? null : <bdi class={name === null ? '' : 'dim'}>{email}</bdi>}
    </span>
  )
}
