/** The audit log: who changed what. */
import { setQuery } from '../orders/search.ts'
import type { Column } from '../parts/data-table.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { Link, useQuery } from '../router.ts'
import { useWords } from '../words.ts'
import type { AuditWire } from './wire.ts'

const PATH = '/console/developers/log'

interface PersonWire {
  readonly id: string
  readonly name: string
  readonly email: string
}

export function AuditLog() {
  const words = useWords('developers').audit
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
      cell: ({ created_at: at }) => <Time at={at} />,
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
          <code class="loose">{JSON.stringify(details)}</code>
        ),
    },
  ]
  return (
    <>
      <SearchBar
        label={words.object}
        hint={words.objectHint}
        sought={sought}
        whole={sought === '' ? null : PATH}
        onSearch={(of) => setQuery(PATH, { of })}
      />
      <RecordList list={list} empty={words.nothing} caption={words.text} columns={columns} />
    </>
  )
}

/** The page of a record by the prefix of its id; null if it has none. */
const PAGES: Readonly<Record<string, string>> = {
  fill: '/console/orders',
  rnd: '/console/orders/files',
  tpl: '/console/templates',
  bat: '/console/batches',
  app: '/console/storefronts/shops',
  key: '/console/developers/keys',
  we: '/console/developers/webhooks',
  hf: '/console/orders/delivery',
}

function pageOf(id: string): string | null {
  const page = PAGES[id.slice(0, Math.max(0, id.indexOf('_')))]
  return page === undefined ? null : `${page}/${id}`
}
