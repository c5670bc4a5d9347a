/** A sale whose processes are killed, with the storefront adapter apart from the service and inside: every order is printed once. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { longOn, needsDatabase } from '../../support/database/postgres.ts'
import { pdfForm } from '../../support/kills/card.ts'
import type { Plan, Stage, Strike } from '../../support/kills/plan.ts'
import { keepsAll } from '../../support/kills/run-plan.ts'
import type { Json } from '../../support/kills/service-client.ts'
import { journeys, killed } from '../../support/kills/strikes.ts'
import { blankPdf } from '../../support/pdf/blank-pdf.ts'
import { endsWithProcess } from '../../support/programs/ends-with-process.ts'
import { programOf } from '../../support/run/built-programs.ts'
import { eventually } from '../../support/run/eventually.ts'
import { inForm } from '../../support/run/form.ts'
import { freePort } from '../../support/service/free-port.ts'
import { nextOrder, sendHook } from '../../support/shops/adapter-shop.ts'
import { openRestPlatform } from '../../support/shops/rest-platform.ts'
import type { SamplePlatform } from '../../support/shops/sample-order.ts'

const ORDERS = inForm(16, 24)
/** After this share of all orders. */
const afterShare = (share: number) => journeys(Math.floor(ORDERS * share))

const STAGES = [
  { database: 'sqlite', apart: true },
  { database: 'postgres', apart: false },
] as const
type Place = (typeof STAGES)[number]

interface Sale {
  readonly stage: Stage
  readonly platform: SamplePlatform
  /** Of orders that are still to come. */
  readonly waiting: string[]
  readonly fills: readonly string[]
  /** Null where the adapter is inside the service. */
  adapter: ChildProcess | null
}

const adapterKilled: Strike<Sale> = async (_, __, sale) => {
  const { adapter } = sale
  if (adapter === null) return []
  const ended = once(adapter, 'exit')
  adapter.kill('SIGKILL')
  await ended
  sale.adapter = await startAdapter(sale)
  return ['SIGKILL of the adapter']
}

/** Until its next start: the adapter takes orders meanwhile. */
const serviceKilled: Strike = async ({ services }) => {
  for (const one of services) await one.kill()
  return ['SIGKILL']
}

const serviceStarted: Strike = async ({ services }) => {
  for (const one of services) await one.start()
  return []
}

/** Where hooks go: to the adapter, or to the service that has it inside. */
let hookPort = 0
let servicePort = 0

const plan = ({ database, apart }: Place, platform: SamplePlatform): Plan<Sale, readonly Json[]> => ({
  ...{ ground: database, services: 1 },
  env: () => ({ PORT: String(servicePort), PLATE_CHECKS: 'none', ...(apart ? {} : platform.env) }),
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
    const sale: Sale = { stage, platform, fills, waiting: [...fills], adapter: null }
    if (apart) sale.adapter = await startAdapter(sale)
    return sale
  },
  async close({ adapter }) {
    adapter?.kill('SIGKILL')
  },
  load: { clients: 1, journeys: ORDERS, steps: [[1, order]] },
  turns: apart
    ? [
        { when: afterShare(0.25), strike: adapterKilled },
        { when: afterShare(0.42), strike: serviceKilled },
        { when: afterShare(0.58), strike: adapterKilled },
        { when: afterShare(0.75), strike: serviceStarted },
      ]
    : [
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
  const hook = await platform.hook('paid', nextOrder(waiting.shift() ?? ''), Date.now())
  const url = `http://127.0.0.1:${hookPort}/adapters/rest${hook.path}`
  await eventually(() => sendHook(url, hook).catch(() => null), { until: (reply) => reply?.status === 200 })
}

async function startAdapter({ stage, platform }: Sale): Promise<ChildProcess> {
  const words = ['adapter', 'rest', '--service', `http://127.0.0.1:${servicePort}`]
  const child = endsWithProcess(
    spawn(process.execPath, [programOf('cli'), ...words, '--port', String(hookPort), '--host', '127.0.0.1'], {
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
        ...{ ...platform.env, PLATEN_API_KEY: stage.key, LOG_LEVEL: 'silent' },
        DATA_DIR: join(stage.folder, 'adapter'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`The adapter ended with ${child.exitCode}.`)
    return (await fetch(`http://127.0.0.1:${hookPort}/readyz`).catch(() => null))?.ok
  })
  return child
}

for (const place of STAGES)
  describe(`A sale whose processes are killed, on ${longOn(place.database)}`, function () {
    // Each is killed and started again, many times.
    this.timeout(400_000)
    let platform: SamplePlatform
    before(async function () {
      needsDatabase(this, place.database)
      platform = await openRestPlatform({ REST_ORDERS_URL: '' })
      servicePort = await freePort()
      hookPort = place.apart ? await freePort() : servicePort
    })
    after(() => platform?.close())

    const where = place.apart ? 'apart from the service' : 'inside the service'
    it(`A sale whose processes are killed, with the adapter ${where}, loses no order and prints none twice @long`, async () => {
      await keepsAll(plan(place, platform))
    })
  })
