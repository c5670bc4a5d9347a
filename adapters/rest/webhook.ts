/**
 * Receives the service's webhooks: verifies them over their raw bytes, as Standard Webhooks 1.0 says, and makes test
 * ones.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { signWebhook } from '../../core/service/webhook/signer.ts'
import { SignatureError } from './errors.ts'

/** An event of the service. */
export interface WebhookEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly api_version: string
  readonly data: { readonly object: Readonly<Record<string, unknown>>; readonly previous?: unknown }
}

export interface VerifyOptions {
  /** Maximum difference of its time from now in seconds; 300 by default. */
  readonly toleranceSeconds?: number
  /** Milliseconds since 1970. */
  readonly now?: number
}

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

const TOLERANCE_SECONDS = 300

/**
 * The event of a webhook. `body` is its raw bytes, before anything has parsed them; `secrets` are all that are valid
 * now, so that a rotation loses nothing. Throws SignatureError.
 */
export function constructEvent(
  body: string | Uint8Array,
  headers: HeaderValues | Headers,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  verifySignature(body, headers, secrets, options)
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as WebhookEvent
  } catch {
    throw new SignatureError('The signature is valid, but the body is not JSON.', 'invalid_json')
  }
}

/** The signed id of the message. Throws SignatureError. */
export function verifySignature(
  body: string | Uint8Array,
  headers: HeaderValues | Headers,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): string {
  const id = only(headers, 'webhook-id')
  const stamp = only(headers, 'webhook-timestamp')
  const signatures = only(headers, 'webhook-signature')
  const bytes = Buffer.from(body)
  if (bytes.length === 0) throw forged('The body is empty.')
  if (!/^\d{1,12}$/.test(stamp)) throw forged('webhook-timestamp is not a valid time.')
  const age = now / 1000 - Number(stamp)
  const signed = Buffer.concat([Buffer.from(`${id}.${stamp}.`), bytes])
  const holds = [secrets].flat().some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const expected = createHmac('sha256', key).update(signed).digest()
    return signatures.split(' ').some((one) => isSame(one, expected))
  })
  if (!holds) throw forged('Invalid signature. The body was changed or the secret is incorrect.')
  // Checked after the signature, so that a forger learns nothing about the clock.
  if (Math.abs(age) > toleranceSeconds)
    throw new SignatureError('The webhook timestamp is too old or in the future.', 'stale_signature')
  return id
}

/** Signed headers for a body, for a receiver's tests. */
export function generateTestHeaders(
  body: string,
  secret: string,
  { id = 'evt_test', timestamp = Math.floor(Date.now() / 1000) }: { id?: string; timestamp?: number } = {},
): Record<string, string> {
  return { 'content-type': 'application/json', ...signWebhook([secret], { id, timestamp }, body) }
}

function isSame(given: string, expected: Buffer): boolean {
  if (!given.startsWith('v1,')) return false
  const bytes = Buffer.from(given.slice(3), 'base64')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

/** A header that came twice could be read in two ways, so it is refused. */
function only(headers: HeaderValues | Headers, name: string): string {
  const found =
    headers instanceof Headers
      ? [headers.get(name) ?? undefined]
      : Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? [value].flat() : []))
  const [value] = found
  if (found.length > 1 || value === undefined || value === '' || value.includes(', '))
    throw forged(`${name} is missing or was sent more than once.`)
  return value
}

function forged(message: string): SignatureError {
  return new SignatureError(message, 'invalid_signature')
}
