/** Pictures of a shop's listings, drawn by real workers and put up by the adapter. */
import { expect } from 'chai'
import { MOCK } from '../../../adapters/mock/adapter.ts'
import { performStorefront } from '../../../core/service/storefront/perform.ts'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'
import { openCardShop } from '../../support/service/printing-shop.ts'
import { type MockPlatform, openMockPlatform } from '../../support/shops/mock-platform.ts'

describe('Listings of a shop', () => {
  let test: TestServer
  let platform: MockPlatform
  let templateId: string
  before(async () => {
    platform = await openMockPlatform()
    // The work is done by the test alone.
    const env = { ...platform.env, ROLES: 'api,press,raster' }
    test = await openTestServer({ press: 'workers', adapters: [MOCK], env })
    templateId = await openCardShop(test)
    const mapping = { external_product_id: '4711', template_id: templateId }
    await test.json('/v1/product_mappings', { body: mapping })
  })
  after(async () => {
    await test?.close()
    await platform?.close()
  })

  const refresh = async () =>
    performStorefront(await test.server.adapters.parts(), test.team.id, 'list:mock mock-shop')

  it('show the preview of the template that their product is mapped to', async () => {
    await refresh()
    const preview = await test.send('/v1/previews', { body: { template_id: templateId } })
    expect(preview.status).to.equal(200)
    const shown = platform.listings.get('4711')
    expect(
      shown === undefined ? null : Buffer.from(shown).equals(Buffer.from(await preview.arrayBuffer())),
    ).to.equal(true)
  })

  it('keep a picture that has not changed, without another upload', async () => {
    await refresh()
    const before = platform.asked()
    await refresh()
    expect(platform.asked()).to.equal(before)
  })
})
