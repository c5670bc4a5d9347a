/** The service stops while orders wait. After the next start it prints each order once and reports this to the shop. */
import { expect } from 'chai'
import { MOCK } from '../../adapters/mock/adapter.ts'
import { eventually } from '../support/run/eventually.ts'
import { temporaryFolders } from '../support/run/temporary-folder.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { openSamplePress } from '../support/service/sample-press.ts'
import { type AdapterShop, nextOrder, openAdapterShop, shopOf } from '../support/shops/adapter-shop.ts'
import { type MockPlatform, openMockPlatform } from '../support/shops/mock-platform.ts'
import type { SampleHook, SampleOrder } from '../support/shops/sample-order.ts'

describe('A storefront whose service stops', () => {
  const makeFolder = temporaryFolders()
  let platform: MockPlatform
  let again: AdapterShop
  let taken: { readonly fill: string; readonly order: SampleOrder; readonly hook: SampleHook }
  let missed: { readonly fill: string; readonly order: SampleOrder }
  before(async () => {
    platform = await openMockPlatform()
    const folder = { DATA_DIR: await makeFolder() }
    // It takes hooks and does no work on them.
    const first = await openAdapterShop(MOCK, { ...platform.env, ROLES: 'api,press' }, { env: folder })
    const [fill, other] = [await first.fill(), await first.fill()]
    const now = first.test.clock.now()
    const order = nextOrder(fill, { changedAt: now })
    taken = { fill, order, hook: await platform.hook(order, now) }
    expect((await first.send(taken.hook)).status).to.equal(200)
    expect((await first.readFill(fill)).status).to.equal('open')
    await first.close()
    missed = { fill: other, order: nextOrder(other, { changedAt: now }) }
    await platform.hook(missed.order, now)

    const { team } = first.test
    const env = { ...platform.env, ...folder, STOREFRONT_TEAM: team.id }
    const second = await openTestServer({ press: openSamplePress(), adapters: [MOCK], env })
    const json: TestServer['json'] = (path, options) => second.json(path, { key: team.key, ...options })
    again = shopOf({ ...second, json }, MOCK.name, () => second.url)
  })
  after(async () => {
    await again?.close()
    await platform?.close()
  })

  it('prints an order once that was taken before the stop, and writes its print file to the shop', async () => {
    const { fill, order } = taken
    await again.settled(order.id, { 1: 'finalized' })
    const written = await eventually(() => platform.written?.(order.id) ?? null)
    expect((await again.prints(fill)).map(({ id }) => id)).to.deep.equal([written[1]?.render])
  })

  it('answers a hook that was taken before the stop as one that it knows', async () => {
    expect((await again.send(taken.hook)).body).to.deep.equal({ message: 'Already received.' })
  })

  it('finds an order whose hook was sent while the service was away', async () => {
    again.test.clock.advance(11 * 60_000)
    await again.settled(missed.order.id, { 1: 'finalized' })
    expect(await again.prints(missed.fill)).to.have.lengthOf(1)
  })
})
