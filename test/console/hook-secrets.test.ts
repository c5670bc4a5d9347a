/** Signing secrets of the order hook in the console: created and shown once, rotated, deleted. */
import { expect } from 'chai'
import { REST } from '../../adapters/rest/adapter.ts'
import { secretsOfShops } from '../../core/service/storefront/shop.ts'
import de from '../../widget/console/words/de/storefronts.json' with { type: 'json' }
import { refusal, reply } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'

const PATH = '/console/storefronts/hook'
const SHOPS = '/v1/storefront/shops'

describe('Signing secrets of the order hook in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this, { server: { adapters: [REST] } })
  })
  after(() => pages?.close())

  /** The secrets that the service accepts of a shop. */
  const accepted = async (shop: string) => {
    const { server, team } = pages.test
    return (await secretsOfShops(server.ports, team.id, 'rest')).get(shop)
  }
  /** A shop as another program made it; its secret. */
  const makeShop = async (shop: string) => {
    const { status, body } = await pages.test.json(SHOPS, { body: { shop } })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.hook_secret as string
  }
  /** The dialog of a shop's menu. */
  const openAction = async (name: string, item: string) => {
    const page = await pages.open(PATH)
    const row = await page.row(name)
    await page.choose(row.getByRole('button'), item)
    return page
  }

  it('are found under storefronts, with the URL of the hook', async () => {
    const page = await pages.open('/console/storefronts/shops')
    await page.click(await page.findByRole('link', { name: 'Order hook' }))
    expect(await page.value('URL of the order hook')).to.match(/^http.*\/adapters\/rest\/orders$/)
    expect(page.path).to.equal(PATH)
  })

  it('say that there are none, and whose secrets are not listed', async () => {
    const none = reply(200, { data: [], has_more: false, next_starting_after: null })
    const page = await pages.open(PATH, { answers: { 'GET /v1/storefront/shops': none } })
    await page.see('No signing secrets yet')
    await page.see(/REST_HOOK_SECRETS/)
  })

  it('are created for a shop, shown once, and accepted by the service', async () => {
    const page = await pages.open(PATH)
    await page.press('Create signing secret')
    await page.fill('Shop', ' north ')
    await page.press('Create secret')
    const secret = await page.value('Signing secret')
    expect(await accepted('north')).to.deep.equal([secret])
    await page.press('Done')
    await page.row('north', `${secret.slice(0, 10)}…`)
    expect(page.document.body.innerHTML).not.to.include(secret)
  })

  it('belong to the only shop when no name is entered', async () => {
    const page = await pages.open(PATH)
    await page.press('Create signing secret')
    await page.press('Create secret')
    const secret = await page.value('Signing secret')
    expect(await accepted('shop')).to.deep.equal([secret])
  })

  it('are refused for a shop that has one, and the entered name stays', async () => {
    await makeShop('twice')
    const page = await pages.open(PATH)
    await page.press('Create signing secret')
    await page.fill('Shop', 'twice')
    await page.press('Create secret')
    await page.see(/already has a hook secret/)
    expect(await page.value('Shop')).to.equal('twice')
  })

  it('are rotated, and the old one is accepted beside the new one', async () => {
    const old = await makeShop('rotated')
    const page = await openAction('rotated', 'Rotate secret')
    await page.press('Rotate secret')
    const secret = await page.value('Signing secret')
    expect(await accepted('rotated')).to.deep.equal([secret, old])
    await page.press('Done')
    await page.row('rotated', 'The previous secret is valid until')
  })

  it('warn of the oldest one that becomes invalid when a secret is rotated twice within 24 hours', async () => {
    await makeShop('again')
    const { body } = await pages.test.json(SHOPS)
    const { id } = body.data.find(({ shop }: { shop: string }) => shop === 'again')
    await pages.test.json(`${SHOPS}/${id}/rotate_secret`, { method: 'POST' })
    const page = await openAction('again', 'Rotate secret')
    await page.see(/that one becomes invalid immediately/)
  })

  it('stay as they are when a rotation is refused, and the dialog says why', async () => {
    const old = await makeShop('kept')
    const page = await openAction('kept', 'Rotate secret')
    page.answer('POST /v1/storefront/shops/{id}/rotate_secret', refusal('database_unavailable'))
    await page.press('Rotate secret')
    await (await page.dialog()).findByRole('alert')
    expect(await accepted('kept')).to.deep.equal([old])
  })

  it('are deleted, and the service accepts them no longer', async () => {
    await makeShop('gone')
    const page = await openAction('gone', 'Delete secret')
    await page.press('Delete secret')
    await page.see('Secret deleted.')
    await page.gone('gone')
    expect(await accepted('gone')).to.equal(undefined)
  })

  it('are listed for viewers without a way to change them', async () => {
    await makeShop('seen')
    const page = await pages.open(PATH, { person: await pages.join('viewer') })
    const row = await page.row('seen')
    expect(row.queryByRole('button')).to.equal(null)
    expect(page.queryByRole('button', { name: 'Create signing secret' })).to.equal(null)
  })

  it('speak German where the browser does', async () => {
    await makeShop('deutsch')
    const page = await pages.open(PATH, { language: 'de' })
    await page.row('deutsch')
    await page.findByRole('link', { name: de.orderHook })
    await page.press(de.hook.add)
    await page.see(de.hook.shopHint)
  })
})
