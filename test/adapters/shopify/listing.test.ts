/** The picture of a product in its listing: a file of the app's own, replaced in place, and nobody else's. */
import { expect } from 'chai'
import { openAdmin } from '../../../adapters/shopify/admin.ts'
import { openShopify, readSettings } from '../../../adapters/shopify/app.ts'
import { openConnections } from '../../../adapters/shopify/connections.ts'
import { showListing } from '../../../adapters/shopify/listing.ts'
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

const PRODUCT = '632910392'

describe('A listing on Shopify', () => {
  let test: TestServer
  let mock: MockShopify
  let show: (png: string, product?: string) => Promise<void>

  beforeEach(async () => {
    test = await openTestServer()
    mock = await openMockShopify()
    mock.install()
    mock.products.add(PRODUCT)
    mock.files.set('gid://shopify/MediaImage/900', {
      status: 'READY',
      source: 'the merchant’s own',
      product: null,
    })
    const { store, entropy } = test.server.ports
    const shelf = createShelf(
      { store, entropy, key: new Uint8Array(32), teamId: async () => test.team.id },
      'shopify',
    )
    const settings = readSettings({ SHOPIFY_CLIENT_ID: CLIENT_ID, SHOPIFY_CLIENT_SECRET: CLIENT_SECRET })
    if (settings === null) throw new Error('The adapter is off.')
    const library = openShopify(settings, { url: 'https://print.example/adapters/shopify' })
    const ground = { shelf, now: () => Date.now(), log: () => {} }
    const connections = openConnections(ground, library)
    await connections.connect(SHOP, sessionToken())
    const admin = openAdmin(ground, library, connections)
    show = (png, product = PRODUCT) =>
      showListing(admin, shelf, {
        ...{ shop: SHOP, product, variant: null, template: 'tpl_1', sha256: '' },
        png: Buffer.from(png),
      })
  })
  afterEach(async () => {
    await mock.close()
    await test.close()
  })

  const own = () => [...mock.files].filter(([id]) => !id.endsWith('/900'))

  it('gets one file, whose content is replaced when the template changes, and none where it is the same', async () => {
    await show('first')
    expect(own()).to.have.length(1)
    const [id, file] = own()[0] ?? []
    expect(file?.product).to.equal(`gid://shopify/Product/${PRODUCT}`)
    expect(mock.staged).to.have.length(1)
    expect(mock.staged[0]?.toString('latin1')).to.match(/name="policy"[\s\S]*name="file"[\s\S]*first/)
    await show('first')
    expect(mock.staged).to.have.length(1)
    const before = file?.source
    await show('second')
    expect(own().map(([one]) => one)).to.deep.equal([id])
    expect(mock.files.get(id ?? '')?.source).not.to.equal(before)
    expect(mock.staged).to.have.length(2)
    expect(mock.files.get('gid://shopify/MediaImage/900')?.source).to.equal('the merchant’s own')
  })

  it('waits until Shopify has worked on the picture, and then goes on where it was', async () => {
    await show('first')
    const [id = '', file] = own()[0] ?? []
    if (file !== undefined) file.status = 'PROCESSING'
    const fault = await show('second').catch((error: unknown) => error)
    expect(fault).to.be.instanceOf(Later)
    if (file !== undefined) file.status = 'READY'
    await show('second')
    expect(own().map(([one]) => one)).to.deep.equal([id])
  })

  it('stays without a picture that the merchant took away', async () => {
    await show('first')
    mock.files.delete(own()[0]?.[0] ?? '')
    await show('second')
    await show('third')
    expect(own()).to.deep.equal([])
    expect(mock.staged).to.have.length(1)
  })

  it('of a product that is not the shop’s is left alone', async () => {
    await show('first', '777')
    await show('first', 'mug')
    expect(own()).to.deep.equal([])
    expect(mock.staged).to.deep.equal([])
  })
})
