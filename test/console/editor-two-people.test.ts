/** Two people at one template in the editor: the later is asked, and somebody without the right changes nothing. */
import { expect } from 'chai'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { type EditorPage, openEditor } from '../support/console/editor-page.ts'
import { makeCard, type TemplateCard } from '../support/service/template-card.ts'

describe('The template editor of two people', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const addField = async (page: EditorPage, label: string) => {
    await page.press('Text line')
    await page.press('Add to centre')
    await page.fill('Label', label)
  }
  const labels = async (card: TemplateCard): Promise<readonly string[]> =>
    (await card.scene()).fields.map(({ label }: { label: string }) => label)
  /** A page with a field of its own, whose save meets somebody else's field. */
  const openConflict = async () => {
    const card = await makeCard(pages.test, 'Shared card', [])
    const page = await openEditor(pages, card)
    const other = await openEditor(pages, card, { person: await pages.join('editor') })
    await addField(other, 'Theirs')
    await addField(page, 'Mine')
    await other.save()
    await page.press('Save')
    const dialog = await page.dialog()
    await dialog.findByText('field “Theirs” added')
    return { card, page }
  }

  it('tells the later one what the other changed, and overwrites nothing', async () => {
    const { card, page } = await openConflict()
    page.getByRole('dialog', { name: 'Another user saved changes' })
    expect(await labels(card)).to.deep.equal(['Theirs'])
  })

  it('merges the changes of both', async () => {
    const { card, page } = await openConflict()
    await page.press('Merge both')
    await page.saved()
    expect(await labels(card)).to.have.members(['Theirs', 'Mine'])
  })

  it('saves the version of the later one when asked to', async () => {
    const { card, page } = await openConflict()
    await page.press('Save my version')
    await page.saved()
    expect(await labels(card)).to.deep.equal(['Mine'])
  })

  it('takes over the version of the other, and brings back the own one by Undo', async () => {
    const { page } = await openConflict()
    await page.press('Use their version')
    await page.findByRole('option', { name: /^Theirs/ })
    expect(page.queryByRole('option', { name: /^Mine/ })).to.equal(null)
    await page.press('Undo')
    await page.findByRole('option', { name: /^Mine/ })
  })

  it('keeps both versions apart when the choice is put off', async () => {
    const { card, page } = await openConflict()
    await page.press('Decide later')
    expect(page.queryByRole('dialog')).to.equal(null)
    await page.findByRole('option', { name: /^Mine/ })
    expect(await labels(card)).to.deep.equal(['Theirs'])
  })

  it('saves the own version as a file that the API takes', async () => {
    const { card, page } = await openConflict()
    await page.press('Download my version')
    const [file] = page.downloads
    expect(file?.name).to.equal('Shared-card-scene.json')
    const body = JSON.parse((await file?.blob?.text()) ?? 'null')
    const put = await pages.test.json(`/v1/templates/${card.id}/scene`, { method: 'PUT', body })
    expect(put.status, JSON.stringify(put.body)).to.be.oneOf([200, 409])
    expect(body.fields.map(({ label }: { label: string }) => label)).to.deep.equal(['Mine'])
  })

  it('shows everything to viewers, who can change nothing', async () => {
    const card = await makeCard(pages.test, 'Looked at', [[40, 60, 140, 80]])
    const page = await openEditor(pages, card, { person: await pages.join('viewer') })
    await page.see('View only')
    await page.pick('Field 1')
    expect(await page.field('Label')).to.have.property('tagName', 'INPUT')
    expect((await page.field('Label')).matches(':disabled')).to.equal(true)
    expect(page.queryByRole('button', { name: 'Save' })).to.equal(null)
    expect(page.queryByRole('button', { name: 'Publish' })).to.equal(null)
  })
})
