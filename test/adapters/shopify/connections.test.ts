/** Tokens of shops: exchanged, renewed by one at a time, and lost in no way that stops an order. */
import { expect } from 'chai'
import { openAdmin, RefusedByShopify } from '../../../adapters/shopify/admin.ts'
import { openShopify, readSettings } from '../../../adapters/shopify/app.ts'
import { openConnections } from '../../../adapters/shopify/connections.ts'
import { Later } from '../../../core/service/storefront/contract.ts'
import { createShelf } from '../../../server/adapters/shelf.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type MockShopify,
  openMockShopify,
  SHOP,
  sessionToken,
} from '../../support/shops/mock-shopify.ts'

describe('The connection of a shop', () => {
  let test: TestServer
  let mock: MockShopify
  /** Milliseconds that the adapter's clock is ahead of the real one. */
  let ahead = 0
  /** The real one, unless a test stops it. */
  let real = () => Date.now()
  const logged: string[] = []

  beforeEach(async () => {
    test = await openTestServer()
    mock = await openMockShopify()
    mock.install()
    ahead = 0
    real = () => Date.now()
    logged.length = 0
  })
  afterEach(async () => {
    await mock.close()
    await test.close()
  })

  /** As a process of its own would open it: what they share is the database. */
  const open = () => {
    const { store, entropy } = test.server.ports
    const shelf = createShelf(
      { store, entropy, key: new Uint8Array(32), teamId: async () => test.team.id },
      'shopify',
    )
    const settings = readSettings({ SHOPIFY_CLIENT_ID: CLIENT_ID, SHOPIFY_CLIENT_SECRET: CLIENT_SECRET })
    if (settings === null) throw new Error('The adapter is off.')
    const library = openShopify(settings, { url: 'https://print.example/adapters/shopify' })
    const ground = { shelf, now: () => real() + ahead, log: (message: string) => logged.push(message) }
    const connections = openConnections(ground, library)
    const sleep = async (ms: number) => {
      ahead += ms
    }
    return { connections, shelf, admin: openAdmin(ground, library, connections, sleep) }
  }
  const refusal = async (work: Promise<unknown>): Promise<Error> => {
    const fault = await work.then(
      () => null,
      (error: Error) => error,
    )
    if (fault === null) throw new Error('It was not refused.')
    return fault
  }

  it('exchanges a visit for an offline token that expires', async () => {
    const { connections, shelf } = open()
    await connections.connect(SHOP, sessionToken())
    expect(mock.tokenRequests).to.have.length(1)
    expect(mock.tokenRequests[0]).to.include({
      expiring: '1',
      requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
    })
    expect(await connections.accessToken(SHOP)).to.equal('shpat_1')
    expect(await connections.list()).to.deep.equal([SHOP])
    const { tokens } = JSON.parse((await shelf.get(`connection:${SHOP}`))?.value ?? '{}')
    expect(tokens).to.include({ accessToken: 'shpat_1', refreshToken: 'shprt_1' })
    expect(tokens.expiresAt).to.be.closeTo(Date.now() + 3_600_000, 60_000)
    expect(tokens.refreshExpiresAt).to.be.closeTo(Date.now() + 90 * 86_400_000, 60_000)
  })

  it('asks Shopify for nothing where the visit is of another app, over, or forged', async () => {
    const { connections } = open()
    const past = Math.floor(Date.now() / 1000) - 600
    for (const token of [
      sessionToken({ aud: 'another' }),
      sessionToken({ exp: past }),
      sessionToken({}, 'wrong'),
      'x',
    ])
      await refusal(connections.connect(SHOP, token))
    expect(mock.tokenRequests).to.deep.equal([])
    expect(await connections.list()).to.deep.equal([])
  })

  it('renews the token when less than five minutes are left, once for ten who ask', async () => {
    const { connections } = open()
    await connections.connect(SHOP, sessionToken())
    ahead = 54 * 60_000
    expect(await connections.accessToken(SHOP)).to.equal('shpat_1')
    ahead = 56 * 60_000
    const given = await Promise.all(Array.from({ length: 10 }, () => connections.accessToken(SHOP)))
    expect(new Set(given)).to.deep.equal(new Set(['shpat_2']))
    expect(mock.tokenRequests.slice(1)).to.have.length(1)
    expect(mock.tokenRequests[1]).to.include({ grant_type: 'refresh_token', refresh_token: 'shprt_1' })
  })

  it('renews it once for two processes, too', async () => {
    const [one, other] = [open(), open()]
    await one.connections.connect(SHOP, sessionToken())
    ahead = 56 * 60_000
    const given = await Promise.all([one.connections.accessToken(SHOP), other.connections.accessToken(SHOP)])
    expect(given).to.deep.equal(['shpat_2', 'shpat_2'])
    expect(mock.tokenRequests).to.have.length(2)
  })

  it('tries the old refresh token again where the answer was not heard', async () => {
    const { connections } = open()
    await connections.connect(SHOP, sessionToken())
    ahead = 56 * 60_000
    mock.tokenFault = 'lost'
    expect(await refusal(connections.accessToken(SHOP))).to.be.instanceOf(Later)
    expect(await connections.accessToken(SHOP)).to.equal('shpat_3')
    expect(mock.tokenRequests.at(-1)).to.include({ refresh_token: 'shprt_1' })
  })

  it('waits for a person where Shopify takes the tokens no longer, says so once, and goes on after the next visit', async () => {
    const { connections } = open()
    await connections.connect(SHOP, sessionToken())
    ahead = 56 * 60_000
    mock.tokenFault = 'invalid_grant'
    for (let count = 0; count < 3; count++) {
      const fault = await refusal(connections.accessToken(SHOP))
      expect(fault).to.be.instanceOf(Later)
      expect(fault.message).to.contain('must be reconnected')
    }
    expect(await connections.state(SHOP)).to.equal('reconnect')
    expect(await connections.list()).to.deep.equal([])
    expect(logged).to.have.length(1)
    await connections.connect(SHOP, sessionToken())
    expect(await connections.accessToken(SHOP)).to.match(/^shpat_/)
  })

  it('keeps tokens encrypted in the database', async () => {
    const { connections } = open()
    await connections.connect(SHOP, sessionToken())
    const row = await test.server.ports.store.storefront.shelf.get(
      test.team.id,
      'shopify',
      `connection:${SHOP}`,
    )
    expect(row?.sealed).to.match(/^[A-Za-z0-9+/=]+$/)
    expect(Buffer.from(row?.sealed ?? '', 'base64').includes('shp')).to.equal(false)
  })

  it('asks again with a new token where Shopify refuses the one it gave', async () => {
    const { connections, shelf, admin } = open()
    await connections.connect(SHOP, sessionToken())
    const kept = JSON.parse((await shelf.get(`connection:${SHOP}`))?.value ?? '')
    kept.tokens.accessToken = 'shpat_stolen'
    await shelf.put(`connection:${SHOP}`, JSON.stringify(kept))
    expect(await admin.ask(SHOP, 'installation')).to.have.nested.property('shop.name', 'Cards')
    expect(await connections.accessToken(SHOP)).to.equal('shpat_2')
  })

  it('stays within the budget of the shop: two hundred orders at a hundred points a second are all written', async () => {
    const { connections, admin } = open()
    await connections.connect(SHOP, sessionToken())
    const begun = Date.now()
    // A hundred points a second, and a bucket that holds no more than that.
    real = () => begun
    mock.now = () => begun + ahead
    mock.budget = { maximumAvailable: 100, currentlyAvailable: 100, restoreRate: 100, at: begun }
    const written = Array.from({ length: 200 }, (_, order) => {
      const ownerId = `gid://shopify/Order/${order + 1}`
      const metafield = { ownerId, namespace: '$app:print', key: 'renders', type: 'json', value: '{}' }
      return admin.ask(SHOP, 'setMetafields', { metafields: [metafield] })
    })
    expect(await Promise.all(written)).to.have.length(200)
    expect(mock.writes.size).to.equal(200)
    // 2000 points, of which a hundred were there: nineteen seconds, and hardly more.
    expect(ahead).to.be.within(18_900, 22_000)
    // The first that meets the limit is told; from then on the cost is known, and waited for.
    expect(mock.throttled.count).to.be.at.most(4)
  })

  it('waits as long as a refusal by the budget says', async () => {
    const { connections, admin } = open()
    await connections.connect(SHOP, sessionToken())
    const begun = Date.now()
    real = () => begun
    mock.now = () => begun + ahead
    mock.budget = { maximumAvailable: 100, currentlyAvailable: 2, restoreRate: 2, at: begun }
    await admin.ask(SHOP, 'installation')
    expect(mock.throttled.count).to.equal(1)
    // Twelve points are asked for, two are there, and two a second come.
    expect(ahead).to.equal(5_000)
  })

  it('throws what Shopify says it did not do, though it answers 200', async () => {
    const { connections, admin } = open()
    await connections.connect(SHOP, sessionToken())
    mock.userError = { code: 'INVALID_VALUE', message: 'Value is too long.' }
    const metafield = { ownerId: 'gid://shopify/Order/1', namespace: '$app:print', key: 'renders' }
    const asked = admin.ask(SHOP, 'setMetafields', {
      metafields: [{ ...metafield, type: 'json', value: '{}' }],
    })
    const fault = await refusal(asked)
    expect(fault).to.be.instanceOf(RefusedByShopify)
    expect(fault).to.deep.include({ codes: ['INVALID_VALUE'], message: 'Value is too long.' })
    expect(mock.writes.size).to.equal(0)
  })
})
