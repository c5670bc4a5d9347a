/** The shops whose pages may open the editor. */
import { useFormat } from '../format.ts'
import type { Column } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import type { ApplicationWire } from './wire.ts'

const PATH = '/console/storefronts/shops'

export function ApplicationsList() {
  const words = useWords('storefronts').app
  const format = useFormat()
  const session = useSession()
  const list = useList<ApplicationWire>('/v1/embed/applications', { limit: 50 })
  const columns: readonly Column<ApplicationWire>[] = [
    { key: 'name', title: words.name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'origins',
      title: words.origins,
      cell: ({ allowed_origins: origins }) => (
        <span class="two-lines">
          {origins.slice(0, 3).map((origin) => (
            <bdi key={origin}>{origin}</bdi>
          ))}
          {origins.length > 3 ? <span class="dim">+ {format.number(origins.length - 3)}</span> : null}
        </span>
      ),
    },
    { key: 'key', title: words.key, cell: (application) => <KeyEnd application={application} /> },
    {
      key: 'created',
      title: words.created,
      minor: true,
      cell: ({ created_at: at }) => <Time at={at} as="day" />,
    },
  ]
  const add = session.may('embed_applications:write') ? (
    <Link class="button main" href={`${PATH}/connect`}>
      {words.add}
    </Link>
  ) : null
  return (
    <RecordList
      list={list}
      empty={<EmptyState drawing="plug" title={words.emptyTitle} text={words.emptyText} action={add} />}
      caption={words.text}
      columns={columns}
      rowHref={({ id }) => `${PATH}/${id}`}
    />
  )
}

export function KeyEnd({ application }: { readonly application: ApplicationWire }) {
  const words = useWords('storefronts').app
  const { publishable_key_prefix: shown } = application
  return shown === null ? <span class="dim">{words.noKey}</span> : <code class="short-name">{shown}</code>
}
