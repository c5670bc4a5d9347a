/** An adapter apart from the service that is taken away in the middle of its work and put up again on the same data. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { MOCK } from '../../../adapters/mock/adapter.ts'
import { type Apart, openApart } from '../../../server/adapters/apart.ts'
import { ConfigError } from '../../../server/config.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openRoad, type Road } from '../../support/service/road.ts'
import { type AdapterShop, nextOrder, openAdapterShop, sendHook } from '../../support/shops/adapter-shop.ts'
import { type MockPlatform, openMockPlatform } from '../../support/shops/mock-platform.ts'

describe('An adapter apart from the service', () => {
  let dataDir: string
  let shop: AdapterShop
  let platform: MockPlatform
  let road: Road
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'platen-apart-'))
    platform = await openMockPlatform()
    shop = await openAdapterShop(MOCK, {}, { adapters: [] })
    road = await openRoad(shop.test.url)
  })
  after(async () => {
    await road.close()
    await shop.close()
    await platform.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const install = (settings: Readonly<Record<string, string>> = platform.env): Promise<Apart> =>
    openApart({
      ...{ kind: MOCK, serviceUrl: road.url, apiKey: shop.test.team.key, port: 0, host: '127.0.0.1' },
      ...{ baseUrl: null, dataDir, masterKey: Buffer.alloc(32, 7), setting: (name) => settings[name] ?? '' },
      ...{ log: { info() {}, warn() {}, error() {} }, clock: shop.test.clock },
    })
  const finalized = (fillId: string) =>
    eventually(
      async () => {
        shop.test.clock.advance(5_000)
        return (await shop.readFill(fillId)).status
      },
      { until: (status) => status === 'finalized' },
    )

  it('goes on with what it had taken in, and finds what came while it was away', async () => {
    const now = () => shop.test.clock.now()
    const [taken, missed] = [await shop.fill(), await shop.fill()]
    road.set('closed')
    const first = await install()
    const hook = await platform.hook('paid', nextOrder(taken, { changedAt: now() }), now())
    expect((await sendHook(`${first.url}/adapters/mock${hook.path}`, hook)).status).to.equal(200)
    await first.close()
    // Nobody hears this one; the platform has it in its list.
    await platform.hook('paid', nextOrder(missed, { changedAt: now() }), now())
    expect((await shop.readFill(taken)).status).to.equal('open')

    road.set('open')
    shop.test.clock.advance(11 * 60_000)
    const again = await install()
    try {
      await finalized(taken)
      await finalized(missed)
      expect(await shop.prints(taken)).to.have.lengthOf(1)
      expect(await shop.prints(missed)).to.have.lengthOf(1)
      // The same hook once more, to the same data: it is known.
      const { body } = await sendHook(`${again.url}/adapters/mock${hook.path}`, hook)
      expect(body.id).to.equal(undefined)
    } finally {
      await again.close()
    }
  })

  it('says which setting it lacks', async () => {
    const fault = await install({}).catch((error) => error)
    expect(fault).to.be.instanceOf(ConfigError)
    expect(fault.message).to.contain('MOCK_SECRET')
  })

  it('has nothing but hooks and its health', async () => {
    const apart = await install()
    try {
      expect((await fetch(`${apart.url}/readyz`)).status).to.equal(200)
      for (const path of ['/', '/v1/fills', '/adapters/rest/orders', '/adapters/mock/other', '/adapters'])
        expect((await fetch(`${apart.url}${path}`)).status, path).to.equal(404)
      expect((await fetch(`${apart.url}/adapters/mock/orders`)).status).to.equal(405)
    } finally {
      await apart.close()
    }
  })
})
