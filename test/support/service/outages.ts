/** Orders are finalized once each while PostgreSQL or the object store goes away and its connections break. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { freshDatabase, needsDatabase } from '../database/postgres.ts'
import { type Fault, type FaultProxy, openFaultProxy } from '../programs/fault-proxy.ts'
import { bucketUrl, OBJECT_STORES, type ObjectStore } from '../programs/object-stores.ts'
import { seededChance, someSeed } from '../run/seeded-chance.ts'
import { temporaryFolders } from '../run/temporary-folder.ts'
import { openTestServer, type TestServer } from './open-test-server.ts'
import { hashOfLink, openCardShop } from './printing-shop.ts'

const CLIENTS = 3

export interface Outages {
  readonly orders: number
  /** Of the one fault in which every connection is refused, milliseconds. */
  readonly outageMs: number
  /** Of each other fault, milliseconds. */
  readonly faultMs: number
  readonly limitMs: number
}

export function describeOutages(
  name: 'PostgreSQL' | 'the object store',
  { orders, outageMs, faultMs, limitMs }: Outages,
): void {
  describe(`${orders} orders while ${name} has faults`, function () {
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

    it('finalizes each once, with the right bytes, and goes on by itself', async () => {
      const seed = someSeed()
      const chance = seededChance(seed)
      const templateId = await openCardShop(test)
      const fills: string[] = []
      for (let count = 0; count < orders; count += 1) {
        const values = {
          'First name': `Ada ${count}`,
          'Second name': 'Grace',
          Date: 'May',
          Place: 'Hartfield',
        }
        const { body } = await test.json('/v1/fills', { body: { template_id: templateId, values } })
        fills.push(body.fill.id)
      }
      const left = [...fills.entries()]
      const unexpected: string[] = []
      const client = async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          const [at, id] = next
          for (let status = 0; status !== 200; ) {
            const body = { external_order_id: `order-${at}` }
            const answer = await test.json(`/v1/fills/${id}/finalize`, { body })
            status = answer.status
            // A fault is answered as one that passes.
            if (status !== 200 && status !== 503) unexpected.push(`${status} ${JSON.stringify(answer.body)}`)
            if (status !== 200) await delay(100)
          }
          // So that there are orders in each fault.
          await delay(((outageMs + 6 * faultMs) * CLIENTS) / orders)
        }
      }
      const working = Promise.all(Array.from({ length: CLIENTS }, client))
      const faults: readonly Fault[] = [
        { kind: 'cut', afterBytes: chance.whole(200, 5000) },
        { kind: 'refuse' },
        { kind: 'cut', afterBytes: chance.whole(200, 20_000) },
        { kind: 'busy' },
        { kind: 'delay', ms: 30 },
      ]
      for (const fault of faults) {
        if (fault.kind === 'busy' && name === 'PostgreSQL') continue
        await delay(faultMs / 2)
        proxy.set(fault)
        await delay(fault.kind === 'refuse' ? outageMs : faultMs)
        proxy.set({ kind: 'none' })
      }
      await working
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
