/** The hosted page: for whoever has the link of a live template, from the first look to the reference. */
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import {
  atHost,
  DESKTOP,
  needsBrowser,
  OTHER_HOST,
  openPage,
  PHONE,
  type Watched,
} from '../support/browser/browser.ts'
import { editorReady, typeName } from '../support/browser/editor-page.ts'
import { FORBIDDEN_APIS } from '../support/browser/forbidden-apis.ts'
import { openShopSite, type ShopSite } from '../support/browser/shop-site.ts'
import { eventually } from '../support/run/eventually.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'

describe('hosted page', () => {
  let browser: Browser
  let site: ShopSite
  let watched: Watched
  let path: string

  const setTemplate = async (changes: object): Promise<string> => {
    const { body } = await site.test.json(`/v1/templates/${site.templateId}`, {
      method: 'PATCH',
      body: changes,
    })
    return `/fill/${body.template.slug}`
  }
  const ask = (where: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${site.test.url}${where}`, { redirect: 'manual', headers })

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    site = await openShopSite({ env: { ROLES: 'api,press,jobs' } })
    path = await setTemplate({
      title: 'Card <b>&amp; more',
      slug: 'grand-card',
      hosted: { description: 'On "heavy" <i>paper</i>.', ask_name: 'required', ask_email: 'optional' },
    })
  })
  after(async () => site?.close())
  afterEach(async () => watched?.close())

  it('says what it is to people and to those who show links to it, as text', async () => {
    const reply = await ask(path)
    expect(reply.status).to.equal(200)
    const page = await reply.text()
    expect(page).to.include('<title>Card &lt;b&gt;&amp;amp; more</title>')
    expect(page).to.include('<meta property="og:title" content="Card &lt;b&gt;&amp;amp; more">')
    expect(page).to.include(
      '<meta name="description" content="On &quot;heavy&quot; &lt;i&gt;paper&lt;/i&gt;.">',
    )
    expect(page).to.include(`<meta property="og:url" content="${site.service}${path}">`)
    expect(page).not.to.include('noindex')
    expect(page).not.to.match(/<(b|i)>/)
    expect(reply.headers.get('content-security-policy')).to.include("frame-ancestors 'none'")
    expect(reply.headers.get('cache-control')).to.equal('private, no-store')
  })

  it('keeps search engines away where it is told to', async () => {
    await setTemplate({ hosted: { noindex: true } })
    expect(await (await ask(path)).text()).to.include('<meta name="robots" content="noindex">')
    await setTemplate({ hosted: { noindex: false } })
  })

  for (const [name, options] of [
    ['a desk', DESKTOP],
    ['a phone', PHONE],
  ] as const)
    it(`is filled on ${name}: it asks who orders, and ends with a reference that the shop finds`, async () => {
      watched = await openPage(browser, options)
      const { page, faults } = watched
      await page.goto(site.service + path)
      await page.getByRole('heading', { name: 'Card <b>&amp; more', level: 1 }).waitFor()
      await editorReady(page)
      await typeName(page, 'Hosted Ada')
      await page.getByRole('button', { name: 'Review' }).click()
      await page.getByLabel(/Your name/).fill('Ada Lovelace')
      await page.getByLabel(/Your e-mail/).fill('ada@example.com')
      await page.getByRole('button', { name: 'Approve' }).click()
      const reference = page.locator('.done code')
      const id = (await reference.getAttribute('data-fill')) ?? ''
      // The shop's own lists show the same few characters.
      expect(await reference.innerText()).to.equal(id.slice(-8))
      const { fill } = (await site.test.json(`/v1/fills/${id}`)).body
      expect(fill).to.include({
        ...{
          source: 'hosted',
          status: 'open',
          customer_name: 'Ada Lovelace',
          customer_email: 'ada@example.com',
        },
      })
      expect(Object.values(fill.values)).to.include('Hosted Ada')
      expect(faults).to.deep.equal([])
    })

  for (const [name, script] of FORBIDDEN_APIS)
    it(`opens and takes text where the browser forbids ${name}`, async () => {
      watched = await openPage(browser, DESKTOP)
      const { page, faults } = watched
      await page.addInitScript(script)
      await page.clock.install()
      await page.goto(`${site.service}${path}`)
      await editorReady(page)
      const kept = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await typeName(page, 'Ada')
      // Typing rests for longer than the editor waits for more of it.
      await page.clock.runFor(1000)
      expect((await kept).status()).to.equal(200)
      await page.getByText('All changes saved').waitFor()
      expect(faults.filter((fault) => !NO_PICTURES.test(fault))).to.deep.equal([])
    })

  it('is held by no frame, not even of the service itself', async () => {
    site.page('/holds', { body: `<iframe src="${site.service}${path}"></iframe>`, head: '' })
    watched = await openPage(browser)
    await watched.page.goto(`${site.shop}/holds`)
    await eventually(async () => watched.faults.join().includes('frame-ancestors'))
  })

  it('leads on from a slug that it once had, which nobody else can take', async () => {
    const now = await setTemplate({ slug: 'grander-card' })
    const reply = await ask(`${path}?lang=de`)
    expect([reply.status, reply.headers.get('location')]).to.deep.equal([308, '/fill/grander-card?lang=de'])
    const other = await site.test.makeTeam('Other')
    const form = new FormData()
    form.set('pdf', new Blob(['%PDF-1.7\n% another\n%%EOF\n'], { type: 'application/pdf' }), 'a.pdf')
    form.set('title', 'Grand card')
    const { body } = await site.test.json('/v1/templates', { body: form, key: other.key })
    expect(body.template.slug).to.match(/^grand-card-\w{6}$/)
    const taken = await site.test.json(`/v1/templates/${body.template.id}`, {
      ...{ method: 'PATCH', key: other.key, body: { slug: 'grand-card' } },
    })
    expect([taken.status, taken.body.error.param]).to.deep.equal([400, 'slug'])
    // Its own former one it can take back.
    path = await setTemplate({ slug: 'grand-card' })
    expect((await ask(now)).headers.get('location')).to.equal(path)
  })

  it('says in the reader’s language that it is paused or not there', async () => {
    expect(await (await ask('/fill/nothing', { 'accept-language': 'fr' })).text()).to.include(
      'Il n’y a rien ici',
    )
    await site.test.json(`/v1/templates/${site.templateId}/pause`, { method: 'POST' })
    const paused = await ask(path, { 'accept-language': 'ar' })
    expect(paused.status).to.equal(404)
    expect(await paused.text()).to.match(/<html lang="ar" dir="rtl">[\s\S]*متوقف مؤقتًا/)
    const session = await site.test.json('/v1/embed/sessions/hosted', {
      key: null,
      body: { slug: 'grand-card' },
    })
    expect([session.status, session.body.error.code]).to.deep.equal([404, 'template_not_live'])
    await site.test.json(`/v1/templates/${site.templateId}/publish`, { method: 'POST' })
    expect((await ask(path)).status).to.equal(200)
  })

  it('opens its sessions for its own pages alone', async () => {
    watched = await openPage(browser)
    await watched.page.goto(
      atHost(site.shop, OTHER_HOST) +
        new URL(site.page('/x', { body: '', policy: 'default-src *' })).pathname,
    )
    const outcome = await watched.page.evaluate(
      (url) =>
        fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"slug":"grand-card"}',
        }).then(
          () => 'Read',
          () => 'refused',
        ),
      `${site.service}/v1/embed/sessions/hosted`,
    )
    expect(outcome).to.equal('refused')
  })
})
