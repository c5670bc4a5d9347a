/** Deliveries as a team reads them, and those it asks for itself: another attempt, and a ping. */
import { notFound, ServiceError } from '../errors.ts'
import type { Page, PageRequest } from '../page.ts'
import type { Ports, Store } from '../ports.ts'
import type { DeliveryRecord } from './delivery.ts'
import { firstDelivery } from './emit.ts'
import { findEndpoint } from './endpoints.ts'
import type { EventRecord } from './event.ts'

/** Newest first. Throws `not_found` for the endpoint. */
export async function listDeliveries(
  store: Store,
  teamId: string,
  endpointId: string,
  page: PageRequest,
): Promise<Page<DeliveryRecord>> {
  await findEndpoint(store, teamId, endpointId)
  return store.deliveries.list(teamId, endpointId, page)
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
 * The next attempt of the delivery's event, now instead of in its turn.
 *
 * Decision: a failed attempt has the next one written beside it, waiting; a retry brings that one forward, so that
 * the event has one attempt under way at most, and manual attempts count among the eight. What counts is the state
 * of the event's newest attempt, whichever of its rows is named: `delivery_already_succeeded`,
 * `delivery_exhausted`, `delivery_skipped`; `delivery_in_progress` where the newest attempt is being made or was
 * brought forward already.
 */
export async function retryDelivery(
  ports: Ports,
  teamId: string,
  endpointId: string,
  id: string,
): Promise<DeliveryRecord> {
  return ports.store.transaction(async (store) => {
    const named = await findDelivery(store, teamId, endpointId, id)
    const newest = (await store.deliveries.latest(teamId, endpointId, named.eventId)) ?? named
    refuseEnded(newest)
    const now = ports.clock.now()
    const waits = newest.trigger === 'auto' && newest.attemptNumber > named.attemptNumber
    if (!waits || (newest.leaseUntil ?? 0) > now) throw new ServiceError('delivery_in_progress')
    const hurried = await store.deliveries.update(newest.id, newest.lease, {
      trigger: 'manual',
      scheduledAt: now,
    })
    // A worker took it in this very moment.
    if (hurried === null) throw new ServiceError('delivery_in_progress')
    return hurried
  })
}

/** Sends an event of type `ping` to this endpoint alone, whatever it listens to. */
export async function pingEndpoint(
  ports: Ports,
  teamId: string,
  endpointId: string,
): Promise<{ event: EventRecord; delivery: DeliveryRecord }> {
  return ports.store.transaction(async (store) => {
    const endpoint = await findEndpoint(store, teamId, endpointId)
    const now = ports.clock.now()
    const event: EventRecord = {
      id: ports.makeId('event'),
      teamId,
      type: 'ping',
      objectId: endpoint.id,
      object: ports.show.endpoint(endpoint),
      previous: {},
      createdAt: now,
    }
    await store.events.insert(event)
    const delivery = firstDelivery(ports, endpoint, event, now)
    await store.deliveries.insert(delivery)
    return { event, delivery }
  })
}

function refuseEnded({ outcome }: DeliveryRecord): void {
  if (outcome === 'succeeded') throw new ServiceError('delivery_already_succeeded')
  if (outcome === 'exhausted') throw new ServiceError('delivery_exhausted')
  if (outcome === 'skipped') throw new ServiceError('delivery_skipped')
}
