/** The audit log: who changed what. */
import { useFormat } from '../format.ts'
import { SearchText } from '../orders/jobs-list.tsx'
import { setQuery } from '../orders/search.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { useList } from '../resources.ts'
import { Link, useQuery } from '../router.ts'
import { useWords } from '../words.ts'
import type { AuditWire } from './wire.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

const PATH = '/console/developers/log'

interface PersonWire {
  readonly id: string
  readonly name: string
  readonly email: string
}

export function AuditLog() {
  const words = useWords({ en, de }).audit
  const format = useFormat()
  const query = useQuery()
  const sought = query.get('of') ?? ''
  const list = useList<AuditWire>('/v1/audit_events', { limit: 50, object_id: sought || null })
  const people = useList<PersonWire>('/v1/console/users', { limit: 100 })
  const nameOf = (actor: string): string => {
    if (actor === 'cli') return words.cli
    if (actor === 'system') return words.system
    const person = people.items.find(({ id }) => id === actor)
    return person === undefined ? actor : person.name || person.email
  }
  const columns: readonly Column<AuditWire>[] = [
    {
      key: 'when',
      title: words.when,
      cell: ({ created_at: at }) => <time dateTime={at}>{format.time(at)}</time>,
    },
    { key: 'actor', title: words.actor, cell: ({ actor }) => <bdi>{nameOf(actor)}</bdi> },
    { key: 'action', title: words.action, cell: ({ action }) => <code>{action}</code> },
    {
      key: 'object',
      title: words.object,
      cell: ({ object_id: id }) => {
        const href = pageOf(id)
        return href === null ? (
          <code>{id}</code>
        ) : (
          <Link href={href}>
            <code>{id}</code>
          </Link>
        )
      },
    },
    {
      key: 'details',
      title: words.details,
      cell: ({ details }) =>
        Object.keys(details).length === 0 ? (
          <span class="dim">{words.noDetails}</span>
        ) : (
          <code>{JSON.stringify(details)}</code>
        ),
    },
  ]
  return (
    <>
      <form
        class="search-bar"
        onSubmit={(event) => {
          event.preventDefault()
          setQuery(PATH, query, { of: String(new FormData(event.currentTarget).get('q') ?? '').trim() })
        }}
      >
        <SearchText key={sought} label={words.object} hint={words.objectHint} sought={sought} />
        <Button type="submit">{words.find}</Button>
        {sought === '' ? null : (
          <Link class="button plain" href={PATH}>
            {words.clear}
          </Link>
        )}
      </form>
      <ErrorNotice error={list.error} onRetry={list.reload} />
      {list.loading ? <Loading /> : null}
      {!list.loading && list.items.length === 0 && list.error === null ? (
        <p class="dim">{words.nothing}</p>
      ) : null}
      {list.items.length === 0 ? null : (
        <DataTable
          caption={words.text}
          columns={columns}
          rows={list.items}
          hasMore={list.hasMore}
          loadingMore={list.loadingMore}
          onMore={list.more}
        />
      )}
    </>
  )
}

/** Where a record is looked at, by how its id begins; null for what has no page. */
const PAGES: Readonly<Record<string, string>> = {
  fill: '/console/orders',
  rnd: '/console/orders/files',
  tpl: '/console/templates',
  bat: '/console/batches',
  app: '/console/storefronts/shops',
  we: '/console/developers/webhooks',
  hf: '/console/developers/folders',
}

function pageOf(id: string): string | null {
  const page = PAGES[id.slice(0, Math.max(0, id.indexOf('_')))]
  return page === undefined ? null : `${page}/${id}`
}
