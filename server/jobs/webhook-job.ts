/** The webhook job, and how it sends: one POST within fifteen seconds, no redirect followed, little of the answer read. */

import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { request } from 'undici'
import type { Clock } from '../../core/clock.ts'
import { ServiceError } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import type { JobHandler } from '../../core/service/jobs.ts'
import { SECRET_UNREADABLE } from '../../core/service/webhook/attempt.ts'
import { deliverWebhook } from '../../core/service/webhook/deliver.ts'
import type { Outside, SendError, WebhookAnswer, WebhookRequest } from '../../core/service/webhook/outside.ts'
import type { PublicAgent } from './public-agent.ts'
import { UnsafeAddress } from './public-lookup.ts'

const TOTAL_MS = 15_000
const MOST_READ_BYTES = 65_536
const KEPT_BYTES = 2_048
/** The stored headers of a response, each at most KEPT_HEADER characters. */
const KEPT_HEADERS = [
  'content-type',
  'content-length',
  'date',
  'location',
  'retry-after',
  'server',
  'x-request-id',
]
const KEPT_HEADER = 256

export function createWebhookJob(ports: Ports, log: Pick<Logger, 'error'>): JobHandler {
  return async ({ teamId, objectId }, _signal, isHeir) => {
    const ended = await deliverWebhook(ports, teamId, objectId, isHeir)
    if (ended?.errorCode === SECRET_UNREADABLE)
      log.error(
        { endpoint: ended.webhookEndpointId, delivery: objectId },
        'The signing secret of a webhook endpoint cannot be decrypted: MASTER_KEY has changed since it was created.',
      )
  }
}

/** `totalMs` is for tests. */
export function createOutside(clock: Clock, out: PublicAgent, totalMs = TOTAL_MS): Outside {
  return {
    check: (url) => out.check(url),
    async send(webhook) {
      const begun = performance.now()
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(), totalMs)
      try {
        const answer = await post(clock, out, webhook, abort.signal)
        return { ...answer, durationMs: Math.round(performance.now() - begun) }
      } catch (error) {
        const durationMs = Math.round(performance.now() - begun)
        const nothing = { status: null, headers: {}, body: null, retryAfterSeconds: null }
        return { ...nothing, durationMs, error: abort.signal.aborted ? 'timeout' : errorOf(error) }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

async function post(
  clock: Clock,
  out: PublicAgent,
  webhook: WebhookRequest,
  signal: AbortSignal,
): Promise<Omit<WebhookAnswer, 'durationMs'>> {
  const url = out.checkForm(webhook.url)
  const response = await request(url, {
    method: 'POST',
    headers: { ...webhook.headers },
    body: webhook.body,
    dispatcher: out.agent,
    signal,
  })
  const headers = keptHeaders(response.headers)
  return {
    status: response.statusCode,
    headers,
    body: await readBeginning(response.body),
    error: null,
    retryAfterSeconds: secondsOf(headers['retry-after'], clock.now()),
  }
}

/** Once the status is there, it counts: an answer that breaks off or never ends is kept as far as it came. */
async function readBeginning(body: Readable): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      if (bytes < KEPT_BYTES) chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MOST_READ_BYTES) break
    }
  } catch {}
  // PostgreSQL keeps no NUL in a text.
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd')
}

function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const kept: Record<string, string> = {}
  for (const name of KEPT_HEADERS) {
    const value = headers[name]
    if (value !== undefined) kept[name] = String(value).slice(0, KEPT_HEADER)
  }
  return kept
}

/** Retry-After holds seconds or a date (RFC 9110 10.2.3). */
function secondsOf(retryAfter: string | undefined, now: number): number | null {
  if (retryAfter === undefined) return null
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

function errorOf(thrown: unknown): SendError {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof UnsafeAddress) return 'unsafe_url'
    if (error instanceof ServiceError && error.code === 'unsafe_url') return 'unsafe_url'
    const code = 'code' in error ? String(error.code) : ''
    if (/^UND_ERR_.*TIMEOUT$|^ETIMEDOUT$/.test(code)) return 'timeout'
    if (/^ENOTFOUND$|^ENODATA$|^EAI_|^ESERVFAIL$|^ETIMEOUT$|^EREFUSED$/.test(code)) return 'host_not_found'
    if (/^ERR_TLS|^ERR_SSL|CERT|SIGNATURE|^EPROTO$|^UNABLE_TO_/.test(code)) return 'tls_failed'
    if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') return 'invalid_response'
  }
  return 'connection_failed'
}
