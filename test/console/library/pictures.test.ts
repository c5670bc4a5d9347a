/** Images of the library in the console: taken with their progress, named, found by tag and archived. */
import { fireEvent } from '@testing-library/dom'
import { expect } from 'chai'
import { noNetwork, refusal, reply } from '../../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { addPicture, chooseFile, makePicture, uploadBar } from './library-pages.ts'

const PATH = '/console/library/pictures'
const UPLOAD = 'POST /v1/assets'

describe('Images of the library in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const open = (options: Parameters<ConsolePages['open']>[1] = {}) => pages.open(PATH, options)
  const add = (name: string, texts = {}) => addPicture(pages.test, name, texts)
  const edit = async (page: ConsolePage, name: string) =>
    page.click(await page.findByRole('button', { name: (words) => words.startsWith(`Edit ${name}`) }))
  const closed = (page: ConsolePage) => page.until(() => page.queryByRole('dialog') === null)
  const uploads = (page: ConsolePage) =>
    page.requests.filter(({ method, path }) => `${method} ${path}` === UPLOAD)

  it('are asked for where there are none yet', async () => {
    const none = reply(200, { data: [], has_more: false, next_starting_after: null })
    const page = await open({ answers: { 'GET /v1/assets': none } })
    await page.see('No images yet')
    await page.findByRole('button', { name: 'Choose image' })
  })

  it('are named after their file, and opened to be named better', async () => {
    const page = await open()
    await chooseFile(page, 'oak-leaf.png', await makePicture())
    await (await page.dialog()).findByRole('heading', { name: 'oak-leaf' })
    await page.fill('Label', 'Oak leaf')
    await page.fill('Tags', 'ornaments leaves')
    await page.press('Save')
    await closed(page)
    const { data } = (await pages.test.json('/v1/assets')).body
    const kept = data.find(({ name }: { name: string }) => name === 'oak-leaf')
    expect(kept).to.deep.include({ label: 'Oak leaf', tags: ['ornaments', 'leaves'] })
  })

  it('are taken where they are dropped', async () => {
    const page = await open()
    const zone = await page.findByRole('region', { name: 'Drop an image here' })
    const file = new page.window.File([new Uint8Array(await makePicture())], 'dropped.png')
    fireEvent.drop(zone, { dataTransfer: { files: [file] } })
    await (await page.dialog()).findByRole('heading', { name: 'dropped' })
  })

  it('are in the list when their dialog is closed by Escape', async () => {
    const page = await open()
    await chooseFile(page, 'sun.png', await makePicture())
    await (await page.dialog()).findByRole('heading', { name: 'sun' })
    await page.keyboard('{Escape}')
    await closed(page)
    await page.findByRole('button', { name: /^Edit sun/ })
  })

  it('show how much of them is sent, and that they are read once all is', async () => {
    const page = await open()
    const stalled = page.stall()
    const held = page.hold(UPLOAD)
    await chooseFile(page, 'half.png', await makePicture())
    const bar = await uploadBar(page, 'Uploading half.png')
    await page.until(() => bar.position > 0.4 && bar.position < 0.6)
    stalled.release()
    expect((await uploadBar(page, 'Reading half.png')).position).to.equal(-1)
    held.release()
    await (await page.dialog()).findByRole('heading', { name: 'half' })
  })

  it('are not taken once they are given up while they are read', async () => {
    const page = await open()
    const held = page.hold(UPLOAD)
    await chooseFile(page, 'given-up.png', await makePicture())
    await held.arrived
    await page.press('Cancel')
    await page.findByRole('button', { name: 'Choose image' })
    held.release()
    await page.settled()
    expect(page.queryByRole('dialog')).to.equal(null)
    expect(page.queryByText(/^“given-up” added/)).to.equal(null)
  })

  it('are refused where they cannot be read', async () => {
    const page = await open()
    await chooseFile(page, 'notes.png', Buffer.from('no picture'))
    await page.see('notes.png could not be uploaded')
    await page.see(/^The image cannot be read\./)
  })

  it('are refused with more than 40 MB without being sent', async () => {
    const page = await open()
    await chooseFile(page, 'large.png', Buffer.alloc(40 * 2 ** 20 + 1))
    await page.see('The image is larger than 40 MB.')
    expect(uploads(page)).to.deep.equal([])
  })

  it('are refused with too many pixels', async () => {
    const page = await open()
    page.answer(UPLOAD, refusal('image_too_complex'))
    await chooseFile(page, 'wide.png', await makePicture())
    await page.see('The image is too large. Reduce it to less than 40 megapixels.')
  })

  it('are sent again after the connection was lost', async () => {
    const page = await open()
    page.answer(UPLOAD, noNetwork)
    await chooseFile(page, 'lost.png', await makePicture())
    await page.see('The connection was lost. Upload the image again once you are connected.')
    page.answer(UPLOAD, null)
    await page.press('Upload again')
    await (await page.dialog()).findByRole('heading', { name: 'lost' })
  })

  it('say which of their tags is none, and are not saved', async () => {
    await add('fern')
    const page = await open()
    await edit(page, 'fern')
    await page.fill('Tags', 'ornaments, Blätter')
    await page.press('Save')
    await page.see(/^“blätter” is not a valid tag/)
    expect(page.requests.filter(({ method }) => method === 'PATCH')).to.deep.equal([])
  })

  it('keep what was entered when they cannot be saved', async () => {
    await add('moss')
    const page = await open()
    await edit(page, 'moss')
    await page.fill('Label', 'Soft moss')
    page.answer('PATCH /v1/assets/{id}', refusal('database_unavailable'))
    await page.press('Save')
    await (await page.dialog()).findByRole('alert')
    expect(await page.value('Label')).to.equal('Soft moss')
  })

  it('are found by their tag', async () => {
    await add('acorn', { tags: '["nuts"]' })
    await add('pebble', { tags: '["stones"]' })
    const page = await open()
    await page.findByRole('button', { name: /^Edit pebble/ })
    await page.fill(await page.findByRole('searchbox'), 'nuts')
    await page.until(() => page.queryByRole('button', { name: /^Edit pebble/ }) === null)
    await page.findByRole('button', { name: /^Edit acorn/ })
  })

  it('say that none has a tag', async () => {
    const page = await open()
    await page.fill(await page.findByRole('searchbox'), 'nowhere')
    await page.see('No images with this tag.')
  })

  it('are archived once somebody is sure', async () => {
    await add('thistle')
    const page = await open()
    await edit(page, 'thistle')
    await page.press('Archive')
    await (await page.dialog()).findByText(/^Customers can no longer choose the image\./)
    await page.press('Archive')
    await closed(page)
    await page.until(() => page.queryByRole('button', { name: /^Edit thistle/ }) === null)
    const { data } = (await pages.test.json('/v1/assets')).body
    expect(data.filter(({ name }: { name: string }) => name === 'thistle')).to.deep.equal([])
  })

  it('are shown on demand when they are archived', async () => {
    const { id } = await add('ivy')
    await pages.test.json(`/v1/assets/${id}`, { method: 'DELETE' })
    const page = await open()
    await page.check('Show archived images')
    await page.findByRole('button', { name: /^Edit ivy/ })
  })

  it('offer another try when they do not arrive', async () => {
    await add('clover')
    const page = await open({ answers: { 'GET /v1/assets': refusal('database_unavailable') } })
    const again = await page.findByRole('button', { name: /again/i })
    page.answer('GET /v1/assets', null)
    await page.click(again)
    await page.findByRole('button', { name: /^Edit clover/ })
  })

  it('are refused in German with the reason', async () => {
    const page = await open({ language: 'de' })
    await chooseFile(page, 'notes.png', Buffer.from('no picture'))
    await page.see(/^Das Bild kann nicht gelesen werden\./)
  })

  it('can be looked at and not changed by viewers', async () => {
    await add('heather')
    const page = await open({ person: await pages.join('viewer'), language: 'de' })
    await page.see(/^Ihre Rolle erlaubt, die Bibliothek anzusehen/)
    await page.click(await page.findByRole('button', { name: /heather/ }))
    await (await page.dialog()).findByRole('heading', { name: 'heather' })
    expect(page.document.querySelector('.drop-zone')).to.equal(null)
    expect(page.queryByRole('button', { name: 'Speichern' })).to.equal(null)
  })
})
