/** The templates as a grid of pictures or as a list, searched, filtered and sorted, with a place to drop new ones. */
import { useEffect, useState } from 'preact/hooks'
import { setQuery } from '../orders/search.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { isEmpty, RecordList } from '../parts/record-list.tsx'
import { Select } from '../parts/select.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { readPreference, savePreference } from '../preferences.ts'
import { useList } from '../resources.ts'
import { Link, useQuery } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { useColumns } from './list-columns.tsx'
import { TemplateGrid } from './template-grid.tsx'
import { UploadQueue } from './upload-queue.tsx'
import type { TemplateWire } from './wire.ts'

const BASE = '/console/templates'
const FILTERS = ['all', 'live', 'draft', 'paused', 'archived'] as const
const ORDERS = ['created', 'updated', 'title'] as const
const LOOKS = ['grid', 'list'] as const
const PAGE_SIZE = 48
/** So long typing rests before it is searched for. */
const REST_MS = 250

export function ListPage() {
  const words = useWords('templates')
  const { may } = useSession()
  const query = useQuery()
  const [search, tag] = [query.get('q') ?? '', query.get('tag') ?? '']
  const filter = FILTERS.find((one) => one === query.get('status')) ?? 'all'
  const order = ORDERS.find((one) => one === query.get('order')) ?? 'created'
  const list = useList<TemplateWire>('/v1/templates', {
    limit: PAGE_SIZE,
    status: filter === 'all' ? null : filter,
    search: search || null,
    tag: tag || null,
    order: order === 'created' ? null : order,
  })
  const [look, setLook] = useState(LOOKS.find((one) => one === readPreference('templates')) ?? 'grid')
  const columns = useColumns()
  const writes = may('templates:write')
  const narrowed = filter !== 'all' || search !== '' || tag !== ''
  const empty = narrowed ? (
    <EmptyState
      drawing="search"
      title={words.emptyFilter.title}
      text={words.emptyFilter.text}
      action={
        <Link class="button" href={BASE}>
          {words.emptyFilter.all}
        </Link>
      }
    />
  ) : (
    <EmptyState title={words.empty.title} text={writes ? words.empty.text : words.empty.readOnly} />
  )
  const shared = { list, empty, caption: words.title }
  return (
    <Page title={words.title} wide>
      {writes ? <UploadQueue main={isEmpty(list) && !narrowed} onDone={list.reload} /> : null}
      <div class="list-tools">
        <FilterBar query={query} filter={filter} />
        <SearchField sought={search} onSearch={(q) => setQuery(BASE, { q })} />
        <Select
          label={words.order}
          hideLabel
          value={order}
          options={ORDERS.map((value) => ({ value, label: words.orders[value] }))}
          onChange={(value) => setQuery(BASE, { order: value === 'created' ? '' : value })}
        />
        <fieldset class="switch">
          <legend class="spoken">{words.look.label}</legend>
          {LOOKS.map((one) => (
            <button
              key={one}
              type="button"
              class="icon-button"
              aria-label={words.look[one]}
              aria-pressed={one === look}
              onClick={() => {
                savePreference('templates', one === 'grid' ? null : one)
                setLook(one)
              }}
            >
              <Icon name={one} />
            </button>
          ))}
        </fieldset>
      </div>
      {tag === '' ? null : (
        <p class="row">
          <Link class="chip" href={pathOf(query, 'tag')}>
            {words.card.tags}: {tag} <span aria-hidden="true">×</span>
          </Link>
        </p>
      )}
      {look === 'grid' ? (
        <TemplateGrid {...shared} writes={writes} />
      ) : (
        <RecordList
          {...shared}
          columns={columns}
          rowHref={({ id }) => `${BASE}/${id}`}
          rowLabel={({ title }) => title}
        />
      )}
    </Page>
  )
}

function SearchField({ sought, onSearch }: { readonly sought: string; onSearch(text: string): void }) {
  const words = useWords('templates')
  const [text, setText] = useState(sought)
  useEffect(() => setText(sought), [sought])
  useEffect(() => {
    if (text.trim() === sought) return
    const timer = setTimeout(() => onSearch(text.trim()), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search class="search-field">
      <Icon name="search" small />
      <TextInput
        label={words.search}
        hideLabel
        placeholder={words.search}
        type="search"
        value={text}
        onInput={setText}
        maxLength={200}
        dir="auto"
      />
    </search>
  )
}

function FilterBar({ query, filter }: { readonly query: URLSearchParams; readonly filter: string }) {
  const words = useWords('templates')
  return (
    <nav class="filter-bar" aria-label={words.filter.label}>
      <ul>
        {FILTERS.map((one) => (
          <li key={one}>
            <Link
              href={pathOf(query, 'status', one === 'all' ? '' : one)}
              aria-current={one === filter ? 'true' : undefined}
            >
              {words.filter[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same list with another value of a parameter, or without it. */
function pathOf(query: URLSearchParams, name: string, value = ''): string {
  const next = new URLSearchParams(query)
  if (value === '') next.delete(name)
  else next.set(name, value)
  const text = next.toString()
  return text === '' ? BASE : `${BASE}?${text}`
}
