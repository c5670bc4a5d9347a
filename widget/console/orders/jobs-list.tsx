/** The jobs: what shoppers filled in, found by order, customer, template or status, many at once for a download. */
import { useEffect, useState } from 'preact/hooks'
import { type Format, useFormat } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import type { Column } from '../parts/data-table.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Select } from '../parts/select.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useList } from '../resources.ts'
import { Link, navigate, useQuery } from '../router.ts'
import { useWords } from '../words.ts'
import { readSearch, setQuery } from './search.ts'
import { SelectionBar } from './selection-bar.tsx'
import { fillState, shortId } from './states.ts'
import { TemplateSelect } from './template-select.tsx'
import type { FillWire } from './wire.ts'
import { de } from './words/de.ts'
import { en, type Words } from './words/en.ts'

const PATH = '/console/orders'
const STATUSES = ['open', 'finalized', 'expired'] as const

export function JobsList() {
  const words = useWords({ en, de })
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
    status: status || null,
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // What is no longer shown is not downloaded either.
  useEffect(() => setSelected(new Set()), [sought, template, status])
  const narrowed = sought !== '' || template !== '' || status !== ''
  const chosen = list.items.filter(({ id }) => selected.has(id))
  const ready = chosen.filter(({ last_render_id }) => last_render_id !== null)
  return (
    <>
      <form
        class="search-bar"
        onSubmit={(event) => {
          event.preventDefault()
          const text = String(new FormData(event.currentTarget).get('q') ?? '')
          const wanted = readSearch(text)
          if ('fill' in wanted) navigate(`${PATH}/${wanted.fill}`)
          else if ('render' in wanted) navigate(`${PATH}/files/${wanted.render}`)
          else setQuery(PATH, query, { q: text.trim() })
        }}
      >
        <SearchText key={sought} label={words.search} hint={words.searchHint} sought={sought} />
        <Button type="submit">{words.find}</Button>
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
          options={[
            { value: '', label: words.anyStatus },
            ...STATUSES.map((one) => ({ value: one as string, label: words.fillStatus[one] })),
          ]}
          onChange={(one) => setQuery(PATH, query, { status: one })}
        />
        {narrowed ? (
          <Link class="button plain" href={PATH}>
            {words.clear}
          </Link>
        ) : null}
      </form>
      <SelectionBar
        label={words.selected(selected.size)}
        body={{ fill_ids: ready.map(({ id }) => id) }}
        count={ready.length}
        missing={chosen.length - ready.length}
        selected={selected.size}
        onClear={() => setSelected(new Set())}
      />
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <Loading /> : null}
      {!list.loading && list.error === null && list.items.length === 0 ? (
        narrowed ? (
          <EmptyState title={words.nothingFound} text={words.nothingFoundText} />
        ) : (
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
      ) : null}
      {list.items.length > 0 ? (
        <DataTable
          caption={words.jobsText}
          columns={columnsOf(words, format)}
          rows={list.items}
          rowHref={({ id }) => `${PATH}/${id}`}
          rowLabel={nameOf}
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

/** Keeps what is being typed; another search from outside makes it anew. */
export function SearchText(props: {
  readonly label: string
  readonly hint?: string
  readonly sought: string
}) {
  const [text, setText] = useState(props.sought)
  return (
    <TextInput
      label={props.label}
      hint={props.hint}
      type="search"
      name="q"
      value={text}
      onInput={setText}
      maxLength={255}
      dir="auto"
    />
  )
}

export function nameOf(fill: Pick<FillWire, 'id' | 'external_order_id'>): string {
  return fill.external_order_id ?? shortId(fill.id)
}

function columnsOf(words: Words, format: Format): readonly Column<FillWire>[] {
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
      cell: ({ updated_at }) => <time dateTime={updated_at}>{format.time(updated_at)}</time>,
    },
  ]
}

function Customer({ fill, words }: { readonly fill: FillWire; readonly words: Words }) {
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
