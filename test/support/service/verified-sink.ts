/** A receiver of webhooks that lets an independent library judge each signature and counts what came how often. */
import { Webhook } from 'standardwebhooks'
import { openWebhookSink, type Received, type WebhookSink } from './webhook-sink.ts'

export interface Arrival {
  /** The path of the endpoint's URL. */
  readonly path: string
  readonly eventId: string
  /** How often this event came here before. */
  readonly cameBefore: number
}

/** A status, a connection that breaks after the body was read, or no answer at all. */
export type SinkAnswer = number | 'reset' | 'silence'

export interface VerifiedSink {
  readonly sink: WebhookSink
  /** Tells the secret of the endpoint with this path; what comes there before that is forged. */
  expect(path: string, secret: string): void
  /** How often each event was taken at this path: it came under a signature that verifies, and was answered 2xx. */
  accepted(path: string): ReadonlyMap<string, number>
  /** Deliveries that did not verify, or differ from the event in their headers. */
  readonly forged: readonly Received[]
  close(): Promise<void>
}

/** `now` is the sender's clock where that is not the machine's. */
export async function openVerifiedSink(
  answer: (arrival: Arrival) => SinkAnswer = () => 200,
  now: (() => number) | null = null,
): Promise<VerifiedSink> {
  const secrets = new Map<string, string>()
  const taken = new Map<string, Map<string, number>>()
  const came = new Map<string, number>()
  const forged: Received[] = []
  const sink = await openWebhookSink()
  sink.answer = (response, received) => {
    // Of thousands of webhooks only the count of each is kept.
    sink.received.length = 0
    const { path } = received
    const eventId = verifiedId(secrets.get(path), received, now)
    if (eventId === null) {
      forged.push(received)
      response.writeHead(400).end()
      return
    }
    const cameBefore = came.get(`${path} ${eventId}`) ?? 0
    came.set(`${path} ${eventId}`, cameBefore + 1)
    const said = answer({ path, eventId, cameBefore })
    if (said === 'silence') return
    if (said === 'reset') {
      response.socket?.resetAndDestroy()
      return
    }
    if (said < 300) {
      const events = taken.get(path) ?? new Map<string, number>()
      taken.set(path, events.set(eventId, (events.get(eventId) ?? 0) + 1))
    }
    response.writeHead(said).end()
  }
  return {
    sink,
    expect: (path, secret) => secrets.set(path, secret),
    accepted: (path) => taken.get(path) ?? new Map(),
    forged,
    close: () => sink.close(),
  }
}

/** Unnecessary copies. */
export function duplicatesOf(accepted: ReadonlyMap<string, number>): number {
  return [...accepted.values()].reduce((sum, times) => sum + times - 1, 0)
}

/** The event's id where the signature holds and the body is the event of that id. */
function verifiedId(
  secret: string | undefined,
  { body, headers }: Received,
  now: (() => number) | null,
): string | null {
  if (secret === undefined) return null
  const id = headers['webhook-id'] as string
  try {
    const webhook = new Webhook(secret)
    if (now === null) webhook.verify(body, headers as Record<string, string>)
    // The library reads the machine's clock when it verifies, but not when it signs.
    else if (!isSigned(webhook, id, body, headers, now())) return null
    return (JSON.parse(body) as { id: string }).id === id ? id : null
  } catch {
    return null
  }
}

const TOLERANCE_MS = 300_000

function isSigned(webhook: Webhook, id: string, body: string, headers: Received['headers'], now: number) {
  const at = Number(headers['webhook-timestamp']) * 1000
  const signatures = String(headers['webhook-signature']).split(' ')
  return Math.abs(at - now) <= TOLERANCE_MS && signatures.includes(webhook.sign(id, new Date(at), body))
}
