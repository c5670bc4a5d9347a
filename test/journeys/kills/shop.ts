/** Shops and customers who order, upload and print with webhooks to a receiver, while services are struck under load. */
import { EVENT_TYPES } from '../../../core/service/webhook/event.ts'
import { publishCard } from '../../support/kills/card.ts'
import type { Ground } from '../../support/kills/ground.ts'
import type { Plan, Stage, Turn } from '../../support/kills/plan.ts'
import { cutOff, ended, killed, paused, someTime } from '../../support/kills/strikes.ts'
import { SHOP } from '../../support/service/storefront.ts'
import { duplicatesOf, openVerifiedSink } from '../../support/service/verified-sink.ts'
import { INVARIANTS, type Rows, readRows } from './shop-invariants.ts'
import { emptyLedger, PRODUCT, type Shop, STEPS } from './shop-load.ts'

const CLIENTS = 6
/** Every other time it lives until it is warm and busy with everything at once. */
const BUSY_JOURNEYS = 8
/** A proof for each template that was uploaded; asked for once everything is up again. */
const PROOF = { kind: 'proof', values: { Name: 'Ada' } }

export function shopPlan(
  ground: Ground,
  strikes: number,
  env: Readonly<Record<string, string>> = {},
): Plan<Shop, Rows> {
  return {
    ground,
    env: () => env,
    open: openShop,
    close: ({ sink }) => sink.close(),
    load: { clients: CLIENTS, steps: STEPS },
    turns:
      ground === 'nodes'
        ? [killed, cutOff, ended, paused, killed, cutOff, killed, ended].map((strike) => ({ when, strike }))
        : [{ when, strike: killed }],
    strikes,
    // What is said of a connection that broke, or of a process that others took for dead.
    isExcused: (line) =>
      ground === 'nodes' &&
      /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|Connection terminated|Client has encountered a connection error|_unavailable/.test(
        line,
      ),
    async finish({ stage: { client }, ledger }) {
      for (const id of ledger.templates) {
        const { status, body } = await client.insist('/v1/renders', { body: { template_id: id, ...PROOF } })
        ledger.proofs.set(id, status === 200 ? body.render.id : `${status}`)
      }
    },
    async left({ stage: { client }, endpointId }) {
      const deliveries = await client.all(`/v1/webhook_endpoints/${endpointId}/deliveries`)
      const over = new Set(deliveries.filter(isOver).map((one) => one.event_id))
      const open = new Set(deliveries.map((one) => one.event_id).filter((id) => !over.has(id)))
      const renders = await client.all('/v1/renders')
      return open.size + renders.filter(({ status }) => status === 'queued').length
    },
    read: readRows,
    invariants: INVARIANTS,
    afterwards: {
      'every webhook is signed': (_, { sink }) => sink.forged.map(({ body }) => body.slice(0, 200)),
    },
    counts: ({ fills, renders, events }, { ledger, accepted }) => ({
      ...{ fills: fills.length, renders: renders.length, events: events.length },
      ...{ unanswered: ledger.unanswered, duplicates: duplicatesOf(accepted()) },
    }),
  }
}

const when: Turn<Shop>['when'] = async (stage, chance) => {
  if (chance.oneIn(2)) await stage.journeysDone(stage.begun + BUSY_JOURNEYS)
  await someTime(150, 500)(stage, chance)
}

const isOver = ({ outcome }: { readonly outcome: string }) => outcome !== 'pending' && outcome !== 'failed'

async function openShop(stage: Stage): Promise<Shop> {
  const { client } = stage
  const failing = stage.chance.branch()
  const sink = await openVerifiedSink(({ cameBefore }) => (cameBefore === 0 && failing.oneIn(60) ? 500 : 200))
  const hooks = new URL(sink.sink.url).pathname
  const templateId = await publishCard(client)
  const application = { name: 'Shop', allowed_origins: [SHOP], create_publishable_key: true }
  const { publishable_key } = await client.make('/v1/embed/applications', { body: application })
  const mapping = { external_product_id: PRODUCT, template_id: templateId }
  await client.make('/v1/product_mappings', { body: mapping })
  const eventsBefore = new Set((await client.all('/v1/events')).map((event) => event.id as string))
  const endpoint = { url: sink.sink.url, enabled_events: [...EVENT_TYPES] }
  const made = await client.make('/v1/webhook_endpoints', { body: endpoint })
  sink.expect(hooks, made.signing_secret)
  return {
    ...{ stage, sink, ledger: emptyLedger(stage.faults), templateId, publishableKey: publishable_key },
    ...{ endpointId: made.webhook_endpoint.id, eventsBefore, accepted: () => sink.accepted(hooks) },
  }
}
