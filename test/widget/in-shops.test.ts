/** The widget as it meets shops and shoppers that differ: by fingers alone, in the page's language, in the shop's colour. */
import { expect } from 'chai'
import type { FrameLocator, Page } from 'playwright-core'
import { axeFaults } from '../support/browser/axe.ts'
import { DESKTOP, openLastingPage, PHONE, type Watched } from '../support/browser/browser.ts'
import {
  editorFrame,
  editorReady,
  type Heard,
  listenTo,
  saveEditor,
  typeName,
  waitForMessage,
} from '../support/browser/editor-page.ts'
import { FORBIDDEN_APIS } from '../support/browser/forbidden-apis.ts'
import { NO_PICTURES } from '../support/run/page-faults.ts'
import { useShop } from './shop-pages.ts'

describe('widget in shops of all kinds', () => {
  const site = useShop({ env: { ROLES: 'api,press,jobs' } }, 'sample', NO_PICTURES)
  let watched: Watched | undefined
  const open = async (address: string, options: object = DESKTOP): Promise<Page> => {
    watched = await site.open(address, options)
    return watched.page
  }
  const personalize = async (page: Page): Promise<FrameLocator> => {
    await page.getByRole('button', { name: 'Personalize' }).click()
    await editorReady(editorFrame(page))
    return editorFrame(page)
  }

  it('is used by fingers alone, from the button in the shop to the saved fill @long', async () => {
    const page = await open(site.page('/fingers', { body: site.button() }), PHONE)
    await page.getByRole('button', { name: 'Personalize' }).tap()
    const editor = editorFrame(page)
    await editorReady(editor)
    const name = editor.getByRole('textbox').first()
    await name.tap()
    // The keys on the screen send text, and no keys.
    await name.evaluate((element: HTMLInputElement) => element.select())
    await page.keyboard.insertText('Grace')
    await editor.getByRole('radio', { name: 'Small' }).tap()
    await editor.getByRole('button', { name: 'Zoom in' }).tap()
    await editor.getByRole('button', { name: 'Undo' }).tap()
    await editor.getByRole('button', { name: 'Redo' }).tap()
    await editor.getByRole('button', { name: 'Review' }).tap()
    // Approve stands where Review stood: a tap there could be the second half of a double tap, but for one elsewhere.
    await editor.getByRole('heading', { name: 'Review your design' }).tap()
    await editor.getByRole('button', { name: 'Approve' }).tap()
    const saved = (await waitForMessage(page, 'service:saved')) as Heard & { fill: { id: string } }
    const { fill } = (await site.test.json(`/v1/fills/${saved.fill.id}`)).body
    expect(Object.values(fill.values)).to.include.members(['Grace', 's'])
    const heard = (await page.evaluate('window.heard')) as readonly Heard[]
    const heights = heard.filter(({ type }) => type === 'service:resize').map(({ height }) => height)
    expect(heights.length).to.be.greaterThan(0)
    for (const height of heights) expect(height).to.be.a('number').and.to.be.at.least(0)
    expect(watched?.faults).to.deep.equal([])
  })

  it('speaks the language of the page, and the one that a button names instead @long', async () => {
    const body = `<div dir="rtl">${site.button()}${site
      .button({ 'data-service-language': 'ja', 'data-service-cart': 'other' })
      .replace('Personalize', 'In Japanese')}</div>`
    const page = await open(site.page('/arabic', { body, language: 'ar' }))
    const editor = await personalize(page)
    await editor.getByRole('button', { name: 'مراجعة' }).waitFor()
    const main = editor.locator('main')
    expect([await main.getAttribute('lang'), await main.getAttribute('dir')]).to.deep.equal(['ar', 'rtl'])
    expect(await page.getByRole('dialog', { name: 'تخصيص' }).count()).to.equal(1)
    expect(await axeFaults(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'In Japanese' }).click()
    await editorFrame(page).getByRole('button', { name: '確認' }).waitFor()
    expect(await editorFrame(page).locator('main').getAttribute('dir')).to.equal('ltr')
  })

  for (const [name, script] of FORBIDDEN_APIS)
    it(`opens in a shop, and saves, where the browser forbids ${name}`, async () => {
      const { page, faults } = await site.watch()
      // It runs in the shop's page and in the frame.
      await page.addInitScript(script)
      await listenTo(page)
      await page.goto(site.page('/forbids', { body: site.button() }), { waitUntil: 'load' })
      const editor = await personalize(page)
      await typeName(editor, 'Ada')
      await saveEditor(editor)
      const saved = (await waitForMessage(page, 'service:saved')) as Heard & { fill: { id: string } }
      const { fill } = (await site.test.json(`/v1/fills/${saved.fill.id}`)).body
      expect(Object.values(fill.values)).to.include('Ada')
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      expect(faults.filter((fault) => !NO_PICTURES.test(fault))).to.deep.equal([])
    })

  it('has the accent colour of its application', async () => {
    const made = await site.test.json('/v1/embed/applications', {
      body: {
        ...{ name: 'Wine', allowed_origins: [site.shop], create_publishable_key: true },
        accent_color: '#7a1f3d',
      },
    })
    const button = site.button({ 'data-service-key': made.body.publishable_key })
    const editor = await personalize(await open(site.page('/wine', { body: button })))
    const save = editor.getByRole('button', { name: 'Review' })
    expect(await save.evaluate((element) => getComputedStyle(element).backgroundColor)).to.equal(
      'rgb(122, 31, 61)',
    )
  })

  it('says that a session which the shop’s server opened is over, and keeps what was typed on the screen @long', async () => {
    const mint = async (facts: object = {}) => {
      const asked = {
        template_id: site.templateId,
        embed_application_id: site.applicationId,
        origin: site.shop,
      }
      return (await site.test.json('/v1/embed/sessions', { body: { ...asked, ...facts } })).body
    }
    const sessionOf = async (id: string) =>
      (await site.test.json(`/v1/embed/sessions/${id}`)).body.embed_session
    const openSession = (
      page: Page,
      { embed_session: { id }, client_secret }: Awaited<ReturnType<typeof mint>>,
    ) =>
      page.evaluate(
        (options) => void (window as never as { Platen: { open(o: object): void } }).Platen.open(options),
        { application: site.applicationId, session: { id, client_secret } },
      )
    const body = await mint()
    // As most people browse: frames keep things.
    const { page } = await site.watch(DESKTOP, openLastingPage)
    await listenTo(page)
    await page.goto(site.page('/minted-over', { body: '<main><h1>Minted</h1></main>' }), {
      waitUntil: 'load',
    })
    await openSession(page, body)
    const editor = editorFrame(page)
    await editorReady(editor)
    const path = `/v1/embed/sessions/${body.embed_session.id}`
    const ended = await site.test.json(path, { method: 'PATCH', body: { status: 'expired' } })
    expect(ended.status).to.equal(200)
    await typeName(editor, 'Still here')
    const alert = editor.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText())
      .to.match(/\w{4,} \w+/)
      .and.not.include('embed_session')
    expect(await editor.getByRole('textbox').first().inputValue()).to.equal('Still here')
    expect((await waitForMessage(page, 'service:error')).code).to.equal('embed_session_expired')
    await waitForMessage(page, 'service:expired')
    expect(await axeFaults(page)).to.deep.equal([])

    // The shop's server opens another session of the same fill: what could not be sent is there.
    const again = await mint({ fill_id: (await sessionOf(body.embed_session.id)).fill_id })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await openSession(page, again)
    await editor.getByText('Your last entries are restored.').waitFor()
    expect(await editor.getByRole('textbox').first().inputValue()).to.equal('Still here')
  })

  it('says that there is no connection where it cannot be opened, and opens once there is', async () => {
    const page = await open(site.page('/offline', { body: site.button() }))
    await page.context().route('**/v1/embed/sessions/guest', (route) => route.abort())
    await page.getByRole('button', { name: 'Personalize' }).click()
    const alert = editorFrame(page).getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).to.match(/connection/i)
    await page.context().unroute('**/v1/embed/sessions/guest')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await editorReady(editorFrame(page))
  })
})
