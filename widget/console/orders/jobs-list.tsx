/** The list of jobs: by status, search, template and date; pictures, the next step, and download of several. */

import { useEffect, useState } from 'preact/hooks'
import { type Format, useFormat } from '../format.ts'
import { type Column, None, type Sorting } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageLinks } from '../parts/page-links.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { Link, navigate, useQuery } from '../router.ts'
import { phrase, useWords, type Words } from '../words.ts'
import { InkLine } from './inks/ink-facts.tsx'
import { JobName, nameOf } from './job-name.tsx'
import { JobState } from './job-state.tsx'
import { SavedViews } from './saved-views.tsx'
import { readSearch, setQuery } from './search.ts'
import { SelectionBar } from './selection-bar.tsx'
import { PRODUCTION_VIEWS } from './states.ts'
import { TemplateSelect } from './template-select.tsx'
import type { FillWire } from './wire.ts'

const PATH = '/console/orders'

export function JobsList() {
  const words = useWords('orders')
  const format = useFormat()
  const query = useQuery()
  const [sought, template, status, from, to, order] = ['q', 'template', 'status', 'from', 'to', 'order'].map(
    (name) => query.get(name) ?? '',
  ) as [string, string, string, string, string, string]
  const found = readSearch(sought)
  const list = useList<FillWire>('/v1/fills', {
    limit: 50,
    ...('query' in found ? found.query : {}),
    template_id: template || null,
    production_status: status || null,
    // Drafts of customers are out of sight unless they are asked or searched for.
    draft: sought === '' && status === '' ? 'false' : null,
    order: sought === '' ? order || null : null,
    since: startOfDay(from, 0),
    until: startOfDay(to, 1),
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Hidden jobs are not downloaded.
  useEffect(() => setSelected(new Set()), [query.toString()])
  const narrowed = [sought, template, status, from, to].some((one) => one !== '')
  const chosen = list.items.filter(({ id }) => selected.has(id))
  const ready = chosen.filter(({ last_render_id }) => last_render_id !== null)
  const first = (
    <EmptyState
      drawing="press"
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
      <PageLinks
        label={words.views}
        current={pathOf(query, status)}
        quiet
        links={['', ...PRODUCTION_VIEWS].map((one) => ({
          href: pathOf(query, one),
          label: one === '' ? words.allJobs : words.production[one as keyof typeof words.production],
        }))}
      />
      <SearchBar
        label={words.search}
        hint={words.searchHint}
        sought={sought}
        whole={narrowed ? PATH : null}
        filtered={template !== '' || from !== '' || to !== ''}
        onSearch={(text) => {
          const wanted = readSearch(text)
          if ('fill' in wanted) navigate(`${PATH}/${wanted.fill}`)
          else if ('render' in wanted) navigate(`${PATH}/files/${wanted.render}`)
          else setQuery(PATH, { q: text })
        }}
      >
        <TemplateSelect
          label={words.template}
          value={template}
          none={words.anyTemplate}
          more={words.more}
          onChange={(id) => setQuery(PATH, { template: id })}
        />
        <div class="dates">
          <TextInput
            label={words.dateFrom}
            type="date"
            value={from}
            onInput={(day) => setQuery(PATH, { from: day })}
          />
          <TextInput
            label={words.dateTo}
            type="date"
            value={to}
            onInput={(day) => setQuery(PATH, { to: day })}
          />
        </div>
      </SearchBar>
      <SavedViews path={PATH} query={query.toString()} />
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
        empty={
          narrowed ? (
            <EmptyState drawing="search" title={words.nothingFound} text={words.nothingFoundText} />
          ) : (
            first
          )
        }
        caption={words.jobsText}
        columns={columnsOf(words, format)}
        rowHref={({ id }) => `${PATH}/${id}`}
        rowLabel={nameOf}
        // Search results have one order.
        sorting={sought === '' ? sortingOf(order) : null}
        onSort={sought === '' ? (sorting) => setQuery(PATH, { order: orderOf(sorting) }) : undefined}
        selected={selected}
        onSelect={setSelected}
      />
    </>
  )
}

/** The newest first is the list's own order. */
function sortingOf(order: string): Sorting | null {
  if (order === '') return null
  const [by = '', direction] = order.split('_')
  return { by, descending: direction === 'desc' }
}

function orderOf(sorting: Sorting | null): string {
  if (sorting === null) return ''
  if (sorting.by === 'created') return sorting.descending ? '' : 'created_asc'
  return sorting.descending ? `${sorting.by}_desc` : sorting.by
}

/** The same list with another status. */
function pathOf(query: URLSearchParams, status: string): string {
  const next = new URLSearchParams(query)
  if (status === '') next.delete('status')
  else next.set('status', status)
  const text = next.toString()
  return text === '' ? PATH : `${PATH}?${text}`
}

/** The first moment of a day here, or of the day after it; null for a text that is no day. */
function startOfDay(day: string, later: number): string | null {
  const [year, month, date] = day.split('-').map(Number)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || year === undefined || month === undefined || date === undefined)
    return null
  return new Date(year, month - 1, date + later).toISOString()
}

function columnsOf(words: Words<'orders'>, format: Format): readonly Column<FillWire>[] {
  return [
    { key: 'order', title: words.order, cell: (fill) => <JobName fill={fill} /> },
    {
      key: 'customer',
      sorts: true,
      title: words.customer,
      cell: (fill) =>
        fill.erased_at === null && fill.customer_name === null && fill.customer_email === null ? (
          <None />
        ) : (
          <Customer fill={fill} words={words} />
        ),
    },
    {
      key: 'template',
      title: words.template,
      cell: (fill) => (
        <span class="two-lines">
          <bdi class="short-name">{fill.template_title}</bdi>
          <InkLine inks={fill.inks} paper={fill.paper} />
        </span>
      ),
    },
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
      phone: 'aside',
      cell: (fill) => <JobState fill={fill} />,
    },
    {
      key: 'due',
      sorts: true,
      title: words.due,
      minor: true,
      cell: ({ due_at: due }) => (due === null ? <None /> : <Time at={due} as="day" />),
    },
    {
      key: 'assignee',
      title: words.assignee,
      minor: true,
      cell: ({ assignee }) => (assignee === null ? <None /> : <bdi>{assignee}</bdi>),
    },
    {
      key: 'created',
      sorts: true,
      title: words.createdAt,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ]
}

function Customer({ fill, words }: { readonly fill: FillWire; readonly words: Words<'orders'> }) {
  if (fill.erased_at !== null) return <span class="dim">{words.erasedCustomer}</span>
  const { customer_name: name, customer_email: email } = fill
  return (
    <span class="two-lines">
      {name === null ? null : <bdi>{name}</bdi>}
      {email === null ? null : <bdi class={name === null ? '' : 'dim desk-only'}>{email}</bdi>}
    </span>
  )
}
