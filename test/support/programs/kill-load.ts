/** Shops and customers that continue while the service is killed, and a ledger of the service's promises. */

import type { Chance } from '../run/seeded-chance.ts'
import { SHOP, type ShopSetup } from './kill-shop.ts'
import type { ServiceClient } from './service-client.ts'

/** What is known of a fill whose making was acknowledged. */
export interface FillEntry {
  readonly id: string
  /** First names it may have: the last acknowledged one, and those of later edits that nobody answered. */
  readonly names: Set<string>
  /** Orders that asked for it; one of them has it once it is finalized. */
  readonly orders: Set<string>
  /** Final renders that were answered. */
  readonly renders: Set<string>
  /** Statuses that it may have. */
  statuses: readonly string[]
}

export interface Ledger {
  readonly fills: Map<string, FillEntry>
  /** Renders on demand, with the hash that was answered. */
  readonly renders: Map<string, string>
  readonly sessions: Map<string, readonly string[]>
  readonly templates: Set<string>
  /** Answers that no kill excuses. */
  readonly faults: string[]
  /** Requests that were sent and never answered. */
  unanswered: number
}

export function emptyLedger(): Ledger {
  return {
    fills: new Map(),
    renders: new Map(),
    sessions: new Map(),
    templates: new Set(),
    faults: [],
    unanswered: 0,
  }
}

/** Text that is unique to a customer. */
let shoppers = 0
const nextName = (): string => {
  shoppers += 1
  return `Ada ${shoppers}`
}

/** One client: journeys one after the other until `isOver`, each brought to its end. */
export async function keepOrdering(parts: {
  readonly client: ServiceClient
  readonly shop: ShopSetup
  readonly ledger: Ledger
  readonly chance: Chance
  readonly isOver: () => boolean
}): Promise<void> {
  const { client, shop, ledger, chance, isOver } = parts

  const send: ServiceClient['send'] = async (path, options) => {
    const answer = await client.send(path, options)
    if (answer === null) ledger.unanswered += 1
    return answer
  }
  /** Notes what should not have been refused. */
  const isDone = (what: string, answer: { status: number; body: unknown } | null): boolean => {
    if (answer === null) return false
    if (answer.status < 300) return true
    ledger.faults.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return false
  }
  const valuesOf = (name: string) => ({ ...shop.values, 'First name': name })

  const enter = (id: string, name: string): FillEntry => {
    const entry: FillEntry = {
      id,
      names: new Set([name]),
      orders: new Set(),
      renders: new Set(),
      statuses: ['open'],
    }
    ledger.fills.set(id, entry)
    return entry
  }

  const edit = async (entry: FillEntry, path: string, options: Parameters<typeof send>[1]) => {
    const name = nextName()
    entry.names.add(name)
    const answer = await send(path, {
      ...options,
      method: 'PATCH',
      body: { values: { 'First name': name } },
    })
    if (!isDone('edit', answer)) return
    entry.names.clear()
    entry.names.add(name)
  }

  /** Several clients at once finalize one fill, each under an order of its own and until it is answered. */
  const finalize = async (entry: FillEntry) => {
    entry.statuses = ['open', 'finalized']
    const callers = chance.pick([1, 1, 2, 4])
    const orders = Array.from({ length: callers }, (_, at) => `order ${entry.id} ${at}`)
    for (const order of orders) entry.orders.add(order)
    const answers = await Promise.all(
      orders.map((order) =>
        client.insist(`/v1/fills/${entry.id}/finalize`, { body: { external_order_id: order } }),
      ),
    )
    for (const answer of answers) if (isDone('finalize', answer)) entry.renders.add(answer.body.render.id)
    entry.statuses = ['finalized']
    if (!chance.oneIn(8)) return
    entry.statuses = ['finalized', 'expired']
    const refund = { status: 'refunded' }
    if (isDone('refund', await send(`/v1/fills/${entry.id}/status`, { body: refund })))
      entry.statuses = ['expired']
  }

  const orderOfShop = async () => {
    const name = nextName()
    const made = await send('/v1/fills', { body: { template_id: shop.templateId, values: valuesOf(name) } })
    if (!isDone('create a fill', made)) return
    const entry = enter(made?.body.fill.id, name)
    for (let edits = chance.whole(0, 2); edits > 0; edits -= 1) await edit(entry, `/v1/fills/${entry.id}`, {})
    if (!chance.oneIn(6)) await finalize(entry)
  }

  const orderOfGuest = async () => {
    const page = { key: null, headers: { origin: SHOP, 'x-service-publishable-key': shop.publishableKey } }
    const product = { external_product_id: shop.product }
    const opened = await send('/v1/embed/sessions/guest', { ...page, body: product })
    if (!isDone('open a session', opened)) return
    const { embed_session: session, client_secret: secret } = opened?.body ?? {}
    ledger.sessions.set(session.id, ['active'])
    const browser = { key: null, headers: { origin: SHOP, 'x-service-client-secret': secret } }
    const name = nextName()
    // Sent again until it is answered: the session has one fill, however often it is asked for.
    const made = await client.insist('/v1/embed/fills', {
      ...browser,
      body: { embed_session: session.id, values: valuesOf(name) },
    })
    if (!isDone('save a fill', made)) return
    const entry = enter(made.body.fill.id, name)
    await edit(entry, `/v1/embed/fills/${entry.id}`, browser)
    ledger.sessions.set(session.id, ['active', 'completed'])
    const done = await send(`/v1/embed/fills/${entry.id}/complete`, { ...browser, method: 'POST' })
    if (!isDone('complete', done)) return
    ledger.sessions.set(session.id, ['completed'])
    if (!chance.oneIn(4)) await finalize(entry)
  }

  const renderOnDemand = async () => {
    const body = { template_id: shop.templateId, values: valuesOf(nextName()) }
    const made = await send('/v1/renders', { body })
    if (isDone('render', made)) ledger.renders.set(made?.body.render.id, made?.body.render.content_sha256)
  }

  const upload = async () => {
    const made = await send('/v1/templates', { body: shop.form(nextName()) })
    if (isDone('upload', made)) ledger.templates.add(made?.body.template.id)
  }

  while (!isOver())
    if (chance.oneIn(25)) await upload()
    else await chance.pick([orderOfShop, orderOfShop, orderOfGuest, renderOnDemand])()
}
