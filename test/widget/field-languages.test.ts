/** The words of fields in the language of the page: in the page as it is served, in the form, and on the card. */
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { needsBrowser, openPage, type Watched } from '../support/browser/browser.ts'
import { editorFrame, editorReady } from '../support/browser/editor-page.ts'
import { type EditorSite, openEditorSite } from '../support/browser/editor-site.ts'
import { expectFaults, NO_PICTURES } from '../support/run/page-faults.ts'

const HELP = 'As it is printed.'
const GERMAN = { label: 'Namenszug', help: 'Genau so wird er gedruckt.' }

describe('words of fields', () => {
  let browser: Browser
  let shop: EditorSite
  let watched: Watched | undefined
  const sceneOf = async () =>
    (await shop.site.test.json(`/v1/templates/${shop.site.templateId}/scene?revision=latest`)).body.scene
  const save = (scene: object) =>
    shop.site.test.json(`/v1/templates/${shop.site.templateId}/scene`, { method: 'PUT', body: scene })

  before(async function () {
    browser = await needsBrowser(this)
    expectFaults(this, NO_PICTURES)
    shop = await openEditorSite()
    const scene = await sceneOf()
    const [name, ...others] = scene.fields
    const translations = { de: GERMAN, 'pt-BR': { label: 'Nome' } }
    const put = await save({ ...scene, fields: [{ ...name, help: HELP, translations }, ...others] })
    expect(put.status, JSON.stringify(put.body)).to.equal(200)
    await shop.site.test.json(`/v1/templates/${shop.site.templateId}/publish`, { method: 'POST' })
  })
  after(async () => shop?.site.close())
  afterEach(async () => {
    await watched?.close()
    watched = undefined
  })

  it('are kept as they were sent, and told to programs that build a form of their own', async () => {
    const { body } = await shop.site.test.json(`/v1/templates/${shop.site.templateId}/fields`)
    const [name, size] = body.data
    expect(name).to.deep.include({ label: 'Name', help: HELP })
    expect(name.translations).to.deep.equal({ de: GERMAN, 'pt-BR': { label: 'Nome' } })
    expect(size).to.deep.include({ help: null, translations: {} })
  })

  it('are refused under a tag that no page could have', async () => {
    const scene = await sceneOf()
    const [name, ...others] = scene.fields
    const { status, body } = await save({
      ...scene,
      fields: [{ ...name, translations: { deutsch_neu: GERMAN } }, ...others],
    })
    expect(status).to.equal(400)
    expect(body.error).to.deep.include({ code: 'invalid_scene', param: 'fields[0].translations' })
    expect(body.error.message).to.include('deutsch_neu')
  })

  const labels = { 'de-AT': GERMAN.label, pt: 'Nome', fr: 'Name', en: 'Name' }
  for (const [language, label] of Object.entries(labels))
    it(`are served to a browser in ${language}`, async () => {
      const reply = await fetch(`${shop.site.test.url}/fill/${shop.slug}`, {
        headers: { 'accept-language': language },
      })
      const page = await reply.text()
      const [first] = [...page.matchAll(/class="outline-field" dir="auto">([^<]*)/g)].map(([, one]) => one)
      expect(first).to.equal(label)
      expect(page).to.include(`data-locale="${language}"`)
    })

  it('stand in the form, describe its control, and are asked for with the picture', async () => {
    watched = await openPage(browser, { locale: 'de-CH' })
    const { page } = watched
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/preview')) asked.push(request.url())
    })
    await page.goto(shop.hosted)
    await editorReady(page)
    const field = page.getByRole('textbox', { name: GERMAN.label })
    const described = (await field.getAttribute('aria-describedby')) ?? ''
    expect(await page.locator(`[id="${described}"]`).innerText()).to.include(GERMAN.help)
    await field.fill('Ada')
    await page.locator('.state[data-state="settled"]').waitFor()
    expect(asked.filter((one) => !one.includes('locale=de-CH'))).to.deep.equal([])
    expect(asked).not.to.deep.equal([])
    await page.getByRole('button', { name: 'Prüfen' }).click()
    await page.locator('.entries dt').filter({ hasText: GERMAN.label }).waitFor()
  })

  it('follow the language of the shop’s page in its frame, not that of the browser', async () => {
    watched = await openPage(browser, { locale: 'fr-FR' })
    const { page } = watched
    const address = shop.site.page('/de', { body: shop.site.button(), language: 'de' })
    await page.goto(address)
    await page.getByRole('button', { name: 'Personalize' }).click()
    const frame = editorFrame(page)
    await editorReady(frame)
    await frame.getByRole('textbox', { name: GERMAN.label }).waitFor()
  })
})
