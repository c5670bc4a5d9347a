/** A service with a storefront adapter, mapped products and fills: what the conformance suite orders from. */
import { request } from 'node:http'
import type { AdapterKind } from '../../../core/service/storefront/contract.ts'
import { eventually } from '../run/eventually.ts'
import { openTestServer, type TestServer, type TestServerOptions } from '../service/open-test-server.ts'
import { openSamplePress } from '../service/sample-press.ts'
import { uploadSample } from '../service/sample-render.ts'
import type { Abilities, SampleHook, SampleOrder, SamplePlatform } from './sample-order.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Json = any

/** At least as long as a worker has a line. */
const LONGEST_LEASE_MS = 60_000

export interface AdapterShop {
  readonly test: TestServer
  readonly name: string
  /** Sends a hook as its platform does. */
  send(hook: SampleHook): Promise<{ readonly status: number; readonly body: Json; readonly ms: number }>
  /** An open fill for the product `mug`, of the shop's own server. */
  fill(facts?: object): Promise<string>
  readFill(id: string): Promise<Json>
  /** The lines of an order by their own ids; empty where the order is not known. */
  lines(orderId: string): Promise<Readonly<Record<string, Json>>>
  /** Waits until the lines of an order are in these states, by their own ids. */
  settled(orderId: string, states: Readonly<Record<string, string>>): Promise<Readonly<Record<string, Json>>>
  /** Waits until nothing of any hook or line is to be done now. */
  idle(): Promise<void>
  /** Final renders of the fill. */
  prints(fillId: string): Promise<readonly Json[]>
  /** Pieces in all print files of a line, those of its copies too. */
  pieces(orderId: string, line: string): Promise<number>
  release(lineId: string): Promise<void>
  /** Where hooks go, if not to the test server itself. */
  close(): Promise<void>
}

/** `target` is where hooks are sent, where the adapter runs apart. */
export async function openAdapterShop(
  kind: AdapterKind,
  env: Readonly<Record<string, string>>,
  options: TestServerOptions = {},
): Promise<AdapterShop> {
  const test = await openTestServer({
    press: openSamplePress(),
    adapters: [kind],
    ...options,
    env: { ...env, ...options.env },
  })
  const templateId: string = (await uploadSample(test)).id
  await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
  for (const product of ['mug', 'cup'])
    await test.json('/v1/product_mappings', {
      body: { external_product_id: product, template_id: templateId },
    })
  return shopOf(test, kind.name, () => test.url)
}

export function shopOf(test: TestServer, name: string, target: () => string): AdapterShop {
  const orders = async (orderId: string): Promise<Json> => {
    const { body } = await test.json('/v1/storefront/orders?limit=100')
    return body.data.find((order: Json) => order.order_id === orderId)
  }
  const lines: AdapterShop['lines'] = async (orderId) => {
    const order = await orders(orderId)
    return Object.fromEntries((order?.lines ?? []).map((line: Json) => [line.external_line_id, line]))
  }
  return {
    test,
    name,
    send: (hook) => sendHook(`${target()}/adapters/${name}${hook.path}`, hook),
    async fill(facts = {}) {
      const body = { external_product_id: 'mug', values: { Name: 'Ada' }, ...facts }
      const made = await test.json('/v1/fills', { body })
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      return made.body.fill.id
    },
    readFill: async (id) => (await test.json(`/v1/fills/${id}`)).body.fill,
    lines,
    async settled(orderId, states) {
      return eventually(() => lines(orderId), {
        until: (found) => Object.entries(states).every(([line, state]) => found[line]?.state === state),
      })
    },
    async idle() {
      const { storefront } = test.server.ports.store
      const waiting = async () => {
        const now = test.clock.now()
        // Those that a worker has at the moment, too.
        const lines = await storefront.lines.waiting(now + LONGEST_LEASE_MS, '', 100)
        return [
          ...(await storefront.hooks.waiting(now, '', 10)),
          ...lines.filter((line) => (line.nextAttemptAt ?? 0) <= now || (line.leaseUntil ?? 0) > now),
          ...(await storefront.orders.waiting(now, '', 10)),
        ]
      }
      await eventually(waiting, { until: ({ length }) => length === 0 })
    },
    async prints(fillId) {
      const { body } = await test.json('/v1/renders?limit=100')
      return body.data.filter((render: Json) => render.fill_id === fillId && render.kind === 'final')
    },
    async pieces(orderId, line) {
      const order = await orders(orderId)
      const { body } = await test.json(
        `/v1/fills?limit=100&external_order_id=${encodeURIComponent(order.external_order_id)}`,
      )
      return body.data
        .filter((fill: Json) => fill.line_ref === line && fill.finalized_at !== null)
        .reduce((sum: number, fill: Json) => sum + fill.quantity, 0)
    },
    async release(lineId) {
      const { status, body } = await test.json(`/v1/storefront/lines/${lineId}/release`, { method: 'POST' })
      if (status !== 200) throw new Error(JSON.stringify(body))
    },
    close: () => test.close(),
  }
}

/** Over a plain connection: a hook's bytes and headers go as they are. */
export function sendHook(
  url: string,
  hook: SampleHook,
): Promise<{ readonly status: number; readonly body: Json; readonly ms: number }> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { ...hook.headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const body = text.startsWith('{') ? JSON.parse(text) : text
        resolve({ status: response.statusCode ?? 0, body, ms: performance.now() - begun })
      })
    })
    sent.on('error', reject)
    sent.end(hook.body)
  })
}

/** A paid order of two mugs, unless it is changed. */
export function orderOf(fill: string | null, changes: Partial<SampleOrder> = {}): SampleOrder {
  return {
    id: '820982911946154508',
    status: 'paid',
    changedAt: Date.UTC(2026, 6, 15, 11, 59),
    cart: null,
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    ...{ dueAt: null, copiedFrom: null },
    lines: [{ id: '1', fill, product: 'mug', variant: null, quantity: 2 }],
    ...changes,
  }
}

/** What a test of the suite plays on. */
export interface Stage {
  readonly shop: AdapterShop
  readonly platform: SamplePlatform
  readonly abilities: Abilities
  /** Makes the hook and sends it; gives what was answered. */
  tell(order: SampleOrder): ReturnType<AdapterShop['send']>
  hook(order: SampleOrder): Promise<SampleHook>
}

/** An order's id of its own for each test, beyond what a number holds exactly. */
let orders = 820_982_911_946_000_000n
export function nextOrder(fill: string | null, changes: Partial<SampleOrder> = {}): SampleOrder {
  orders += 1n
  return orderOf(fill, { id: String(orders), ...changes })
}
