/** Checks promises after any number of kills, over HTTP: one line for each breach. */
import { createHash } from 'node:crypto'
import type { Ledger } from './kill-load.ts'
import type { ShopSetup } from './kill-shop.ts'
import type { ServiceClient } from './service-client.ts'

export interface Checked {
  readonly breaches: readonly string[]
  readonly fills: number
  readonly renders: number
  readonly events: number
}

type Row = Awaited<ReturnType<ServiceClient['all']>>[number]

export async function checkService(parts: {
  readonly client: ServiceClient
  readonly url: string
  readonly key: string
  readonly shop: ShopSetup
  readonly ledger: Ledger
  readonly accepted: ReadonlyMap<string, number>
}): Promise<Checked> {
  const { client, shop, ledger, accepted } = parts
  const [fills, renders, events, deliveries] = await Promise.all([
    client.all('/v1/fills'),
    client.all('/v1/renders'),
    client.all('/v1/events'),
    client.all(`/v1/webhook_endpoints/${shop.endpointId}/deliveries`),
  ])
  const finals = renders.filter((render) => render.kind === 'final')
  const usage = (await client.insist('/v1/usage')).body
  const breaches = [
    ...ledger.faults,
    ...checkFills(fills, finals, events),
    ...checkPromises(ledger, fills, renders),
    ...(await checkSessions(client, ledger)),
    ...(await checkFiles(parts, renders)),
    ...checkWebhooks(shop, events, deliveries, accepted),
  ]
  const counted = finals.filter((render) => render.status !== 'failed').length
  if (usage.used !== counted) breaches.push(`usage is ${usage.used}, final renders are ${counted}`)
  return { breaches, fills: fills.length, renders: renders.length, events: events.length }
}

function groupBy(rows: readonly Row[], key: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, key)
}

/** One fill, one final render, one word about it. */
function checkFills(fills: readonly Row[], finals: readonly Row[], events: readonly Row[]): string[] {
  const breaches: string[] = []
  const rendersOf = groupBy(
    finals.filter((render) => render.fill_id !== null),
    (render) => render.fill_id,
  )
  const eventsOf = groupBy(events, (event) => `${event.type} ${event.object_id}`)
  const count = (type: string, id: string) => eventsOf.get(`${type} ${id}`)?.length ?? 0
  for (const fill of fills) {
    const own = rendersOf.get(fill.id) ?? []
    const wanted = fill.finalized_at === null ? 0 : 1
    if (own.length !== wanted)
      breaches.push(`${fill.id} is ${fill.status} and has ${own.length} final renders`)
    if (count('fill.finalized', fill.id) !== wanted)
      breaches.push(
        `${fill.id} is ${fill.status}; fill.finalized was told ${count('fill.finalized', fill.id)} times`,
      )
    if (count('fill.created', fill.id) !== 1) breaches.push(`${fill.id}: fill.created was not told once`)
    if (wanted === 1 && own[0]?.external_order_id !== fill.external_order_id)
      breaches.push(`${fill.id} and its render name different orders`)
  }
  for (const render of finals) {
    if (render.status !== 'succeeded') breaches.push(`${render.id} is ${render.status}`)
    if (count('render.succeeded', render.id) !== 1)
      breaches.push(`${render.id}: render.succeeded was told ${count('render.succeeded', render.id)} times`)
  }
  return breaches
}

/** Everything that was answered stands as it was answered. */
function checkPromises(ledger: Ledger, fills: readonly Row[], renders: readonly Row[]): string[] {
  const breaches: string[] = []
  const fillById = new Map(fills.map((fill) => [fill.id, fill]))
  const renderById = new Map(renders.map((render) => [render.id, render]))
  for (const entry of ledger.fills.values()) {
    const fill = fillById.get(entry.id)
    if (fill === undefined) {
      breaches.push(`${entry.id} was acknowledged and is not there`)
      continue
    }
    const values: string[] = Object.values(fill.values)
    if (!values.some((value) => entry.names.has(value)))
      breaches.push(`${entry.id} says ${values.join(', ')}, not ${[...entry.names].join(' or ')}`)
    if (!entry.statuses.includes(fill.status))
      breaches.push(`${entry.id} is ${fill.status}, not ${entry.statuses.join(' or ')}`)
    if (fill.finalized_at !== null && !entry.orders.has(fill.external_order_id))
      breaches.push(`${entry.id} belongs to ${fill.external_order_id}, which nobody ordered`)
    if (entry.renders.size > 1)
      breaches.push(`${entry.id} was answered with the renders ${[...entry.renders].join(', ')}`)
    for (const id of entry.renders)
      if (renderById.get(id)?.fill_id !== entry.id) breaches.push(`${id} of ${entry.id} is not there`)
  }
  for (const [id, sha256] of ledger.renders)
    if (renderById.get(id)?.content_sha256 !== sha256) breaches.push(`${id} is not as it was answered`)
  return breaches
}

async function checkSessions(client: ServiceClient, ledger: Ledger): Promise<string[]> {
  const sessions = new Map((await client.all('/v1/embed/sessions')).map((one) => [one.id, one]))
  return [...ledger.sessions].flatMap(([id, statuses]) => {
    const found = sessions.get(id)?.status ?? 'not there'
    return statuses.includes(found) ? [] : [`${id} is ${found}, not ${statuses.join(' or ')}`]
  })
}

/** What was uploaded can be printed: its record, its plan and its body are there. To be called before the rest. */
export async function checkTemplates(client: ServiceClient, ledger: Ledger): Promise<string[]> {
  const breaches: string[] = []
  for (const id of ledger.templates) {
    const proof = { template_id: id, kind: 'proof', values: { Name: 'Ada' } }
    const { status, body } = await client.insist('/v1/renders', { body: proof })
    const whole = status === 200 ? await client.insist(`/v1/renders/${body.render.id}`) : null
    if (whole?.body.render.status !== 'succeeded') breaches.push(`${id} cannot be printed: ${status}`)
  }
  return breaches
}

/** Every print file comes whole: as long as its row says, and with its hash. */
async function checkFiles(
  { url, key }: { readonly url: string; readonly key: string },
  renders: readonly Row[],
): Promise<string[]> {
  const breaches: string[] = []
  for (const render of renders) {
    if (render.status === 'queued') breaches.push(`${render.id} is still queued`)
    if (render.status !== 'succeeded') continue
    const response = await fetch(`${url}/v1/renders/${render.id}/download`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (response.status !== 200 || bytes.length !== render.size_bytes || sha256 !== render.content_sha256)
      breaches.push(`${render.id} answers ${response.status} with ${bytes.length} bytes of ${sha256}`)
  }
  return breaches
}

function checkWebhooks(
  shop: ShopSetup,
  events: readonly Row[],
  deliveries: readonly Row[],
  accepted: ReadonlyMap<string, number>,
): string[] {
  const breaches: string[] = []
  const attemptsOf = groupBy(deliveries, (delivery) => delivery.event_id)
  for (const { id, type } of events.filter((event) => !shop.eventsBefore.has(event.id))) {
    if (!accepted.has(id)) breaches.push(`${type} ${id} was never delivered`)
    const attempts = attemptsOf.get(id) ?? []
    if (attempts.filter((one) => one.outcome === 'succeeded').length !== 1)
      breaches.push(`${type} ${id}: ${attempts.map((one) => one.outcome).join(', ') || 'no delivery'}`)
    if (new Set(attempts.map((one) => one.attempt_number)).size !== attempts.length)
      breaches.push(`${type} ${id}: two attempts of one number`)
  }
  const known = new Set(events.map((event) => event.id))
  for (const id of accepted.keys())
    if (!known.has(id)) breaches.push(`${id} was delivered and is no event: what it told was rolled back`)
  return breaches
}
