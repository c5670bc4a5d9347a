/** Publishing and saving in the template editor, in a real browser: the checklist, the link, and changes that outlive failures. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'
import { type EditorCard, editorCard } from '../support/browser/editor-card.ts'
import { eventually } from '../support/run/eventually.ts'

describe('Publishing in the template editor', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    ;({ page } = site)
  })
  after(() => site?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const failed = (text: string) => page.locator('.check:not([data-kind="good"])', { hasText: text })
  async function put(card: EditorCard, change: (field: object, at: number) => object): Promise<void> {
    const scene = await card.scene()
    const fields = scene.fields.map(change)
    const { status, body } = await site.test.json(`/v1/templates/${card.id}/scene`, {
      method: 'PUT',
      body: { ...scene, fields },
    })
    expect(status, JSON.stringify(body)).to.equal(200)
  }

  it('goes through a checklist that leads to each field, and ends with the link, its code and an order @long', async () => {
    const card = await editorCard(site, 'Checked', [
      [40, 60, 140, 80],
      [130, 70, 200, 90],
      [40, 100, 100, 140],
      [110, 100, 140, 120],
    ])
    const changes = [
      { default_value: '' },
      {},
      { type: 'image', default_value: '', asset_tag: 'nothing-has-it' },
      { default_value: 'far too long for its field, however small it becomes' },
    ]
    await put(card, (field, at) => ({ ...field, id: null, ...changes[at] }))
    await card.open(page)
    await button('Publish').click()
    await failed('1 field prints nothing').waitFor()
    await failed('1 pair of fields overlaps').waitFor()
    await failed('1 image field has no images').waitFor()
    await failed('Some default values cannot be printed').waitFor()
    expect(await site.axe()).to.deep.equal([])
    await site.shots('editor-checklist', ['phone', 'desk'])
    await failed('1 image field has no images').getByRole('button', { name: 'Field 3' }).click()
    await page.getByRole('option', { name: /Field 3/, selected: true }).waitFor()
    expect(await page.getByRole('dialog').count()).to.equal(0)

    // What is unsaved is saved with it.
    await page.getByLabel('Label', { exact: true }).fill('Logo')
    await button('Publish').click()
    await button('Publish template').click()
    await page.getByText(/is published. New orders use it/).waitFor()
    const { body } = await site.test.json(`/v1/templates/${card.id}`)
    const link = page.getByLabel('Link for customers')
    expect(await link.inputValue()).to.equal(body.template.hosted_url)
    expect(body.template.status).to.equal('live')
    expect((await card.scene()).fields[2].label).to.equal('Logo')
    const order = page.getByRole('link', { name: 'New order' })
    expect(await order.getAttribute('href')).to.equal(`/console/orders/new?template=${card.id}`)
    const code = page.getByRole('img', { name: 'QR code of the link' })
    expect(await code.evaluate((one) => (one as { naturalWidth?: number }).naturalWidth)).to.be.greaterThan(
      20,
    )
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download QR code' }).click()
    expect((await file).suggestedFilename()).to.equal('Checked-qr.svg')
    expect(await site.axe()).to.deep.equal([])
    await site.shots('editor-published', ['phone', 'desk'])
    expect(site.faults).to.deep.equal([])
  })

  it('keeps what could not be saved, says so, and saves it again @long', async () => {
    const card = await editorCard(site, 'Cut off', [[40, 60, 140, 80]])
    await card.open(page)
    await card.spot(page, 1).click()
    await page.route('**/scene', (route) =>
      route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.continue(),
    )
    await page.getByLabel('Label', { exact: true }).fill('Kept')
    await button('Save').click()
    await page.getByText('Not saved').waitFor()
    await page.getByText('Your changes are kept in this browser').waitFor()
    expect(await site.axe()).to.deep.equal([])
    await page.unroute('**/scene')
    await button('Save again').click()
    await page.getByText(/^Revision \d+, saved$/).waitFor()
    expect((await card.scene()).fields[0].label).to.equal('Kept')
  })

  it('offers changes that were left unsaved, also where somebody else has saved since @long', async () => {
    const card = await editorCard(site, 'Left', [[40, 60, 140, 80]])
    const { page: lost } = await site.another(site.person)
    lost.on('dialog', (dialog) => void dialog.accept())
    await card.open(lost)
    await card.spot(lost, 1).click()
    await lost.getByLabel('Label', { exact: true }).fill('Mine')
    await lost.reload()
    await lost.getByText('Unsaved changes found').waitFor()
    expect(await site.axe(lost)).to.deep.equal([])
    await put(card, (field) => ({ ...field, required: true }))
    await lost.getByRole('button', { name: 'Restore', exact: true }).click()
    await lost.getByText('Unsaved changes', { exact: true }).waitFor()
    await lost.getByRole('button', { name: 'Save', exact: true }).click()
    await lost.getByRole('dialog', { name: 'Another user saved changes' }).waitFor()
    await lost.getByRole('button', { name: 'Save my version' }).click()
    await lost.getByText(/^Revision \d+, saved$/).waitFor()
    expect((await card.scene()).fields[0].label).to.equal('Mine')
    await lost.reload()
    await lost.locator('.sheet-picture').waitFor()
    expect(await lost.getByText('Unsaved changes found').count()).to.equal(0)
  })

  it('says on the page and at the field that test values are shown, and renames the template in its place @long', async () => {
    const card = await editorCard(site, 'Shown', [[40, 60, 140, 80]])
    await card.open(page)
    await card.spot(page, 1).click()
    await page.getByRole('tab', { name: 'Test values' }).click()
    await page.getByLabel('Values', { exact: true }).selectOption('short')
    await page.getByText('The page shows test values: short values.').waitFor()
    await page.getByRole('tab', { name: 'Field' }).click()
    await page.getByText('The page shows the test value “Io”.').waitFor()
    expect(await site.axe()).to.deep.equal([])
    await button('Show default values').click()
    expect(await page.getByText('The page shows').count()).to.equal(0)

    await button('Rename Shown').click()
    await page.getByLabel('Template name').fill('Shown anew')
    await page.keyboard.press('Enter')
    await button('Rename Shown anew').waitFor()
    // The page shows the new name before the service has it.
    await eventually(async () => {
      const { body } = await site.test.json(`/v1/templates/${card.id}?revision=latest`)
      return body.template.title === 'Shown anew'
    })
  })
})
