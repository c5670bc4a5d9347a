/** Customers' own images in the console: the settings of a field, and their names in a job. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { type EditorCard, editorCard } from '../support/browser/editor-card.ts'
import { eventually } from '../support/run/eventually.ts'

describe('Customer images of a field', () => {
  let site: ConsoleSite
  let page: Page
  let card: EditorCard
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
    card = await editorCard(site, 'Photo card', [[40, 60, 140, 120]])
    const scene = await card.scene()
    const fields = scene.fields.map((field: object) => ({
      ...field,
      ...{ id: null, type: 'image', options: null, default_value: '' },
    }))
    const put = await site.test.json(`/v1/templates/${card.id}/scene`, {
      method: 'PUT',
      body: { ...scene, fields },
    })
    expect(put.status, JSON.stringify(put.body)).to.equal(200)
  })
  after(() => site?.close())

  const source = () => page.getByRole('combobox', { name: 'Source', exact: true })

  it('say source, resolution, kinds and size, and are sent so @long', async () => {
    await card.open(page)
    await card.spot(page, 1).click()
    await source().selectOption('upload')
    const least = page.getByLabel('Minimum resolution')
    expect(await least.inputValue()).to.equal('150')
    await least.fill('240')
    // What is refused is warned of too.
    await eventually(async () => (await page.getByLabel('Warning below').inputValue()) === '240')
    await page.getByLabel('Warning below').fill('300')
    await page.getByLabel('Maximum file size').fill('12.5')
    await page.getByRole('checkbox', { name: 'AVIF' }).uncheck()
    expect(await site.axe()).to.deep.equal([])
    // An image of the catalogue is no default of such a field.
    expect(await page.getByText('Images to choose from').count()).to.equal(0)
    await site.shots('customer-images')
    await page.getByRole('button', { name: /^Save$/ }).click()
    await page.getByText(/^Revision \d+, saved$/).waitFor()
    const [{ source: kept, min_ppi, warn_ppi, kinds, max_bytes }] = (await card.scene()).fields
    expect({ kept, min_ppi, warn_ppi, kinds, max_bytes }).to.deep.equal({
      ...{ kept: 'upload', min_ppi: 240, warn_ppi: 300, max_bytes: 12.5 * 1024 * 1024 },
      kinds: ['jpeg', 'png', 'webp'],
    })
  })

  it('are named in words in a job, and kept while other values are corrected @long', async () => {
    const [id = ''] = (await card.scene()).fields.map((field: { id: string }) => field.id)
    await site.test.json(`/v1/templates/${card.id}/publish`, { method: 'POST' })
    const fill = await site.test.json('/v1/fills', { body: { template_id: card.id, values: {} } })
    expect(fill.status, JSON.stringify(fill.body)).to.equal(201)
    const placed = { picture: 'pic_x', crop: { x: 0, y: 0, width: 500, height: 500 }, turn: 90 }
    await page.route(/\/v1\/fills\/[^/?]+$/, async (route) => {
      const { host } = new URL(route.request().url())
      const url = route
        .request()
        .url()
        .replace(/\/\/[^/:]+/, '//127.0.0.1')
      const reply = await route.fetch({ url, headers: { ...route.request().headers(), host } })
      const body = await reply.json()
      if (body.fill !== undefined) body.fill.values = { [id]: placed }
      await route.fulfill({ response: reply, json: body })
    })
    await page.goto(`${site.service}/console/orders/${fill.body.fill.id}`)
    await page.locator('dd').getByText('Customer image', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit values' }).click()
    const list = page.getByRole('combobox', { name: 'Field 1' })
    expect(await list.locator('option:checked').innerText()).to.equal('Customer image')
    expect(await site.axe()).to.deep.equal([])
  })
})
