/** One design for one browser: a reload goes on with it, tabs share it, and nothing is a job before its approval. */
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { needsBrowser } from '../support/browser/browser.ts'
import { editorReady, typeName } from '../support/browser/editor-page.ts'
import { openShopSite, type ShopSite } from '../support/browser/shop-site.ts'
import { eventually } from '../support/run/eventually.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'

describe('the draft of a hosted page', () => {
  let browser: Browser
  let site: ShopSite
  let address: string
  let context: BrowserContext

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    site = await openShopSite({ env: { ROLES: 'api,press,jobs' } })
    const body = { slug: 'shared-card' }
    await site.test.json(`/v1/templates/${site.templateId}`, { method: 'PATCH', body })
    address = `${site.service}/fill/shared-card`
  })
  after(async () => site?.close())
  beforeEach(async () => {
    context = await browser.newContext()
  })
  afterEach(async () => context?.close())

  const open = async (): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(address)
    await editorReady(page)
    return page
  }
  const drafts = async (): Promise<readonly { id: string; values: Record<string, string> }[]> =>
    (await site.test.json('/v1/fills?draft=true&limit=100')).body.data
  const named = async (name: string) =>
    (await drafts()).filter(({ values }) => Object.values(values).includes(name))
  const nameIn = (page: Page) => page.getByLabel('Name', { exact: false }).first().inputValue()

  it('is nobody’s before the first change', async () => {
    const before = (await drafts()).length
    const page = await open()
    await page.reload()
    await editorReady(page)
    expect(await drafts()).to.have.length(before)
  })

  it('goes on after a reload @long', async () => {
    const page = await open()
    await typeName(page, 'Reloaded Ada')
    await eventually(async () => (await named('Reloaded Ada')).length === 1)
    const before = (await drafts()).length
    await page.reload()
    await editorReady(page)
    expect(await nameIn(page)).to.equal('Reloaded Ada')
    await typeName(page, 'Reloaded Bea')
    await eventually(async () => (await named('Reloaded Bea')).length === 1)
    expect(await named('Reloaded Ada')).to.deep.equal([])
    expect(await drafts()).to.have.length(before)
  })

  it('is one for two tabs, whichever was opened first @long', async () => {
    const [one, two] = [await open(), await open()]
    const before = (await drafts()).length
    await typeName(one, 'Shared Ada')
    await eventually(async () => (await nameIn(two)) === 'Shared Ada')
    await typeName(two, 'Shared Bea')
    await eventually(async () => (await nameIn(one)) === 'Shared Bea')
    const three = await open()
    expect(await nameIn(three)).to.equal('Shared Bea')
    expect(await named('Shared Bea')).to.have.length(1)
    expect(await drafts()).to.have.length(before + 1)
  })
})
