/** Customers' own images in the console: the settings of a field, and their names in a job. */
import { expect } from 'chai'
import { altered } from '../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { openEditor } from '../support/console/editor-page.ts'
import { changeFields, makeCard, type TemplateCard } from '../support/service/template-card.ts'

describe('Customer images of a field in the template editor', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const imageCard = async (changes: object = {}) => {
    const card = await makeCard(pages.test, 'Photo card', [[40, 60, 140, 120]])
    await changeFields(pages.test, card, (field) => ({
      ...field,
      ...{ id: null, type: 'image', options: null, default_value: '' },
      ...changes,
    }))
    return card
  }
  const open = async (card: TemplateCard) => {
    const page = await openEditor(pages, card)
    await page.pick('Field 1')
    return page
  }

  it('have usual limits when a field takes them, and then no image of the catalogue', async () => {
    const card = await imageCard()
    const page = await open(card)
    await page.select('Source', 'upload')
    expect(await page.value('Minimum resolution')).to.equal('150')
    expect(page.queryByText('Images to choose from')).to.equal(null)
    await page.save()
    expect((await card.scene()).fields[0]).to.include({ source: 'upload', default_value: '' })
  })

  it('are warned of wherever they are refused', async () => {
    const page = await open(await imageCard({ source: 'upload' }))
    await page.fill('Minimum resolution', '240')
    await page.until(() => (page.getByLabelText('Warning below') as HTMLInputElement).value === '240')
  })

  it('have resolution, kinds and size saved as they were entered', async () => {
    const card = await imageCard({ source: 'upload' })
    const page = await open(card)
    await page.fill('Minimum resolution', '240')
    await page.fill('Warning below', '300')
    await page.fill('Maximum file size', '12.5')
    await page.click(await page.field('AVIF'))
    await page.save()
    expect((await card.scene()).fields[0]).to.deep.include({
      ...{ source: 'upload', min_ppi: 240, warn_ppi: 300, max_bytes: 12.5 * 1024 * 1024 },
      kinds: ['jpeg', 'png', 'webp'],
    })
  })

  it('keep one kind of file at least', async () => {
    const page = await open(await imageCard({ source: 'upload', kinds: ['png'] }))
    expect((await page.field('PNG')).matches(':disabled')).to.equal(true)
    await page.check('JPEG')
    expect((await page.field('PNG')).matches(':disabled')).to.equal(false)
  })

  it('are named in words in a job, and kept while other values are corrected', async () => {
    const card = await imageCard()
    const [{ id }] = (await card.scene()).fields
    await pages.test.json(`/v1/templates/${card.id}/publish`, { method: 'POST' })
    const fill = await pages.test.json('/v1/fills', { body: { template_id: card.id, values: {} } })
    expect(fill.status, JSON.stringify(fill.body)).to.equal(201)
    const placed = { picture: 'pic_x', crop: { x: 0, y: 0, width: 500, height: 500 }, turn: 90 }
    const page = await pages.open(`/console/orders/${fill.body.fill.id}`, {
      answers: {
        'GET /v1/fills/{id}': altered((body) => ({
          ...body,
          fill: { ...body.fill, values: { [id]: placed } },
        })),
      },
    })
    await page.until(() =>
      [...page.document.querySelectorAll('dd')].some((one) => one.textContent === 'Customer image'),
    )
    await page.press('Edit values')
    const list = (await page.field('Field 1')) as unknown as HTMLSelectElement
    expect(list.selectedOptions[0]?.text).to.equal('Customer image')
  })
})
