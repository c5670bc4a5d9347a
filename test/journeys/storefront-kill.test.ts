/** A sale whose processes are killed, with the storefront adapter apart from the service and inside: every order is printed once. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { createClient, type Platen } from '../../adapters/rest/client.ts'
import { migratedDatabase } from '../support/database/migrated.ts'
import { longOn, needsDatabase } from '../support/database/postgres.ts'
import { blankPdf } from '../support/pdf/blank-pdf.ts'
import { createServiceProcess, type ServiceProcess } from '../support/programs/service-process.ts'
import { programOf } from '../support/run/built-programs.ts'
import { inForm } from '../support/run/form.ts'
import { freePort } from '../support/service/free-port.ts'
import { uploadForm } from '../support/service/sample-press.ts'
import { nextOrder, sendHook } from '../support/shops/adapter-shop.ts'
import { openRestPlatform } from '../support/shops/rest-platform.ts'
import type { SampleHook, SamplePlatform } from '../support/shops/sample-order.ts'

const ORDERS = inForm(16, 24)
/** The number of the order that comes after this share of all. */
const orderAfter = (share: number) => Math.floor(ORDERS * share)
const RESTARTS = [orderAfter(0.25), orderAfter(0.58)]
/** The service is away between these two, while the adapter takes orders. */
const [AWAY, BACK] = [orderAfter(0.42), orderAfter(0.75)]
const PATIENCE_MS = 120_000

const STAGES = [
  { database: 'sqlite', apart: true },
  { database: 'postgres', apart: false },
] as const

for (const { database, apart } of STAGES)
  describe(`A sale whose processes are killed, on ${longOn(database)}, the adapter ${apart ? 'apart' : 'inside'}`, () => {
    let folder: string | undefined
    let service: ServiceProcess
    let adapter: ChildProcess | null = null
    let adapterUrl: string
    let platform: SamplePlatform
    let platen: Platen
    let key: string
    before(async function () {
      needsDatabase(this, database)
      // Starts a service, a platform and an adapter as processes.
      this.timeout(180_000)
      folder = await mkdtemp(join(tmpdir(), 'platen-sale-'))
      platform = await openRestPlatform({ REST_ORDERS_URL: '' })
      const port = await freePort()
      service = createServiceProcess({
        ...{ DATA_DIR: join(folder, 'service'), PORT: String(port), RATE_LIMIT_KEY_PER_MINUTE: '100000' },
        PLATE_CHECKS: 'none',
        ...(database === 'postgres' ? { DATABASE_URL: await migratedDatabase() } : {}),
        ...(apart ? {} : platform.env),
      })
      await service.start()
      key = await service.secretKey()
      platen = createClient({ apiKey: key, baseUrl: `http://127.0.0.1:${port}`, maxRetries: 10 })
      const hookPort = apart ? await freePort() : port
      adapterUrl = `http://127.0.0.1:${hookPort}`
      if (apart) adapter = await startAdapter(port, hookPort)
    })
    after(async () => {
      adapter?.kill('SIGKILL')
      await service?.kill()
      await platform?.close()
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    })

    async function startAdapter(servicePort: number, hookPort: number): Promise<ChildProcess> {
      const words = ['adapter', 'rest', '--service', `http://127.0.0.1:${servicePort}`]
      const child = spawn(
        process.execPath,
        [programOf('cli'), ...words, '--port', String(hookPort), '--host', '127.0.0.1'],
        {
          env: {
            ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
            ...{ ...platform.env, PLATEN_API_KEY: key, LOG_LEVEL: 'silent' },
            DATA_DIR: join(folder ?? '', 'adapter'),
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await delay(50)) {
        if (child.exitCode !== null) throw new Error(`The adapter ended with ${child.exitCode}.`)
        const answer = await fetch(`${adapterUrl}/readyz`).catch(() => null)
        if (answer?.ok) return child
      }
      throw new Error('The adapter did not start.')
    }

    /** As a platform does: until it is answered with a success. */
    async function insist(hook: SampleHook): Promise<void> {
      for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await delay(100)) {
        const answer = await sendHook(`${adapterUrl}/adapters/rest${hook.path}`, hook).catch(() => null)
        if (answer?.status === 200) return
      }
      throw new Error('A hook was not taken.')
    }

    it('loses no order and prints none twice @long', async () => {
      const pdf = new Uint8Array(await blankPdf([{}]))
      const form = uploadForm(pdf, 'Card')
      const { template } = await platen.templates.upload({ file: form.get('pdf') as Blob, title: 'Card' })
      await platen.templates.publish(template.id)
      await platen.productMappings.create({ external_product_id: 'mug', template_id: template.id })
      const fills: string[] = []
      for (let count = 0; count < ORDERS; count += 1)
        fills.push((await platen.fills.create({ external_product_id: 'mug' })).fill.id)

      const hookPort = Number(new URL(adapterUrl).port)
      const servicePort = Number(new URL(service.url ?? '').port)
      for (const [at, fill] of fills.entries()) {
        if (adapter === null && RESTARTS.includes(at)) {
          // In the middle of what it does for the orders before.
          await service.kill()
          await service.start()
        } else if (adapter !== null && RESTARTS.includes(at)) {
          adapter.kill('SIGKILL')
          await once(adapter, 'exit')
          adapter = await startAdapter(servicePort, hookPort)
        }
        if (adapter !== null && at === AWAY) await service.kill()
        if (adapter !== null && at === BACK) await service.start()
        const order = nextOrder(fill)
        await insist(await platform.hook('paid', order, Date.now()))
      }
      for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await delay(500)) {
        const open = await platen.fills.list({ status: 'open', limit: 100 }).page()
        if (open.data.length === 0) break
      }
      const prints = await platen.renders.list({ limit: 100 }).toArray({ limit: 1000 })
      const byFill = Map.groupBy(prints, (render) => render.fill_id)
      expect(fills.map((fill) => byFill.get(fill)?.length)).to.deep.equal(fills.map(() => 1))
      expect(prints.map((render) => render.status)).to.deep.equal(fills.map(() => 'succeeded'))
      expect(service.complaints).to.deep.equal([])
      // Each is killed and started again, many times.
    }).timeout(400_000)
  })
