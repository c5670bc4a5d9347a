/** Fonts of a team in the console: taken with their progress, refused with the reason, and archived. */
import { expect } from 'chai'
import { noNetwork, refusal, reply } from '../../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { jost, renamed, withFsType } from '../../support/pdf/font-files.ts'
import { chooseFile, uploadBar } from './library-pages.ts'

const PATH = '/console/library/fonts'
const UPLOAD = 'POST /v1/fonts'

describe('Fonts in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const open = (options: Parameters<ConsolePages['open']>[1] = {}) => pages.open(PATH, options)
  const choose = (page: ConsolePage, bytes: Uint8Array, name = 'Rosemary-Regular.ttf') =>
    chooseFile(page, name, bytes)
  /** A font of the team, uploaded by its server. */
  const upload = async (family: string) => {
    const body = new FormData()
    body.set('file', new File([new Uint8Array(renamed(jost(), { family }))], 'font.ttf'))
    const made = await pages.test.json('/v1/fonts', { body })
    expect(made.status, JSON.stringify(made.body)).to.be.oneOf([200, 201])
  }
  const uploads = (page: ConsolePage) =>
    page.requests.filter(({ method, path }) => `${method} ${path}` === UPLOAD)

  it('shows each font in its own face @long', async () => {
    const page = await open()
    await page.see('Arimo')
    await page.until(() => page.document.querySelector('td .face-name svg path'))
  })

  it('takes a font and shows it among those of the team', async () => {
    const page = await open()
    await choose(page, renamed(jost(), { family: 'Rosemary' }))
    await page.see('Rosemary Regular uploaded.')
    await page.check('Your fonts')
    await page.findByRole('cell', { name: /^Rosemary/ })
  })

  it('says of a font that it is there already @long', async () => {
    await upload('Basil')
    const page = await open()
    await choose(page, renamed(jost(), { family: 'Basil' }))
    await page.see('Basil Regular is already in the library.')
  })

  it('shows how much of a font is sent, and that it is read once all is', async () => {
    const page = await open()
    const stalled = page.stall()
    const held = page.hold(UPLOAD)
    await choose(page, renamed(jost(), { family: 'Thyme' }), 'Thyme.ttf')
    const bar = await uploadBar(page, 'Uploading Thyme.ttf')
    await page.until(() => bar.position > 0.4 && bar.position < 0.6)
    stalled.release()
    expect((await uploadBar(page, 'Reading Thyme.ttf')).position).to.equal(-1)
    held.release()
    await page.see('Thyme Regular uploaded.')
  })

  it('sends no more of a font that is given up', async () => {
    const page = await open()
    page.stall()
    await choose(page, renamed(jost(), { family: 'Sage' }), 'Sage.ttf')
    await uploadBar(page, 'Uploading Sage.ttf')
    await page.press('Cancel')
    await page.findByRole('button', { name: 'Choose font' })
    await page.settled()
    expect(uploads(page)).to.deep.equal([])
  })

  it('says that the licence of a font forbids embedding @long', async () => {
    const page = await open()
    await choose(page, withFsType(jost(), 2), 'locked.ttf')
    await page.see('locked.ttf could not be uploaded')
    await page.see(/^The licence of the font forbids embedding\./)
  })

  it('says that a file is no font', async () => {
    const page = await open()
    await choose(page, Buffer.from('no font'), 'notes.ttf')
    await page.see(/^The file is not a usable font\./)
  })

  it('sends no font of more than 10 MB', async () => {
    const page = await open()
    await choose(page, Buffer.alloc(10 * 2 ** 20 + 1), 'large.ttf')
    await page.see('The font is larger than 10 MB.')
    expect(uploads(page)).to.deep.equal([])
  })

  it('sends a font again after the connection was lost @long', async () => {
    const page = await open()
    page.answer(UPLOAD, noNetwork)
    await choose(page, renamed(jost(), { family: 'Mint' }), 'Mint.ttf')
    await page.see('The connection was lost. Upload the font again once you are connected.')
    page.answer(UPLOAD, null)
    await page.press('Upload again')
    await page.see('Mint Regular uploaded.')
  })

  it('says that the team has another font of this name', async () => {
    const page = await open()
    page.answer(UPLOAD, refusal('font_exists'))
    await choose(page, renamed(jost(), { family: 'Dill' }))
    await page.see(/^Your team has another font with this name\./)
    expect(page.queryByRole('button', { name: 'Upload again' })).to.equal(null)
  })

  it('archives a font once somebody is sure', async () => {
    await upload('Chive')
    const page = await open()
    await page.press('Archive Chive Regular')
    await (await page.dialog()).findByText(/^New fields cannot use the font\./)
    await page.press('Archive')
    await page.see('Chive Regular archived.')
    await page.until(() => page.queryByRole('button', { name: 'Archive Chive Regular' }) === null)
  })

  it('says that a team has no fonts of its own yet', async () => {
    const page = await open()
    await page.see('Arimo')
    page.answer('GET /v1/fonts', reply(200, { data: [], has_more: false, next_starting_after: null }))
    await page.check('Your fonts')
    await page.see('No fonts of your own yet')
  })

  it('offers another try when the fonts do not arrive', async () => {
    const page = await open({ answers: { 'GET /v1/fonts': refusal('database_unavailable') } })
    const again = await page.findByRole('button', { name: /again/i })
    page.answer('GET /v1/fonts', null)
    await page.click(again)
    await page.see('Arimo')
  })

  it('says in German why a font is refused @long', async () => {
    const page = await open({ language: 'de' })
    await choose(page, withFsType(jost(), 2), 'locked.ttf')
    await page.see(/^Die Lizenz der Schrift verbietet die Einbettung\./)
  })

  it('can be looked at and not changed by viewers', async () => {
    await upload('Tarragon')
    const page = await open({ person: await pages.join('viewer'), language: 'de' })
    await page.see(/^Ihre Rolle erlaubt, die Bibliothek anzusehen/)
    await page.findByRole('cell', { name: /^Tarragon/ })
    expect(page.document.querySelector('.drop-zone')).to.equal(null)
    expect(page.queryByRole('button', { name: /Tarragon/ })).to.equal(null)
  })
})
