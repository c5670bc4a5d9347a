/** One attempt to deliver: skipped, or sent and settled, with the next attempt planned beside its failure. */

import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { mailFault } from '../mail/request.ts'
import { type DeliveryRecord, FAILING_LIMIT_MS } from './delivery.ts'
import { deliveryJob, emit, hears } from './emit.ts'
import type { DisabledReason, EndpointRecord } from './endpoint.ts'
import type { EventType } from './event.ts'
import type { WebhookAnswer } from './outside.ts'
import { nextDelayMs } from './schedule.ts'
import { secretsAt } from './secret.ts'
import { redactSignature, signWebhook } from './signer.ts'

/** The response of a receiver that is permanently gone (RFC 9110 15.5.11). */
const GONE = 410
export const SECRET_UNREADABLE = 'secret_unreadable'

type Ending = Omit<WebhookAnswer, 'error'> & { readonly error: string | null }

/** Nothing was sent, because there was no secret to sign it with. */
const UNSIGNED: Ending = {
  status: null,
  headers: {},
  body: null,
  error: SECRET_UNREADABLE,
  durationMs: 0,
  retryAfterSeconds: null,
}

/**
 * Sends a delivery that was begun. All writes are fenced by its lease: if another worker has the lease, nothing is
 * written, and the result is null.
 *
 * Decision: where the signing secret cannot be opened (MASTER_KEY is not the one it was sealed under), nothing is
 * sent, and the attempt fails like any other; so the next ones follow by the schedule, and none follows without end.
 */
export async function attemptDelivery(ports: Ports, claimed: DeliveryRecord): Promise<DeliveryRecord | null> {
  const endpoint = await ports.store.endpoints.find(claimed.teamId, claimed.webhookEndpointId)
  const reason = endpoint === null ? 'endpoint_disabled' : skipReason(endpoint, claimed)
  if (endpoint === null || reason !== null) return skipDelivery(ports, claimed, reason)

  const attemptedAt = ports.clock.now()
  const stamp = { id: claimed.eventId, timestamp: Math.floor(attemptedAt / 1000) }
  const secrets = openSecrets(ports, endpoint, attemptedAt)
  if (secrets === null) return recordAttempt(ports, { ...claimed, url: endpoint.url, attemptedAt }, UNSIGNED)
  const signed = signWebhook(secrets, stamp, claimed.payload)
  const headers = { 'content-type': 'application/json', 'user-agent': 'Platen-Webhooks/1', ...signed }
  const answer = await ports.webhooks.send({ url: endpoint.url, headers, body: claimed.payload })
  if (answer.error === 'unsafe_url') return skipDelivery(ports, claimed, 'unsafe_url')

  const delivery: DeliveryRecord = {
    ...claimed,
    url: endpoint.url,
    requestHeaders: { ...headers, 'webhook-signature': redactSignature(signed['webhook-signature']) },
    attemptedAt,
  }
  return recordAttempt(ports, delivery, answer)
}

function openSecrets(ports: Ports, endpoint: EndpointRecord, now: number): readonly string[] | null {
  try {
    return secretsAt(ports.secretsKey, endpoint, now)
  } catch {
    return null
  }
}

/** Decision: the subscription is checked again when a delivery is due; a ping is always sent. */
function skipReason(endpoint: EndpointRecord, delivery: DeliveryRecord): string | null {
  if (endpoint.status === 'disabled') return 'endpoint_disabled'
  const type = delivery.eventType as EventType
  return type === 'ping' || hears(endpoint, type) ? null : 'event_type_disabled'
}

function skipDelivery(ports: Ports, claimed: DeliveryRecord, skipReason: string | null) {
  const ended = { outcome: 'skipped', skipReason, leaseUntil: null } as const
  return ports.store.deliveries.update(claimed.id, claimed.lease, ended)
}

async function recordAttempt(
  ports: Ports,
  delivery: DeliveryRecord,
  answer: Ending,
): Promise<DeliveryRecord | null> {
  const now = ports.clock.now()
  const succeeded = answer.status !== null && answer.status >= 200 && answer.status < 300
  const delay = succeeded
    ? null
    : nextDelayMs(ports.entropy, delivery.attemptNumber, answer.retryAfterSeconds)
  const nextAttemptAt = delay === null ? null : now + delay
  return ports.store.transaction(async (store) => {
    const settled = await store.deliveries.update(delivery.id, delivery.lease, {
      url: delivery.url,
      requestHeaders: delivery.requestHeaders,
      attemptedAt: delivery.attemptedAt,
      outcome: succeeded ? 'succeeded' : nextAttemptAt === null ? 'exhausted' : 'failed',
      responseStatus: answer.status,
      responseHeaders: answer.headers,
      responseBody: answer.body,
      errorCode: succeeded ? null : (answer.error ?? 'bad_status'),
      durationMs: answer.durationMs,
      nextAttemptAt,
      plannedAt: nextAttemptAt,
      leaseUntil: null,
    })
    if (settled === null) return null
    if (nextAttemptAt !== null) await ports.jobs.enqueue(store, deliveryJob(settled, nextAttemptAt))
    if (succeeded) await noteSuccess(store, settled, now)
    else await noteFailure(ports, store, settled, now)
    return settled
  })
}

async function noteSuccess(store: Store, { teamId, webhookEndpointId }: DeliveryRecord, now: number) {
  await store.endpoints.update(teamId, webhookEndpointId, { failingSince: null, lastSuccessAt: now })
}

async function noteFailure(ports: Ports, store: Tx, failed: DeliveryRecord, now: number): Promise<void> {
  const endpoint = await store.endpoints.find(failed.teamId, failed.webhookEndpointId)
  if (endpoint === null) return
  if (failed.responseStatus === GONE) return disableEndpointOf(ports, store, endpoint, 'gone', now)
  if (endpoint.failingSince === null)
    await store.endpoints.update(endpoint.teamId, endpoint.id, { failingSince: now })
  else if (now - endpoint.failingSince >= FAILING_LIMIT_MS)
    await disableEndpointOf(ports, store, endpoint, 'failing', now)
}

/** Decision: an event is sent only if the service disabled the endpoint; other endpoints receive it. */
async function disableEndpointOf(
  ports: Ports,
  store: Tx,
  endpoint: EndpointRecord,
  reason: Exclude<DisabledReason, 'manual'>,
  now: number,
): Promise<void> {
  const disabled = await store.endpoints.disable(endpoint.teamId, endpoint.id, reason, now)
  if (disabled === null) return
  await emit(ports, store, endpoint.teamId, {
    type: 'webhook_endpoint.disabled',
    objectId: endpoint.id,
    object: ports.eventObjects.endpoint(disabled),
    previous: { status: 'enabled' },
  })
  const { teamId, id } = endpoint
  await mailFault(ports, store, 'webhook', { teamId, of: id, objectId: id })
}
