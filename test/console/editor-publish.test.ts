/** Publishing and saving in the template editor: the checklist, the link, and changes that outlive failures. */
import { expect } from 'chai'
import { noNetwork, refusal } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { type EditorPage, openEditor } from '../support/console/editor-page.ts'
import { changeFields, makeCard, type TemplateCard } from '../support/service/template-card.ts'

const PUBLISH = 'POST /v1/templates/{id}/publish'
const PUT = 'PUT /v1/templates/{id}/scene'

describe('Publishing in the template editor', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this, { server: { press: 'workers' } })
  })
  after(() => pages?.close())

  const oneField = (title: string) => makeCard(pages.test, title, [[40, 60, 140, 80]])
  /** With a field that prints nothing, two that overlap, an image field without images and a value without room. */
  const faultyCard = async (title: string) => {
    const card = await makeCard(pages.test, title, [
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
    await changeFields(pages.test, card, (field, at) => ({ ...field, id: null, ...changes[at] }))
    return card
  }
  const checklist = async (page: EditorPage) => {
    await page.press('Publish')
    return page.dialog()
  }
  const publish = async (page: EditorPage) => {
    await page.press('Publish')
    await page.press('Publish template')
  }
  const templateOf = async ({ id }: TemplateCard) =>
    (await pages.test.json(`/v1/templates/${id}?revision=latest`)).body.template
  const label = async (page: EditorPage, text: string) => {
    await page.pick('Field 1')
    await page.fill('Label', text)
  }

  for (const [fault, text] of [
    ['a field that prints nothing', '1 field prints nothing if customers leave it empty.'],
    ['fields that overlap', '1 pair of fields overlaps.'],
    ['an image field without images', '1 image field has no images to choose from.'],
    ['a default value without room', /^Some default values cannot be printed/],
  ] as const)
    it(`names ${fault} in its checklist`, async () => {
      const page = await openEditor(pages, await faultyCard('Checked'), { draws: true })
      const dialog = await checklist(page)
      const check = (await dialog.findByText(text)).closest('.check')
      expect(check?.getAttribute('data-kind')).to.not.equal('good')
    })

  it('leads from a fault in its checklist to the field', async () => {
    const page = await openEditor(pages, await faultyCard('Led to'))
    const dialog = await checklist(page)
    await dialog.findByText('1 image field has no images to choose from.')
    await page.click(dialog.getByRole('button', { name: 'Field 3' }))
    await page.findByRole('option', { name: /Field 3/, selected: true })
    expect(page.queryByRole('dialog')).to.equal(null)
  })

  it('saves unsaved changes with a template that it publishes', async () => {
    const card = await oneField('Saved with it')
    const page = await openEditor(pages, card)
    await label(page, 'Logo')
    await publish(page)
    await page.see(/is published. New orders use it/)
    expect((await card.scene()).fields[0].label).to.equal('Logo')
    expect(await templateOf(card)).to.include({ status: 'live', live_revision: 3 })
  })

  it('ends with the link for customers and a way to the first order', async () => {
    const card = await oneField('Linked')
    const page = await openEditor(pages, card)
    await publish(page)
    const link = (await page.field('Link for customers')) as HTMLInputElement
    expect(link.value).to.equal((await templateOf(card)).hosted_url)
    const order = page.getByRole('link', { name: 'New order' })
    expect(order.getAttribute('href')).to.equal(`/console/orders/new?template=${card.id}`)
  })

  it('offers the QR code of the link as a file', async () => {
    const page = await openEditor(pages, await oneField('Coded'))
    await publish(page)
    await page.findByRole('img', { name: 'QR code of the link' })
    await page.click(page.getByRole('link', { name: 'Download QR code' }))
    const [{ name, url } = { name: '', url: '' }] = page.downloads
    expect(name).to.equal('Coded-qr.svg')
    expect(url).to.match(/^data:image\/svg\+xml/)
  })

  it('says in the dialog why a template was not published, and publishes it at the next try', async () => {
    const card = await oneField('Refused')
    const page = await openEditor(pages, card, { answers: { [PUBLISH]: refusal('database_unavailable') } })
    await publish(page)
    const dialog = await page.dialog()
    await dialog.findByText('The database does not respond. Try again in a moment.')
    expect((await templateOf(card)).status).to.equal('draft')
    page.answer(PUBLISH, null)
    await page.press('Publish template')
    await page.see(/is published. New orders use it/)
  })

  it('publishes once however often the button is pressed while it waits', async () => {
    const page = await openEditor(pages, await oneField('Pressed twice'))
    const held = page.hold(PUBLISH)
    await publish(page)
    await held.arrived
    page
      .reachable()
      .getByRole('button', { name: /Publish template/ })
      .click()
    held.release()
    await page.see(/is published. New orders use it/)
    expect(page.requests.filter(({ path }) => path.endsWith('/publish'))).to.have.length(1)
  })

  it('says that a template is being checked until its checks are done', async () => {
    const page = await openEditor(pages, await oneField('Being checked'))
    const held = page.hold('GET /v1/templates/{id}')
    const dialog = await checklist(page)
    await dialog.findByText('Checking template …')
    held.release()
    await dialog.findByText('No fields overlap.')
  })

  it('publishes a template whose checks did not arrive, and says that they did not', async () => {
    const page = await openEditor(pages, await oneField('Unchecked'))
    page.answer('GET /v1/templates/{id}', noNetwork)
    const dialog = await checklist(page)
    await dialog.findByRole('alert')
    page.answer('GET /v1/templates/{id}', null)
    await page.press('Publish template')
    await page.see(/is published. New orders use it/)
  })

  it('keeps what could not be saved, says so, and saves it again', async () => {
    const card = await oneField('Cut off')
    const page = await openEditor(pages, card, { answers: { [PUT]: noNetwork } })
    await label(page, 'Kept')
    await page.press('Save')
    await page.see('Not saved')
    await page.see(/Your changes are kept in this browser/)
    page.answer(PUT, null)
    await page.press('Save again')
    await page.saved()
    expect((await card.scene()).fields[0].label).to.equal('Kept')
  })

  it('does not publish when the changes before it cannot be saved', async () => {
    const card = await oneField('Not saved')
    const page = await openEditor(pages, card, { answers: { [PUT]: refusal('disk_full') } })
    await label(page, 'Lost')
    await page.press('Publish')
    await page.see('Not saved')
    await page.until(() => page.queryByRole('dialog') === null)
    expect((await templateOf(card)).status).to.equal('draft')
  })

  it('offers changes that were left unsaved, and forgets them once they are saved @long', async () => {
    const card = await oneField('Left')
    const left = await openEditor(pages, card)
    await label(left, 'Mine')
    left.window.dispatchEvent(new left.window.Event('pagehide'))
    const page = await openEditor(pages, card, { after: left })
    await page.see('Unsaved changes found')
    await page.press('Restore')
    await page.see('Unsaved changes')
    await page.save()
    expect((await card.scene()).fields[0].label).to.equal('Mine')
    const later = await openEditor(pages, card, { after: page })
    await later.settled()
    expect(later.queryByText('Unsaved changes found')).to.equal(null)
  })

  it('saves restored changes over those of somebody else only when asked to @long', async () => {
    const card = await oneField('Left behind')
    const left = await openEditor(pages, card)
    await label(left, 'Mine')
    left.window.dispatchEvent(new left.window.Event('pagehide'))
    await changeFields(pages.test, card, (field) => ({ ...field, required: true }))
    const page = await openEditor(pages, card, { after: left })
    await page.press('Restore')
    await page.press('Save')
    await page.findByRole('dialog', { name: 'Another user saved changes' })
    expect((await card.scene()).fields[0].label).to.equal('Field 1')
    await page.press('Save my version')
    await page.saved()
    expect((await card.scene()).fields[0].label).to.equal('Mine')
  })

  it('discards changes that were left unsaved', async () => {
    const card = await oneField('Left and gone')
    const left = await openEditor(pages, card)
    await label(left, 'Mine')
    left.window.dispatchEvent(new left.window.Event('pagehide'))
    const page = await openEditor(pages, card, { after: left })
    await page.press('Discard changes')
    await page.gone('Unsaved changes found')
    await page.findByRole('option', { name: /^Field 1/ })
  })

  it('renames the template in its place', async () => {
    const card = await oneField('Old name')
    const page = await openEditor(pages, card)
    await page.press('Rename Old name')
    await page.fill(page.getByRole('textbox', { name: 'Template name' }), 'New name')
    await page.keyboard('{Enter}')
    await page.findByRole('button', { name: 'Rename New name' })
    // The page shows the new name before the service has it.
    await page.settled()
    expect((await templateOf(card)).title).to.equal('New name')
  })
})
