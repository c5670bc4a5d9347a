/** Journeys of shops and customers while services are struck, and a ledger of what they were promised. */
import { pdfForm, VALUES } from '../../support/kills/card.ts'
import type { Journey, Load, Stage } from '../../support/kills/plan.ts'
import type { Answer, ServiceClient } from '../../support/kills/service-client.ts'
import { formPdf, textField } from '../../support/pdf/form-pdf.ts'
import type { Chance } from '../../support/run/seeded-chance.ts'
import type { SendOptions } from '../../support/service/open-test-server.ts'
import { SHOP } from '../../support/service/storefront.ts'
import type { VerifiedSink } from '../../support/service/verified-sink.ts'

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
  /** By template, the render of a proof, or the status of its refusal. */
  readonly proofs: Map<string, string>
  /** Refusals that no strike excuses. */
  readonly faults: string[]
  /** Requests that were sent and never answered. */
  unanswered: number
}

export function emptyLedger(faults: string[]): Ledger {
  return {
    ...{ fills: new Map(), renders: new Map(), sessions: new Map() },
    ...{ templates: new Set(), proofs: new Map(), faults, unanswered: 0 },
  }
}

export interface Shop {
  readonly stage: Stage
  readonly sink: VerifiedSink
  readonly ledger: Ledger
  readonly templateId: string
  readonly publishableKey: string
  readonly endpointId: string
  /** Events from before there was an endpoint. */
  readonly eventsBefore: ReadonlySet<string>
  /** How often each event was taken under a signature that verifies. */
  accepted(): ReadonlyMap<string, number>
}

export const PRODUCT = 'card 7'

/** Text that is unique to a customer. */
let shoppers = 0
const nextName = (): string => {
  shoppers += 1
  return `Ada ${shoppers}`
}

const valuesOf = (name: string) => ({ ...VALUES, 'First name': name })

async function send({ stage, ledger }: Shop, ...sent: Parameters<ServiceClient['send']>) {
  const answer = await stage.client.send(...sent)
  if (answer === null) ledger.unanswered += 1
  return answer
}

/** Notes what should not have been refused. */
function isDone({ ledger }: Shop, what: string, answer: Answer | null): answer is Answer {
  if (answer === null) return false
  if (answer.status < 300) return true
  ledger.faults.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return false
}

function enter({ ledger }: Shop, id: string, name: string): FillEntry {
  const known = { names: new Set([name]), orders: new Set<string>(), renders: new Set<string>() }
  const entry: FillEntry = { id, ...known, statuses: ['open'] }
  ledger.fills.set(id, entry)
  return entry
}

async function edit(shop: Shop, entry: FillEntry, path: string, options: SendOptions = {}): Promise<void> {
  const name = nextName()
  entry.names.add(name)
  const body = { values: { 'First name': name } }
  if (!isDone(shop, 'edit', await send(shop, path, { ...options, method: 'PATCH', body }))) return
  entry.names.clear()
  entry.names.add(name)
}

/** Several clients at once finalize one fill, each under an order of its own and until it is answered. */
async function finalize(shop: Shop, entry: FillEntry, chance: Chance): Promise<void> {
  entry.statuses = ['open', 'finalized']
  const callers = chance.pick([1, 1, 2, 4])
  const orders = Array.from({ length: callers }, (_, at) => `order ${entry.id} ${at}`)
  for (const order of orders) entry.orders.add(order)
  const path = `/v1/fills/${entry.id}`
  const answers = await Promise.all(
    orders.map((order) =>
      shop.stage.client.insist(`${path}/finalize`, { body: { external_order_id: order } }),
    ),
  )
  for (const answer of answers) if (isDone(shop, 'finalize', answer)) entry.renders.add(answer.body.render.id)
  entry.statuses = ['finalized']
  if (!chance.oneIn(8)) return
  entry.statuses = ['finalized', 'expired']
  const refund = await send(shop, `${path}/status`, { body: { status: 'refunded' } })
  if (isDone(shop, 'refund', refund)) entry.statuses = ['expired']
}

const orderOfShop: Journey<Shop> = async (shop, chance) => {
  const name = nextName()
  const body = { template_id: shop.templateId, values: valuesOf(name) }
  const made = await send(shop, '/v1/fills', { body })
  if (!isDone(shop, 'create a fill', made)) return
  const entry = enter(shop, made.body.fill.id, name)
  for (let edits = chance.whole(0, 2); edits > 0; edits -= 1) await edit(shop, entry, `/v1/fills/${entry.id}`)
  if (!chance.oneIn(6)) await finalize(shop, entry, chance)
}

const orderOfGuest: Journey<Shop> = async (shop, chance) => {
  const { sessions } = shop.ledger
  const page = { key: null, headers: { origin: SHOP, 'x-service-publishable-key': shop.publishableKey } }
  const body = { external_product_id: PRODUCT }
  const opened = await send(shop, '/v1/embed/sessions/guest', { ...page, body })
  if (!isDone(shop, 'open a session', opened)) return
  const { embed_session: session, client_secret: secret } = opened.body
  sessions.set(session.id, ['active'])
  const browser = { key: null, headers: { origin: SHOP, 'x-service-client-secret': secret } }
  const name = nextName()
  // Sent again until it is answered: the session has one fill, however often it is asked for.
  const made = await shop.stage.client.insist('/v1/embed/fills', {
    ...browser,
    body: { embed_session: session.id, values: valuesOf(name) },
  })
  if (!isDone(shop, 'save a fill', made)) return
  const entry = enter(shop, made.body.fill.id, name)
  await edit(shop, entry, `/v1/embed/fills/${entry.id}`, browser)
  sessions.set(session.id, ['active', 'completed'])
  const done = await send(shop, `/v1/embed/fills/${entry.id}/complete`, { ...browser, method: 'POST' })
  if (!isDone(shop, 'complete', done)) return
  sessions.set(session.id, ['completed'])
  if (!chance.oneIn(4)) await finalize(shop, entry, chance)
}

const renderOnDemand: Journey<Shop> = async (shop) => {
  const body = { template_id: shop.templateId, values: valuesOf(nextName()) }
  const made = await send(shop, '/v1/renders', { body })
  if (!isDone(shop, 'render', made)) return
  const { id, content_sha256 } = made.body.render
  shop.ledger.renders.set(id, content_sha256)
}

/** A small form of its own each time. */
const upload: Journey<Shop> = async (shop) => {
  const word = nextName()
  const pdf = formPdf({ fields: [textField(word, '20 20 200 50', '/DA (/Helv 14 Tf) /TU (Name)')] })
  const made = await send(shop, '/v1/templates', { body: pdfForm(pdf, word) })
  if (isDone(shop, 'upload', made)) shop.ledger.templates.add(made.body.template.id)
}

export const STEPS: Load<Shop>['steps'] = [
  [12, orderOfShop],
  [6, orderOfGuest],
  [6, renderOnDemand],
  [1, upload],
]
