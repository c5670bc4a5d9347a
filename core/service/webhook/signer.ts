/** Signs webhooks by Standard Webhooks 1.0 (standardwebhooks.com), so that any of its libraries verifies them. */
import { createHmac } from 'node:crypto'

/** The id of a webhook, and when it was sent. */
export interface WebhookStamp {
  /** The event's id, the same over all attempts; without a full stop. */
  readonly id: string
  /** Seconds since 1970, fresh at each attempt. */
  readonly timestamp: number
}

const SCHEME = 'v1'

/**
 * The three headers over a body. Every secret (`whsec_` and base64) signs; the signatures follow each other, so that
 * a receiver with either secret can verify.
 */
export function signWebhook(secrets: readonly string[], stamp: WebhookStamp, body: string) {
  if (stamp.id.includes('.')) throw new Error('The id of a webhook holds no full stop.')
  const signed = `${stamp.id}.${stamp.timestamp}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `${SCHEME},${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return {
    'webhook-id': stamp.id,
    'webhook-timestamp': String(stamp.timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** As deliveries show it: enough to compare by eye, too little to send again. */
export function redactSignature(header: string): string {
  return header
    .split(' ')
    .map((signature) => `${SCHEME},…${signature.slice(-4)}`)
    .join(' ')
}
