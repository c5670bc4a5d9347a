/** A sale whose service is killed while hooks come in: every order is printed once. */
import { DATABASES, type Database, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { pdfForm } from '../../support/kills/card.ts'
import type { Plan, Stage } from '../../support/kills/plan.ts'
import { keepsAll } from '../../support/kills/run-plan.ts'
import type { Json } from '../../support/kills/service-client.ts'
import { journeys, killed } from '../../support/kills/strikes.ts'
import { blankPdf } from '../../support/pdf/blank-pdf.ts'
import { eventually } from '../../support/run/eventually.ts'
import { inForm } from '../../support/run/form.ts'
import { freePort } from '../../support/service/free-port.ts'
import { nextOrder, sendHook } from '../../support/shops/adapter-shop.ts'
import { openRestPlatform } from '../../support/shops/rest-platform.ts'
import type { SamplePlatform } from '../../support/shops/sample-order.ts'

const ORDERS = inForm(16, 24)
/** After this share of all orders. */
const afterShare = (share: number) => journeys(Math.floor(ORDERS * share))

interface Sale {
  readonly stage: Stage
  readonly platform: SamplePlatform
  /** Of orders that are still to come. */
  readonly waiting: string[]
  readonly fills: readonly string[]
}

let servicePort = 0

const plan = (database: Database, platform: SamplePlatform): Plan<Sale, readonly Json[]> => ({
  ...{ ground: database, services: 1 },
  env: () => ({ PORT: String(servicePort), PLATE_CHECKS: 'none', ...platform.env }),
  async open(stage) {
    const { client } = stage
    const body = pdfForm(await blankPdf([{}]), 'Card')
    const { template } = await client.make('/v1/templates', { body })
    await client.make(`/v1/templates/${template.id}/publish`, { method: 'POST' })
    const mapping = { external_product_id: 'mug', template_id: template.id }
    await client.make('/v1/product_mappings', { body: mapping })
    const fills: string[] = []
    while (fills.length < ORDERS)
      fills.push((await client.make('/v1/fills', { body: { external_product_id: 'mug' } })).fill.id)
    return { stage, platform, fills, waiting: [...fills] }
  },
  load: { clients: 1, journeys: ORDERS, steps: [[1, order]] },
  turns: [
    { when: afterShare(0.25), strike: killed },
    { when: afterShare(0.58), strike: killed },
  ],
  left: async ({ stage }) => (await stage.client.all('/v1/fills?status=open')).length,
  read: ({ stage }) => stage.client.all('/v1/renders'),
  invariants: {
    'each order prints once': (renders, { fills }) => {
      const byFill = Map.groupBy(renders, (render) => render.fill_id)
      return fills.flatMap((fill) => {
        const prints = (byFill.get(fill) ?? []).map((render) => render.status)
        return `${prints}` === 'succeeded' ? [] : [`${fill} has the renders ${prints}`]
      })
    },
    'nothing else prints': (renders, { fills }) =>
      renders.filter((render) => !fills.includes(render.fill_id)).map((render) => render.id),
  },
  counts: (renders) => ({ renders: renders.length }),
})

/** Sends the hook as a platform does: until it is answered with a success. */
async function order({ platform, waiting }: Sale): Promise<void> {
  const hook = await platform.hook(nextOrder(waiting.shift() ?? ''), Date.now())
  const url = `http://127.0.0.1:${servicePort}/adapters/rest${hook.path}`
  await eventually(() => sendHook(url, hook).catch(() => null), { until: (reply) => reply?.status === 200 })
}

for (const database of DATABASES)
  describe(`A sale whose service is killed, on ${longOn(database)}`, function () {
    // Each is killed and started again, many times.
    this.timeout(400_000)
    let platform: SamplePlatform
    before(async function () {
      needsDatabase(this, database)
      platform = await openRestPlatform({ REST_ORDERS_URL: '' })
      servicePort = await freePort()
    })
    after(() => platform?.close())

    it('A sale whose service is killed twice loses no order and prints none twice @long', async () => {
      await keepsAll(plan(database, platform))
    })
  })
