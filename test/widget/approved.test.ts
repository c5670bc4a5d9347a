/** The hosted page after its approval: it shows what was approved, and a change replaces that only when it is approved. */
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import { DESKTOP, needsBrowser, openPage, PHONE, type Watched } from '../support/browser/browser.ts'
import { editorReady, typeName } from '../support/browser/editor-page.ts'
import { openShopSite, type ShopSite } from '../support/browser/shop-site.ts'
import { needs, pdfText } from '../support/rips/oracles.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are read freely; what is expected of them is the check.
type Wire = any

const SLUG = 'approved-card'
/** What a service answers that has nothing to draw with: tests that look at no picture wait for none. */
const NONE_DRAWN = {
  status: 503,
  json: { error: { type: 'api_error', code: 'renderer_not_configured', message: 'None.' } },
}

describe('hosted page of an approved design', () => {
  let browser: Browser
  let site: ShopSite
  let address: string
  const open: Watched[] = []

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    site = await openShopSite({}, 'card')
    const body = { slug: SLUG, hosted: { ask_name: 'required', ask_email: 'no' } }
    await site.test.json(`/v1/templates/${site.templateId}`, { method: 'PATCH', body })
    address = `${site.service}/fill/${SLUG}`
  })
  after(async () => site?.close())
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })

  const watch = async (options: BrowserContextOptions = DESKTOP): Promise<Page> => {
    const watched = await openPage(browser, options)
    open.push(watched)
    return watched.page
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const isDone = (page: Page) => page.getByRole('heading', { name: 'Approved' }).waitFor()
  const approve = async (page: Page): Promise<string> => {
    await press(page, 'Review')
    await press(page, 'Approve')
    await isDone(page)
    return (await page.locator('.done code').getAttribute('data-fill')) ?? ''
  }
  const approved = async (name: string, options: BrowserContextOptions = DESKTOP) => {
    const page = await watch(options)
    await page.goto(address)
    await editorReady(page)
    await typeName(page, name)
    await press(page, 'Review')
    await page.getByLabel(/Your name/).fill('Ada Lovelace')
    await press(page, 'Approve')
    await isDone(page)
    return { page, id: (await page.locator('.done code').getAttribute('data-fill')) ?? '' }
  }
  const again = async (page: Page) => {
    await page.reload()
    await isDone(page)
  }
  /** The page of a customer who has approved a design before, as the page itself would have sent and kept it. */
  const returning = async (name: string, { pictures = false } = {}) => {
    const own = { origin: site.service }
    const ask = async (path: string, body: object, headers: Readonly<Record<string, string>> = own) => {
      const reply = await site.test.json(path, { key: null, headers, body })
      expect(reply.status, JSON.stringify(reply.body)).to.be.oneOf([200, 201])
      return reply.body
    }
    const { embed_session, client_secret } = await ask('/v1/embed/sessions/hosted', { slug: SLUG })
    const secret = { ...own, 'x-service-client-secret': client_secret }
    const values = { 'First name': name }
    const { fill } = await ask('/v1/embed/fills', { embed_session: embed_session.id, values }, secret)
    const customer = { customer_name: 'Ada Lovelace' }
    const { resume_token } = await ask(`/v1/embed/fills/${fill.id}/complete`, customer, secret)
    const kept = JSON.stringify({ token: resume_token, at: Date.now() })
    const localStorage = [{ name: `platen.resume.${SLUG}`, value: kept }]
    const storageState = { cookies: [], origins: [{ origin: site.service, localStorage }] }
    const page = await watch({ ...DESKTOP, storageState })
    if (!pictures) await page.route('**/preview?*', (route) => route.fulfill(NONE_DRAWN))
    await page.goto(address)
    await isDone(page)
    return { page, id: fill.id as string }
  }
  const read = async (id: string): Promise<Wire> => (await site.test.json(`/v1/fills/${id}`)).body.fill
  const words = async (id: string): Promise<readonly string[]> => Object.values((await read(id)).values)
  const picture = (page: Page) => page.locator('.done .sheet[data-state="ready"] img')
  const notApproved = (page: Page) => page.getByText('Saved, not approved yet').waitFor()

  for (const [name, options] of [
    ['a desk', DESKTOP],
    ['a phone', PHONE],
  ] as const)
    it(`shows the design on ${name} after a reload, and keeps it while the customer changes it @long`, async () => {
      const { page, id } = await approved('Nora', options)
      await again(page)
      await picture(page).waitFor()
      expect(await page.locator('.done code').getAttribute('data-fill')).to.equal(id)
      expect(await page.getByRole('textbox').count()).to.equal(0)
      expect(await axeFaults(page)).to.deep.equal([])
      await press(page, 'Change design')
      await editorReady(page)
      await page.getByText('Your approved design stays valid until you approve the change.').waitFor()
      expect(await axeFaults(page)).to.deep.equal([])
      await typeName(page, 'Noraa')
      await notApproved(page)
      const job = await read(id)
      expect(job).to.include({ production_status: 'approved', customer_name: 'Ada Lovelace' })
      expect(job.changing_since).to.be.a('string')
      expect(await words(id))
        .to.include('Nora')
        .and.not.to.include('Noraa')

      // What was said at the first approval is said at the second.
      await press(page, 'Review')
      await page.getByText('this design replaces the one that you approved before').waitFor()
      await press(page, 'Approve')
      await isDone(page)
      expect(await page.locator('.done code').getAttribute('data-fill')).to.equal(id)
      expect(await words(id)).to.include('Noraa')
      expect(await read(id)).to.include({ changing_since: null, customer_name: 'Ada Lovelace' })
    })

  it('prints what was approved while a change is open', async function () {
    needs(this, 'pdftotext')
    const { page, id } = await returning('Nora')
    await press(page, 'Change design')
    await typeName(page, 'Norquist')
    await notApproved(page)
    const { body } = await site.test.json(`/v1/fills/${id}/finalize`, { body: {} })
    const file = await site.test.send(`/v1/renders/${body.render.id}/download`)
    const text = pdfText(Buffer.from(await file.arrayBuffer()))
    expect(text).to.include('Nora').and.not.to.include('Norquist')

    // Ordered meanwhile: the customer goes on in a copy, with everything that was typed.
    await typeName(page, 'Norquist & Co')
    await page.getByRole('alert').waitFor()
    await press(page, 'Duplicate design')
    await editorReady(page)
    expect(await page.getByRole('textbox').first().inputValue()).to.equal('Norquist & Co')
    await press(page, 'Review')
    await page.getByLabel(/Your name/).fill('Ada Lovelace')
    await press(page, 'Approve')
    await isDone(page)
    const copy = (await page.locator('.done code').getAttribute('data-fill')) ?? ''
    expect(copy).not.to.equal(id)
    expect([await words(id), await words(copy)].map((all) => all.includes('Nora'))).to.deep.equal([
      true,
      false,
    ])
  })

  it('says that a change is open, shows what was approved, and goes on with the change @long', async () => {
    const { page, id } = await returning('Nora', { pictures: true })
    const before = await picture(page).evaluate(pixels)
    await press(page, 'Change design')
    await typeName(page, 'Norquist')
    await notApproved(page)
    await again(page)
    await page.getByText('You have started to change this design.').waitFor()
    await picture(page).waitFor()
    expect(await picture(page).evaluate(pixels)).to.equal(before)
    expect(await axeFaults(page)).to.deep.equal([])
    await press(page, 'Continue editing')
    await editorReady(page)
    expect(await page.getByRole('textbox').first().inputValue()).to.equal('Norquist')
    expect(await approve(page)).to.equal(id)
    expect(await words(id)).to.include('Norquist')
  })

  it('keeps the approved design when the customer discards the change', async () => {
    const { page, id } = await returning('Nora')
    await press(page, 'Change design')
    await typeName(page, 'Norquist')
    await notApproved(page)
    await again(page)
    await press(page, 'Keep approved design')
    await page.getByText('You have started to change this design.').waitFor({ state: 'hidden' })
    expect(await read(id)).to.include({ changing_since: null, production_status: 'approved' })
    await press(page, 'Change design')
    await editorReady(page)
    expect(await page.getByRole('textbox').first().inputValue()).to.equal('Nora')
    await press(page, 'Keep approved design')
    await isDone(page)
  })

  it('begins a second order that leaves the first as it is @long', async () => {
    const { page, id } = await returning('Nora')
    await press(page, 'Start a new design')
    await editorReady(page)
    expect(await page.getByRole('textbox').first().inputValue()).not.to.equal('Nora')
    await typeName(page, 'Otto')
    await press(page, 'Review')
    await page.getByLabel(/Your name/).fill('Otto Hahn')
    await press(page, 'Approve')
    await isDone(page)
    const second = (await page.locator('.done code').getAttribute('data-fill')) ?? ''
    expect(second).not.to.equal(id)
    expect([await words(id), await words(second)].map((all) => all.includes('Otto'))).to.deep.equal([
      false,
      true,
    ])
    for (const [one, customer] of [
      [id, 'Ada Lovelace'],
      [second, 'Otto Hahn'],
    ] as const)
      expect(await read(one)).to.include({ production_status: 'approved', customer_name: customer })
    await again(page)
    expect(await page.locator('.done code').getAttribute('data-fill')).to.equal(second)
  })

  it('goes on with the new design when its session is lost, and not with the first @long', async () => {
    const { page, id } = await returning('Nora')
    await press(page, 'Start a new design')
    await editorReady(page)
    let lost = false
    await page.route('**/v1/embed/fills/fill_*', (route) => {
      if (lost || route.request().method() !== 'PATCH') return route.continue()
      lost = true
      const error = { type: 'x', code: 'embed_session_expired', message: 'x' }
      return route.fulfill({ status: 410, json: { error } })
    })
    await typeName(page, 'Otto')
    await page.getByText(/has restarted. Your entries are kept/).waitFor()
    await page.locator('.state[data-state="settled"]').waitFor()
    expect(await read(id)).to.include({ changing_since: null })
    expect(await words(id))
      .to.include('Nora')
      .and.not.to.include('Otto')
  })
})

/** Of the image, so that two can be compared. */
function pixels(image: SVGElement | HTMLElement): string {
  const canvas = document.createElement('canvas')
  const { naturalWidth, naturalHeight } = image as HTMLImageElement
  canvas.width = naturalWidth
  canvas.height = naturalHeight
  canvas.getContext('2d')?.drawImage(image as HTMLImageElement, 0, 0)
  return canvas.toDataURL()
}
