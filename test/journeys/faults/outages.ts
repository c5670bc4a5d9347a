/** Orders are finalized once each while PostgreSQL or the object store goes away and its connections break. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { freshDatabase, needsDatabase } from '../../support/database/postgres.ts'
import { flat } from '../../support/pdf/pictures.ts'
import { type Fault, type FaultProxy, openFaultProxy } from '../../support/programs/fault-proxy.ts'
import { bucketUrl, OBJECT_STORES, type ObjectStore } from '../../support/programs/object-stores.ts'
import { type Chance, seededChance, someSeed } from '../../support/run/seeded-chance.ts'
import { temporaryFolders } from '../../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { hashOfLink, openCardShop } from '../../support/service/printing-shop.ts'

const CLIENTS = 3

export interface Outages {
  readonly orders: number
  /** Of the one fault in which every connection is refused, milliseconds. */
  readonly outageMs: number
  /** Of each other fault, milliseconds. */
  readonly faultMs: number
  readonly limitMs: number
  /** Hears how long after the end of each fault an order and an upload were taken, milliseconds. */
  readonly onRecovered?: (ms: Readonly<Record<string, number>>) => void
}

export function describeOutages(
  name: 'PostgreSQL' | 'the object store',
  { orders, outageMs, faultMs, limitMs, onRecovered }: Outages,
): void {
  describe(`${orders} orders while ${name} has faults${name === 'PostgreSQL' ? ' @long' : ''}`, function () {
    // A service starts with worker processes, and every fault is waited for.
    this.timeout(limitMs)
    const makeFolder = temporaryFolders()
    let proxy: FaultProxy
    let store: ObjectStore | null = null
    let test: TestServer
    before(async function () {
      if (name === 'PostgreSQL') {
        needsDatabase(this, 'postgres')
        const url = new URL(await freshDatabase())
        proxy = await openFaultProxy(Number(url.port))
        url.port = String(proxy.port)
        test = await openTestServer({ press: 'workers', env: { DATABASE_URL: url.href } })
      } else {
        store = await (OBJECT_STORES.fauxqs as (folder: string) => Promise<ObjectStore>)(await makeFolder())
        proxy = await openFaultProxy(store.port)
        const env = { FILES_URL: bucketUrl(proxy.port), FILES_CACHE_MB: '64' }
        test = await openTestServer({ press: 'workers', database: 'sqlite', env })
      }
      test.clock.set(Date.now())
    })
    after(async () => {
      await test?.close()
      await proxy?.close()
      await store?.close()
    })

    it('finalizes each once, with the right bytes, and goes on by itself @long', async () => {
      const seed = someSeed()
      const faults = faultsOf(seededChance(seed), name)
      const templateId = await openCardShop(test)
      const fills: string[] = []
      // One more for each fault, which is ordered at its end.
      for (let count = 0; count < orders + faults.length; count += 1) {
        const values = {
          'First name': `Ada ${count}`,
          'Second name': 'Grace',
          Date: 'May',
          Place: 'Hartfield',
        }
        const { body } = await test.json('/v1/fills', { body: { template_id: templateId, values } })
        fills.push(body.fill.id)
      }
      const unexpected: string[] = []
      /** Again and again, until it is done. */
      const insist = async (pauseMs: number, path: string, body: unknown): Promise<void> => {
        for (;;) {
          const answer = await test.json(path, { body })
          if (answer.status < 300) return
          // A fault is answered as one that passes.
          if (answer.status !== 503) unexpected.push(`${answer.status} ${JSON.stringify(answer.body)}`)
          // Time passes: a client comes again after a pause.
          await delay(pauseMs)
        }
      }
      const finalize = (at: number, pauseMs: number) =>
        insist(pauseMs, `/v1/fills/${fills[at]}/finalize`, { external_order_id: `order-${at}` })
      const upload = async (size: number) => {
        const form = new FormData()
        form.set('file', new Blob([await flat(size, 40, [1, 2, 3]).png().toBuffer()]), 'flat.png')
        return insist(20, '/v1/assets', form)
      }
      // From now on its worker is there.
      await upload(40)
      const left = [...fills.keys()].slice(0, orders)
      const client = async () => {
        for (let at = left.shift(); at !== undefined; at = left.shift()) {
          await finalize(at, 100)
          // Time passes: there are orders in each fault.
          await delay(((outageMs + 6 * faultMs) * CLIENTS) / orders)
        }
      }
      const working = Promise.all(Array.from({ length: CLIENTS }, client))
      const recovered: Record<string, number> = {}
      for (const [at, fault] of faults.entries()) {
        // Time passes: all is well.
        await delay(faultMs / 2)
        proxy.set(fault)
        // Time passes: the fault lasts.
        await delay(fault.kind === 'refuse' ? outageMs : faultMs)
        proxy.set({ kind: 'none' })
        const ended = performance.now()
        await finalize(orders + at, 20)
        await upload(41 + at)
        const ms = Math.round(performance.now() - ended)
        recovered[fault.kind] = Math.max(recovered[fault.kind] ?? 0, ms)
      }
      await working
      onRecovered?.(recovered)
      expect(unexpected, `PLATEN_TEST_SEED=${seed}`).to.deep.equal([])
      const renders = []
      for (let after = '', more = true; more; ) {
        const { body } = await test.json(`/v1/renders?kind=final&limit=100${after}`)
        renders.push(...body.data)
        more = body.has_more
        after = `&starting_after=${body.data.at(-1)?.id}`
      }
      expect(renders.map((render: { fill_id: string }) => render.fill_id).sort()).to.deep.equal(
        [...fills].sort(),
      )
      for (const { signed_url, content_sha256, status } of renders) {
        expect(status).to.equal('succeeded')
        const { pathname, search } = new URL(signed_url)
        expect(await hashOfLink(test.url, `${pathname}${search}`)).to.equal(content_sha256)
      }
      expect((await test.send('/readyz', { key: null })).status).to.equal(200)
    })
  })
}

function faultsOf(chance: Chance, name: string): readonly Fault[] {
  const faults: readonly Fault[] = [
    { kind: 'cut', afterBytes: chance.whole(200, 5000) },
    { kind: 'refuse' },
    { kind: 'cut', afterBytes: chance.whole(200, 20_000) },
    { kind: 'silent' },
    { kind: 'busy' },
    { kind: 'delay', ms: 30 },
  ]
  return faults.filter(({ kind }) => kind !== 'busy' || name !== 'PostgreSQL')
}
