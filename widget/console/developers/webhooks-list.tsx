/** The list of webhook endpoints. */

import { useFormat } from '../format.ts'
import { type Column, None } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { phrase, useWords } from '../words.ts'
import type { EndpointWire } from './wire.ts'

const PATH = '/console/developers/webhooks'

export function WebhooksList() {
  const all = useWords('developers')
  const words = all.hook
  const session = useSession()
  const list = useList<EndpointWire>('/v1/webhook_endpoints', { limit: 50 })
  const columns: readonly Column<EndpointWire>[] = [
    { key: 'url', title: words.url, cell: ({ url }) => <bdi>{url}</bdi> },
    {
      key: 'description',
      title: words.description,
      minor: true,
      cell: ({ description }) => (description === '' ? <None /> : <bdi>{description}</bdi>),
    },
    {
      key: 'status',
      title: words.status,
      phone: 'aside',
      cell: (endpoint) => <EndpointState endpoint={endpoint} />,
    },
    {
      key: 'last',
      title: words.lastSuccess,
      cell: ({ last_success_at: at }) =>
        at === null ? <span class="dim">{all.never}</span> : <Time at={at} />,
    },
  ]
  const add = session.may('webhook_endpoints:write') ? (
    <Link class="button main" href={`${PATH}/new`}>
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

export function EndpointState({ endpoint }: { readonly endpoint: EndpointWire }) {
  const words = useWords('developers').hook
  const format = useFormat()
  const { status, disabled_reason: reason, failing_since: since } = endpoint
  const failing = status === 'enabled' && since !== null
  return (
    <span class="badges">
      <State
        kind={status === 'disabled' ? 'neutral' : failing ? 'warn' : 'good'}
        label={words.statuses[status]}
      />
      {reason === null ? null : <span class="dim">{words.disabledReasons[reason]}</span>}
      {failing ? <span class="dim">{phrase(words.failingSince, { when: format.time(since) })}</span> : null}
    </span>
  )
}
