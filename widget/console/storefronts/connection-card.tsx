/** Whether a shop works: the last use of its editor, its last order, and the last request of its server. */
import { useFormat } from '../format.ts'
import { Facts } from '../parts/facts.tsx'
import { State } from '../parts/state.tsx'
import { useResource } from '../resources.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { KEY_NOTE, wayOf } from './connections.ts'
import type { ActivityWire, ApplicationWire } from './wire.ts'

export function ConnectionCard({ application }: { readonly application: ApplicationWire }) {
  const words = useWords('storefronts').connect
  const session = useSession()
  const format = useFormat()
  const path = `/v1/embed/applications/${encodeURIComponent(application.id)}/activity`
  const activity = useResource<ActivityWire>(path).value
  const keyId = session.may(null) ? (application.metadata[KEY_NOTE] ?? null) : null
  const way = wayOf(application.metadata)
  const when = (at: string | null | undefined) =>
    at === undefined ? '' : at === null ? words.never : format.time(at)
  return (
    <section class="card" aria-labelledby="shop-connection">
      <h2 id="shop-connection">{words.status}</h2>
      {activity === null ? null : (
        <p>
          <State {...stateOf(activity, words)} />
        </p>
      )}
      <Facts
        facts={[
          way === null ? null : [words.connectedAs, words.ways[way].name],
          [words.lastSeen, when(activity?.last_session_at)],
          [words.lastOrder, when(activity?.last_order_at)],
          keyId === null ? null : [words.lastCall, <LastCall key="call" keyId={keyId} />],
        ]}
      />
      {activity?.last_session_at === null ? <p class="dim">{words.waitingText}</p> : null}
    </section>
  )
}

function LastCall({ keyId }: { readonly keyId: string }) {
  const words = useWords('storefronts').connect
  const format = useFormat()
  const found = useResource<{ api_key: { last_used_at: string | null; status: string } }>(
    `/v1/api_keys/${encodeURIComponent(keyId)}`,
  )
  const key = found.value?.api_key
  if (key === undefined) return <span>{found.error === null ? '' : words.keyGone}</span>
  if (key.status !== 'active') return <span>{words.keyGone}</span>
  return <span>{key.last_used_at === null ? words.never : format.time(key.last_used_at)}</span>
}

function stateOf(
  { last_session_at: seen, last_order_at: ordered }: ActivityWire,
  words: { readonly works: string; readonly opens: string; readonly waiting: string },
) {
  if (ordered !== null) return { kind: 'good', label: words.works } as const
  if (seen !== null) return { kind: 'good', label: words.opens } as const
  return { kind: 'neutral', label: words.waiting } as const
}
