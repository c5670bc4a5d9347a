/** The job of a delivery: makes the pending attempt, or writes the next one when it is due. */
import type { Ports } from '../../ports.ts'
import { attemptDelivery } from './attempt.ts'
import type { DeliveryRecord } from './delivery.ts'
import { deliveryJob, storeDelivery } from './emit.ts'

/** Longer than an attempt can take: afterwards, deliveries of a dead process are free. */
export const LEASE_MS = 20_000

/**
 * The finished delivery, or null if there was nothing to send or another worker sends it. `isHeir` as for a JobHandler:
 * an endpoint may get an event twice, and more often than not the dead process had not sent it.
 */
export async function deliverWebhook(
  ports: Ports,
  teamId: string,
  id: string,
  isHeir = false,
): Promise<DeliveryRecord | null> {
  const now = ports.clock.now()
  const begun = await ports.store.deliveries.begin(teamId, id, now, now + LEASE_MS, isHeir)
  if (begun !== null) return attemptDelivery(ports, begun)
  const found = await ports.store.deliveries.findAny(teamId, id)
  if (found === null) return null
  // Another worker sends it, or died sending it: which of the two is known when its lease is over.
  if (found.outcome === 'pending') await comeBack(ports, found, found.leaseUntil ?? now)
  else if (found.plannedAt !== null && found.plannedAt > now) await comeBack(ports, found, found.plannedAt)
  else if (found.plannedAt !== null) await writeNext(ports, found)
  return null
}

async function comeBack(ports: Ports, delivery: DeliveryRecord, at: number): Promise<void> {
  await ports.store.transaction((store) => ports.jobs.enqueue(store, deliveryJob(delivery, at)))
}

async function writeNext(ports: Ports, { teamId, id, plannedAt }: DeliveryRecord): Promise<void> {
  await ports.store.transaction(async (store) => {
    const failed = await store.deliveries.takePlannedAttempt(teamId, id)
    if (failed === null) return
    const now = ports.clock.now()
    await storeDelivery(ports, store, nextAttempt(ports, failed, 'auto', plannedAt ?? now))
  })
}

/** The same text to the same endpoint; its number makes it unique. */
export function nextAttempt(
  ports: Pick<Ports, 'clock' | 'makeId'>,
  failed: DeliveryRecord,
  trigger: DeliveryRecord['trigger'],
  scheduledAt: number,
): DeliveryRecord {
  return {
    ...failed,
    id: ports.makeId('delivery'),
    attemptNumber: failed.attemptNumber + 1,
    trigger,
    outcome: 'pending',
    requestHeaders: {},
    responseStatus: null,
    responseHeaders: {},
    responseBody: null,
    errorCode: null,
    durationMs: null,
    scheduledAt,
    attemptedAt: null,
    nextAttemptAt: null,
    plannedAt: null,
    lease: 0,
    leaseUntil: null,
    createdAt: ports.clock.now(),
  }
}

/**
 * Enqueues the jobs of up to `limit` waiting deliveries after `afterId`, which may have none, as after a restored
 * backup. Returns the last id, or null if no more wait.
 */
export async function wakeDeliveries(ports: Ports, afterId: string, limit: number): Promise<string | null> {
  const { store, clock, jobs } = ports
  const waiting = await store.deliveries.waiting(clock.now(), afterId, limit)
  await store.transaction(async (inside) => {
    for (const delivery of waiting)
      await jobs.enqueue(inside, deliveryJob(delivery, delivery.plannedAt ?? delivery.scheduledAt))
  })
  return waiting.length < limit ? null : (waiting.at(-1)?.id ?? null)
}
