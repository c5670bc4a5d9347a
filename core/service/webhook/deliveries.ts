/** Deliveries as a team reads them, and those that it requests: another attempt, and a ping. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { Noted, OfRecord, OfTeam } from '../access/request.ts'
import { nextAttempt } from './deliver.ts'
import type { DeliveryRecord } from './delivery.ts'
import { firstDelivery, storeDelivery } from './emit.ts'
import { findEndpoint } from './endpoints.ts'
import type { EventRecord } from './event.ts'
import type { DeliveryFilter } from './webhook-store.ts'

/** Newest first. Throws `not_found` for the endpoint. */
export async function listDeliveries(
  store: Store,
  teamId: string,
  endpointId: string,
  page: PageRequest,
  filter: DeliveryFilter = {},
): Promise<Page<DeliveryRecord>> {
  await findEndpoint(store, teamId, endpointId)
  return store.deliveries.list(teamId, endpointId, page, filter)
}

/** The endpoint's delivery, or `not_found`. */
export async function findDelivery(
  store: Store,
  teamId: string,
  endpointId: string,
  id: string,
): Promise<DeliveryRecord> {
  const delivery = await store.deliveries.find(teamId, endpointId, id)
  if (delivery === null) throw notFound('webhook delivery')
  return delivery
}

/**
 * A further attempt at the delivery's event, now: a new row, which takes the place of the one that was planned.
 *
 * Decision: an event has one attempt under way at most at an endpoint, and manual attempts count among the eight.
 * What counts is the state of the event's newest attempt, whichever of its rows is named:
 * `delivery_already_succeeded`, `delivery_exhausted`, `delivery_skipped`; `delivery_in_progress` while it is pending.
 */
export async function retryDelivery(
  ports: Ports,
  { teamId, endpointId, id, note = NOTE_NOTHING }: OfRecord & Noted & { readonly endpointId: string },
): Promise<DeliveryRecord> {
  return ports.store.transaction(async (store) => {
    const named = await findDelivery(store, teamId, endpointId, id)
    const newest = (await store.deliveries.latest(teamId, endpointId, named.eventId)) ?? named
    refuseEnded(newest)
    // Of several requests at once and the schedule, only one gets the planned attempt.
    const failed = await store.deliveries.takePlannedAttempt(teamId, newest.id)
    if (failed === null) throw new ServiceError('delivery_in_progress')
    const next = nextAttempt(ports, failed, 'manual', ports.clock.now())
    await storeDelivery(ports, store, next)
    await note(store, { id: next.id })
    return next
  })
}

/** Sends an event of type `ping` to this endpoint only, whatever its subscriptions. */
export async function pingEndpoint(
  ports: Ports,
  { teamId, endpointId, note = NOTE_NOTHING }: OfTeam & Noted & { readonly endpointId: string },
): Promise<{ event: EventRecord; delivery: DeliveryRecord }> {
  return ports.store.transaction(async (store) => {
    const endpoint = await findEndpoint(store, teamId, endpointId)
    const now = ports.clock.now()
    const event: EventRecord = {
      id: ports.makeId('event'),
      teamId,
      type: 'ping',
      objectId: endpoint.id,
      object: ports.eventObjects.endpoint(endpoint),
      previous: {},
      createdAt: now,
    }
    await store.events.insert(event)
    const delivery = firstDelivery(ports, endpoint, event, now)
    await storeDelivery(ports, store, delivery)
    await note(store, { id: delivery.id })
    return { event, delivery }
  })
}

function refuseEnded({ outcome }: DeliveryRecord): void {
  if (outcome === 'succeeded') throw new ServiceError('delivery_already_succeeded')
  if (outcome === 'exhausted') throw new ServiceError('delivery_exhausted')
  if (outcome === 'skipped') throw new ServiceError('delivery_skipped')
}
