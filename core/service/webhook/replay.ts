/** Replays stored events to an endpoint, for a shop that lost them or subscribed later. */

import { ServiceError } from '../../errors.ts'
import { eachItem, ownId } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { firstDelivery, hears, storeDelivery } from './emit.ts'
import type { EndpointRecord } from './endpoint.ts'
import { findEndpoint } from './endpoints.ts'
import { EVENT_LIFE_MS, type EventRecord, type EventType } from './event.ts'
import { findEvent } from './events.ts'

/** Deliveries per transaction: other transactions wait for it. */
const AT_ONCE = 50

export interface ReplayRequest {
  readonly teamId: string
  readonly endpointId: string
  /** Of these types; without types, of all but pings. */
  readonly types?: readonly EventType[]
  /** This event alone. */
  readonly eventId?: string
  /** From, inclusive, and until, exclusive: milliseconds since 1970. */
  readonly since?: number
  readonly until?: number
  /** Count only, and write nothing. */
  readonly dryRun?: boolean
}

export interface Replayed {
  /** Events that are sent again (that would be, in a dry run). */
  readonly sent: number
  /** Skipped, because an attempt to deliver them is running. */
  readonly underWay: number
  /** Left out, because the endpoint does not subscribe to their type. */
  readonly notAsked: number
}

type ReplayPorts = Pick<Ports, 'store' | 'clock' | 'makeId' | 'jobs'>

/**
 * Writes a delivery for each event, oldest first: its number follows that of the event's newest one at the endpoint,
 * and takes the place of an attempt that was planned. Decision: the payload is written again, in the form that the
 * endpoint has now and without erased data. Throws `not_found` for endpoint and event, `delivery_skipped` where the
 * endpoint is disabled.
 */
export async function replayEvents(ports: ReplayPorts, request: ReplayRequest): Promise<Replayed> {
  const { teamId, endpointId } = request
  const endpoint = await findEndpoint(ports.store, teamId, endpointId)
  refuseDisabled(endpoint)
  const { ids, notAsked } = await wantedEvents(ports, endpoint, request)
  let sent = 0
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    sent += await ports.store.transaction((store) => replaySome(ports, store, request, some))
  }
  return { sent, underWay: ids.length - sent, notAsked }
}

/** Ids, oldest first. */
async function wantedEvents(
  ports: ReplayPorts,
  endpoint: EndpointRecord,
  request: ReplayRequest,
): Promise<{ readonly ids: readonly string[]; readonly notAsked: number }> {
  const ids: string[] = []
  let notAsked = 0
  for await (const event of eventsOf(ports, request)) {
    if (event.createdAt >= (request.until ?? Number.POSITIVE_INFINITY)) continue
    if (request.types !== undefined && !request.types.includes(event.type)) continue
    if (event.type === 'ping') {
      const meant = request.types !== undefined || request.eventId !== undefined
      if (meant && event.objectId === endpoint.id) ids.push(event.id)
    } else if (hears(endpoint, event.type)) ids.push(event.id)
    else notAsked += 1
  }
  return { ids: ids.reverse(), notAsked }
}

/** Newest first. */
async function* eventsOf(ports: ReplayPorts, request: ReplayRequest): AsyncGenerator<EventRecord> {
  if (request.eventId !== undefined) {
    yield await findEvent(ports, request.teamId, request.eventId)
    return
  }
  const oldest = ports.clock.now() - EVENT_LIFE_MS
  const filter = { since: Math.max(request.since ?? oldest, oldest) }
  yield* eachItem((page) => ports.store.events.list(request.teamId, filter, page), ownId)
}

async function replaySome(
  ports: ReplayPorts,
  store: Tx,
  { teamId, endpointId, dryRun = false }: ReplayRequest,
  ids: readonly string[],
): Promise<number> {
  // Two replays at once would use the same delivery numbers.
  await store.lock(`replay ${endpointId}`)
  const endpoint = await findEndpoint(store, teamId, endpointId)
  refuseDisabled(endpoint)
  let sent = 0
  for (const id of ids) {
    const event = await store.events.find(teamId, id)
    const newest = await store.deliveries.latest(teamId, endpointId, id)
    if (event === null || newest?.outcome === 'pending') continue
    const planned = newest !== null && newest.plannedAt !== null
    if (!dryRun) {
      // A worker has just begun the planned attempt.
      if (planned && (await store.deliveries.takePlannedAttempt(teamId, newest.id)) === null) continue
      const delivery = firstDelivery(ports, endpoint, event, ports.clock.now())
      const attemptNumber = (newest?.attemptNumber ?? 0) + 1
      await storeDelivery(ports, store, { ...delivery, attemptNumber, trigger: 'manual' })
    }
    sent += 1
  }
  return sent
}

function refuseDisabled({ status }: EndpointRecord): void {
  if (status === 'enabled') return
  throw new ServiceError('delivery_skipped', { message: 'The endpoint is disabled. Enable it first.' })
}
