/**
 * The shop's orders as its own database has them, and how Platen hears of each change: by a signed hook out of an
 * outbox, never within a request of a shopper. It knows no web framework; node-http.ts and koa.ts put it behind one.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'

/** As Platen's order.schema.json describes it; a shop maps its own tables to this. */
export interface ShopOrder {
  readonly id: string
  readonly status: 'open' | 'paid' | 'fulfilled' | 'canceled'
  readonly updated_at: string
  readonly [field: string]: unknown
}

export interface DeskSettings {
  /** `https://print.example/adapters/rest/orders` */
  readonly hookUrl: string
  /** `whsec_…`, the same as in REST_HOOK_SECRETS. */
  readonly hookSecret: string
  /** With which the back office changes orders, and Platen lists them. */
  readonly token: string
  /** Where orders and outbox are kept. */
  readonly file: string
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number
}

export interface DeskRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly authorization: string
  readonly body: string
}

export interface DeskAnswer {
  readonly status: number
  readonly body: object
}

interface Kept {
  readonly orders: Record<string, ShopOrder>
  /** Orders whose newest state Platen has not taken yet, with the hook's id: the same over all tries. */
  readonly outbox: Record<string, string>
}

export interface OrderDesk {
  answer(request: DeskRequest): Promise<DeskAnswer>
  /** Sends what waits; called by itself after each change and every few seconds. */
  send(): Promise<void>
  close(): void
}

const RETRY_MS = 5_000
const PAGE = 50

export async function openOrderDesk(settings: DeskSettings): Promise<OrderDesk> {
  const { file, token, now = () => Date.now() } = settings
  const kept: Kept = await readFile(file, 'utf8').then(JSON.parse, () => ({ orders: {}, outbox: {} }))
  let writing: Promise<void> = Promise.resolve()
  let sending: Promise<void> | null = null

  /** Whole and renamed, so that a crash leaves the old state or the new one. */
  const keep = (): Promise<void> => {
    writing = writing.then(async () => {
      await writeFile(`${file}.new`, JSON.stringify(kept))
      await rename(`${file}.new`, file)
    })
    return writing
  }

  const send = (): Promise<void> => {
    sending ??= sendAll(settings, kept, now, keep).finally(() => {
      sending = null
    })
    return sending
  }
  const timer = setInterval(() => void send(), RETRY_MS)

  return {
    send,
    close: () => clearInterval(timer),
    async answer({ method, path, query, authorization, body }) {
      if (authorization !== `Bearer ${token}`) return { status: 401, body: { error: 'Who are you?' } }
      if (method === 'GET' && path === '/orders') return { status: 200, body: listOrders(kept, query) }
      const [, id] = /^\/orders\/([^/]+)$/.exec(path) ?? []
      if (method !== 'PUT' || id === undefined) return { status: 404, body: { error: 'Page not found.' } }
      const order = JSON.parse(body) as ShopOrder
      // Order and outbox are written together: a change that is kept is a change that is told.
      kept.orders[order.id] = order
      kept.outbox[order.id] = `msg_${randomUUID()}`
      await keep()
      void send()
      return { status: 200, body: { order } }
    },
  }
}

/** Platen asks for this every ten minutes, and so finds what no hook has told it. */
function listOrders({ orders }: Kept, query: URLSearchParams): object {
  const since = query.get('since') ?? ''
  const at = Number(query.get('at') ?? 0)
  const changed = Object.values(orders).filter((order) => order.updated_at >= since)
  const next = changed.length > at + PAGE ? `?since=${encodeURIComponent(since)}&at=${at + PAGE}` : null
  return { orders: changed.slice(at, at + PAGE), next }
}

async function sendAll(settings: DeskSettings, kept: Kept, now: () => number, keep: () => Promise<void>) {
  for (const [orderId, hookId] of Object.entries(kept.outbox)) {
    const body = JSON.stringify({ type: 'order.changed', data: { order: kept.orders[orderId] } })
    const answer = await fetch(settings.hookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signatureOf(settings.hookSecret, hookId, now(), body),
      },
      body,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    await answer?.arrayBuffer()
    // Anything else is tried again; and a change that was made meanwhile has an id of its own.
    if (answer?.ok && kept.outbox[orderId] === hookId) delete kept.outbox[orderId]
  }
  await keep()
}

/** Standard Webhooks 1.0: base64 of HMAC-SHA256 over id, time in seconds and body, joined by full stops. */
function signatureOf(secret: string, id: string, now: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
