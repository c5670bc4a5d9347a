/** The grid of templates: found, sorted, renamed, tagged, archived and brought back; each is refused once. */
import { expect } from 'chai'
import { drawing, noNetwork, refusal } from '../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { SAMPLE_PDF, uploadForm } from '../support/service/sample-press.ts'

const LIST = 'GET /v1/templates'
const CHANGE = 'PATCH /v1/templates/{id}'

describe('The grid of templates', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  let count = 0
  /** Another file each time: the same one again would be the template that is there already. */
  const makeTemplate = async (title: string): Promise<string> => {
    count += 1
    const pdf = Buffer.concat([SAMPLE_PDF, Buffer.from(`% ${count}\n`)])
    return (await pages.test.json('/v1/templates', { body: uploadForm(pdf, title) })).body.template.id
  }
  const templateOf = async (id: string) =>
    (await pages.test.json(`/v1/templates/${id}?revision=latest`)).body.template
  const openGrid = (path = '', options: Parameters<ConsolePages['open']>[1] = {}) =>
    pages.open(`/console/templates${path}`, {
      ...options,
      answers: { 'GET /v1/templates/{id}/page.png': drawing, ...options.answers },
    })
  const card = (page: ConsolePage, title: string) => page.findByRole('link', { name: title })
  const titles = (page: ConsolePage) =>
    page.getAllByRole('button', { name: /: actions$/ }).map((one) => one.getAttribute('aria-label'))
  const choose = (page: ConsolePage, title: string, item: string) => page.choose(`${title}: actions`, item)

  it('shows a picture of each template', async () => {
    await makeTemplate('Pictured')
    const page = await openGrid()
    await card(page, 'Pictured')
    await page.until(() => page.document.querySelector('.template-card .thumbnail img'))
  })

  it('finds a title by a part of it, without its accents', async () => {
    await makeTemplate('Étiquette')
    await makeTemplate('Wedding card')
    const page = await openGrid()
    await card(page, 'Wedding card')
    await page.fill('Search templates', 'etiq')
    await page.gone('Wedding card')
    await card(page, 'Étiquette')
    expect(page.path).to.equal('/console/templates?q=etiq')
  })

  it('says that nothing fits a search, and shows all templates again', async () => {
    await makeTemplate('Not sought')
    const page = await openGrid('?q=nothing-has-this-title')
    await page.see('No templates found')
    await page.click(await page.findByRole('link', { name: 'Show all templates' }))
    await card(page, 'Not sought')
  })

  it('lists only templates of a status, and keeps it in the address', async () => {
    await makeTemplate('Only a draft')
    const page = await openGrid()
    await card(page, 'Only a draft')
    await page.click(page.getByRole('link', { name: 'Live' }))
    await page.see('No templates found')
    expect(page.path).to.equal('/console/templates?status=live')
  })

  it('gives a template tags, and lists the templates of one', async () => {
    const id = await makeTemplate('Tagged')
    await makeTemplate('Untagged')
    const page = await openGrid()
    await choose(page, 'Tagged', 'Tags')
    await page.fill('Tags', 'wine, winter')
    await page.keyboard('{Enter}')
    await page.see('Tags saved.')
    expect((await templateOf(id)).metadata).to.deep.equal({ tags: 'wine, winter' })
    await page.click(page.getByRole('link', { name: 'Templates with the tag winter' }))
    await page.gone('Untagged')
    await page.click(await page.findByRole('link', { name: 'Tags: winter' }))
    await card(page, 'Untagged')
  })

  it('renames a template when its field is left, with its old title selected at first', async () => {
    const id = await makeTemplate('Anniversary')
    const page = await openGrid()
    await choose(page, 'Anniversary', 'Rename')
    const field = (await page.field('Title')) as HTMLInputElement
    expect(page.document.activeElement).to.equal(field)
    expect([field.selectionStart, field.selectionEnd]).to.deep.equal([0, 'Anniversary'.length])
    await page.keyboard('Golden wedding')
    await page.click(page.getByRole('combobox', { name: 'Sort by' }))
    await page.see('Template renamed.')
    expect((await templateOf(id)).title).to.equal('Golden wedding')
  })

  it('keeps the title of a template when Escape is pressed', async () => {
    const id = await makeTemplate('Kept')
    const page = await openGrid()
    await choose(page, 'Kept', 'Rename')
    await page.fill('Title', 'Nothing')
    await page.keyboard('{Escape}')
    await card(page, 'Kept')
    await page.settled()
    expect((await templateOf(id)).title).to.equal('Kept')
  })

  it('keeps the field with the new title when the service refuses it, and says why', async () => {
    await makeTemplate('Refused')
    const page = await openGrid()
    await choose(page, 'Refused', 'Rename')
    page.answer(CHANGE, refusal('database_unavailable'))
    await page.fill('Title', 'New title')
    await page.keyboard('{Enter}')
    await page.findByText(/database/i)
    expect(await page.value('Title')).to.equal('New title')
    page.answer(CHANGE, null)
    await page.keyboard('{Enter}')
    await card(page, 'New title')
  })

  it('sorts templates by title, and keeps the order in the address', async () => {
    await makeTemplate('Aardvark')
    await makeTemplate('Zebra')
    const page = await openGrid()
    await card(page, 'Zebra')
    await page.select('Sort by', 'Title')
    await page.until(() => titles(page)[0] === 'Aardvark: actions')
    expect(titles(page).indexOf('Zebra: actions')).to.be.greaterThan(0)
    expect(page.path).to.equal('/console/templates?order=title')
  })

  it('archives a template, and restores it by Undo', async () => {
    const id = await makeTemplate('Archived')
    const page = await openGrid()
    await choose(page, 'Archived', 'Archive')
    await page.until(() => page.queryByRole('link', { name: 'Archived: actions' }) === null)
    await page.press('Undo')
    await page.see('“Archived” is restored as a draft.')
    expect((await templateOf(id)).status).to.equal('draft')
  })

  it('keeps a template whose archiving is refused, and says why', async () => {
    const id = await makeTemplate('Stays')
    const page = await openGrid()
    page.answer('POST /v1/templates/{id}/archive', refusal('template_status_conflict'))
    await choose(page, 'Stays', 'Archive')
    await page.see(/Another user changed the status of the template/)
    await card(page, 'Stays')
    expect((await templateOf(id)).status).to.equal('draft')
  })

  it('duplicates a template, and opens the copy', async () => {
    await makeTemplate('Original')
    const page = await openGrid()
    await choose(page, 'Original', 'Duplicate')
    await page.see('“Original (copy)” created.')
    await card(page, 'Original (copy)')
    await page.press('Open')
    await page.findByRole('heading', { level: 1, name: /Original \(copy\)/ })
  })

  it('says why a template cannot be duplicated', async () => {
    await makeTemplate('Single')
    const page = await openGrid()
    page.answer('POST /v1/templates/{id}/copy', refusal('template_limit_exceeded'))
    await choose(page, 'Single', 'Duplicate')
    await page.see(/Your team has reached its limit of templates/)
  })

  it('shows templates as a list too, whose row opens a template', async () => {
    await makeTemplate('In the list')
    const page = await openGrid()
    await page.press('List')
    const row = await page.row('In the list')
    await page.click(row.element)
    await page.findByRole('heading', { level: 1, name: /In the list/ })
  })

  it('offers another try when the templates do not arrive', async () => {
    await makeTemplate('Arrives later')
    const page = await openGrid('', { answers: { [LIST]: noNetwork } })
    await page.findByRole('alert')
    page.answer(LIST, null)
    await page.press(/again/i)
    await card(page, 'Arrives later')
  })

  it('says that it is loading until the templates arrive', async () => {
    const id = await makeTemplate('Slow')
    const page = await openGrid('?q=nothing')
    await page.see('No templates found')
    const held = page.hold(LIST)
    await page.click(page.getByRole('link', { name: 'Show all templates' }))
    await held.arrived
    await page.until(() => page.document.querySelector('.template-grid[role=status]'))
    held.release()
    await card(page, 'Slow')
    expect(page.document.querySelector(`a[href="/console/templates/${id}"]`)).to.not.equal(null)
  })

  it('lets viewers look at templates, without actions and uploads', async () => {
    await makeTemplate('Only seen')
    const page = await openGrid('', { person: await pages.join('viewer') })
    await card(page, 'Only seen')
    expect(page.queryByRole('button', { name: /: actions$/ })).to.equal(null)
    expect(page.queryByRole('button', { name: 'Choose PDFs' })).to.equal(null)
  })
})
