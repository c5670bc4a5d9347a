/** The list of jobs in the console: found, narrowed, kept as views, selected and downloaded. */
import { expect } from 'chai'
import { databaseOf } from '../../server/store/store.ts'
import { noNetwork, refusal, reply } from '../support/console/answers.ts'
import type { ConsolePage } from '../support/console/console-pages.ts'
import { addFills } from '../support/database/many-fills.ts'
import { type JobPages, jobsIn, openJobPages, sentTo } from './orders/job-pages.ts'

const LIST = 'GET /v1/fills'
const EXPORTS = 'GET /v1/exports'

describe('The list of jobs in the console', () => {
  let pages: JobPages
  before(async function () {
    pages = await openJobPages(this)
    for (const [at, order] of ['1001', '1002', '1003'].entries())
      await pages.printed(order, {
        ...{ customer_email: `customer-${at}@example.com`, customer_name: `Customer ${at}` },
      })
    await pages.printed('R-2001', { customer_name: 'Łucja Müller', values: { Name: 'Zoë Ada Hartfield' } })
    // Nothing is typed, and a name is needed.
    await pages.job(null, { customer_email: 'visitor@example.com', values: { Name: '' } })
  })
  after(() => pages?.close())

  const search = async (text: string) => {
    const page = await pages.open('/console/orders')
    await page.findByRole('link', { name: '1001' })
    await page.fill('Search jobs', text)
    await page.keyboard('{Enter}')
    return page
  }
  /** With the boxes of these jobs checked. */
  const select = async (...orders: readonly string[]) => {
    const page = await pages.open('/console/orders')
    for (const order of orders) await page.check(new RegExp(order))
    return page
  }

  it('says what to do first when there are no jobs', async () => {
    const none = reply(200, { data: [], has_more: false, next_starting_after: null })
    const page = await pages.open('/console/orders', { answers: { [LIST]: none } })
    await page.see('No jobs yet')
    const add = page.getByRole('link', { name: 'Add a template to your shop' })
    expect(add.getAttribute('href')).to.equal('/console/storefronts')
  })

  it('names the customer, the template and the status of each job', async () => {
    const page = await pages.open('/console/orders')
    const row = await page.row('1002')
    for (const text of ['Customer 1', 'customer-1@example.com', 'Card', 'To print']) row.getByText(text)
  })

  it('finds a job by its order, and keeps the search in the address', async () => {
    const page = await search('1002')
    await page.until(() => jobsIn(page).join() === '1002')
    expect(page.path).to.equal('/console/orders?q=1002')
  })

  it('finds a job by the e-mail address of its customer', async () => {
    const page = await search('customer-2@example.com')
    await page.until(() => jobsIn(page).join() === '1003')
  })

  for (const words of ['lucja', 'MULL', 'r-2001', 'R2001', 'hartf', 'zoe ada'])
    it(`finds a job by “${words}”`, async () => {
      const page = await search(words)
      await page.until(() => jobsIn(page).join() === 'R-2001')
    })

  it('says that nothing was found, and lists all jobs again', async () => {
    const page = await search('nobody@example.com')
    await page.see('No results')
    await page.click(page.getByRole('link', { name: 'Show all' }))
    await page.findByRole('link', { name: '1003' })
    expect(page.path).to.equal('/console/orders')
  })

  it('opens the job whose ID is searched for', async () => {
    const { id } = (await pages.test.json('/v1/fills?search=1001')).body.data[0]
    const page = await search(id)
    await page.findByRole('heading', { name: /^Job 1001/ })
    expect(page.path).to.equal(`/console/orders/${id}`)
  })

  it('opens the print file whose ID is searched for', async () => {
    const { last_render_id } = (await pages.test.json('/v1/fills?search=1001')).body.data[0]
    const page = await search(last_render_id)
    await page.findByRole('link', { name: 'View job' })
    expect(page.path).to.equal(`/console/orders/files/${last_render_id}`)
  })

  it('leaves drafts of customers out of sight until drafts are chosen', async () => {
    const page = await pages.open('/console/orders')
    await page.findByRole('link', { name: '1001' })
    await page.click(page.getByRole('link', { name: 'Draft' }))
    await page.see('Not printable yet')
    expect(jobsIn(page)).to.have.length(1)
    expect(page.path).to.equal('/console/orders?status=draft')
    expect(sentTo(page, '/v1/fills?')).to.deep.equal([
      '/v1/fills?limit=50&draft=false',
      '/v1/fills?limit=50&production_status=draft',
    ])
  })

  it('narrows the list to a template, and keeps it in the address', async () => {
    const page = await pages.open('/console/orders')
    await page.findByRole('link', { name: '1001' })
    await page.select('Template', pages.template.id)
    await page.until(() => page.path === `/console/orders?template=${pages.template.id}`)
    await page.settled()
    expect(jobsIn(page)).to.have.length(5)
  })

  it('narrows the list to days, both inclusive', async () => {
    const page = await pages.open('/console/orders?from=2001-01-01')
    await page.findByRole('link', { name: '1001' })
    await page.fill('To', '2001-01-01')
    await page.see('No results')
    const { search: sent } = new URL(sentTo(page, '/v1/fills?').at(-1) ?? '', 'http://localhost')
    const query = new URLSearchParams(sent)
    const day = Date.parse(query.get('until') ?? '') - Date.parse(query.get('since') ?? '')
    expect(day).to.equal(86_400_000)
  })

  it('says nothing of results while the list is on its way', async () => {
    const page = await pages.open('/console/orders')
    await page.findByRole('link', { name: '1001' })
    const held = page.hold(LIST)
    await page.click(page.getByRole('link', { name: 'Printing' }))
    await held.arrived
    expect(page.queryByText('No results')).to.equal(null)
    held.release()
    await page.see('No results')
  })

  it('offers another try when the list does not arrive', async () => {
    const page = await pages.open('/console/orders', { answers: { [LIST]: noNetwork } })
    await page.findByRole('alert')
    page.answer(LIST, null)
    await page.press(/again/i)
    await page.findByRole('link', { name: '1001' })
  })

  it('keeps filters as a view of this browser, and opens it', async () => {
    const page = await search('lucja')
    await page.press('Save view')
    await page.fill('Name of the view', 'Müller')
    await page.keyboard('{Enter}')
    await page.see('View saved.')
    await page.click(page.getByRole('link', { name: 'Approved' }))
    await page.see('No results')
    await page.click(page.getByRole('link', { name: 'Müller' }))
    await page.until(() => jobsIn(page).join() === 'R-2001')
    expect(page.getByRole('link', { name: 'Müller' }).getAttribute('aria-current')).to.equal('page')
  })

  it('removes a saved view', async () => {
    const page = await search('lucja')
    await page.press('Save view')
    await page.fill('Name of the view', 'Müller')
    await page.press('Save view')
    await page.press('Remove view “Müller”')
    await page.until(() => page.queryByRole('link', { name: 'Müller' }) === null)
    expect(page.window.localStorage.length).to.equal(0)
  })

  it('downloads selected jobs as one ZIP, each with its ticket @long', async () => {
    const page = await select('1001', '1002')
    await page.see('2 jobs selected')
    await page.press('Download ZIP')
    await page.see('The ZIP is downloaded.')
    const [download] = page.downloads
    const { pathname, search: query } = new URL(download?.url ?? '')
    const archive = await pages.test.send(pathname + query, { key: null })
    const zip = Buffer.from(await archive.arrayBuffer()).toString('latin1')
    expect(zip.startsWith('PK')).to.equal(true)
    for (const name of ['1001', '1002'])
      expect(zip)
        .to.match(new RegExp(`${name}[^/]*\\.pdf`))
        .and.match(new RegExp(`${name}[^/]*\\.json`))
    expect(zip).to.not.match(/1003[^/]*\.pdf/)
  })

  it('asks for one ZIP however often the button is pressed while it waits', async () => {
    const page = await select('1001')
    const held = page.hold(EXPORTS)
    await page.press('Download ZIP')
    await held.arrived
    const busy = await page.findByRole('button', { name: /^Creating ZIP/ })
    busy.click()
    held.release()
    await page.see('The ZIP is downloaded.')
    expect(sentTo(page, '/v1/exports')).to.have.length(1)
  })

  it('keeps the selection when a ZIP is refused, and says why', async () => {
    const page = await select('1001')
    page.answer(EXPORTS, refusal('database_unavailable'))
    await page.press('Download ZIP')
    await page.findByRole('alert')
    await page.see('1 job selected')
    expect(page.downloads).to.deep.equal([])
  })

  it('says that a selected job has no print file, and offers no ZIP of none', async () => {
    const page = await pages.open('/console/orders?status=draft')
    await page.check('Select all shown')
    await page.see('1 job has no print file yet.')
    expect(page.getByRole('button', { name: 'Download ZIP' })).to.have.property('disabled', true)
  })

  it('forgets the selection when it is cleared, and when the list is narrowed', async () => {
    const page = await select('1001')
    await page.press('Clear selection')
    await page.gone('1 job selected')
    await page.check(/1001/)
    await page.see('1 job selected')
    await page.click(page.getByRole('link', { name: 'To print' }))
    await page.gone('1 job selected')
  })

  it('offers no new order to viewers', async () => {
    const page = await pages.open('/console/orders', { person: await pages.join('viewer') })
    await page.findByRole('link', { name: '1001' })
    expect(page.queryByRole('link', { name: 'New order' })).to.equal(null)
  })

  it('speaks German', async () => {
    const page = await pages.open('/console/orders?status=to_print', { language: 'de' })
    const row = await page.row('1001')
    row.getByText('Zu drucken')
  })
})

describe('The list of a hundred thousand jobs in the console', () => {
  let pages: JobPages
  before(async function () {
    pages = await openJobPages(this)
    const { test, template } = pages
    const db = databaseOf(test.server.ports.store)
    const now = test.clock.now()
    const ofTeam = { teamId: test.team.id, templateIds: [template.id], values: {} }
    await addFills(db, { ...ofTeam, count: 100_000, after: 0, until: now - 360 * 86_400_000, found: true })
    // Newer ones without words: more than a page of a search reads.
    await addFills(db, { ...ofTeam, count: 30_000, after: 100_000, until: now - 1000 })
  })
  after(() => pages?.close())

  const lists = (page: ConsolePage) => sentTo(page, '/v1/fills?').map((path) => path.replace(/fill_\w+/, '…'))

  it('loads fifty jobs, and fifty more when they are asked for @long', async () => {
    const page = await pages.open('/console/orders')
    await page.until(() => jobsIn(page).length === 50)
    await page.press('Show more')
    await page.until(() => jobsIn(page).length === 100)
    expect(lists(page)).to.deep.equal([
      '/v1/fills?limit=50&draft=false',
      '/v1/fills?limit=50&draft=false&starting_after=…',
    ])
  })

  it('finds one of the oldest jobs with a single request @long', async () => {
    const page = await pages.open('/console/orders?q=order-33000')
    await page.until(() => jobsIn(page).includes('order-33000'))
    expect(lists(page)).to.deep.equal(['/v1/fills?limit=50&search=order-33000'])
  })

  it('goes on by itself when the first page of a search is empty @long', async () => {
    const page = await pages.open('/console/orders?q=order')
    await page.until(() => jobsIn(page).some((name) => /^order-\d+/.test(name)))
    expect(lists(page)).to.deep.equal([
      '/v1/fills?limit=50&search=order',
      '/v1/fills?limit=50&search=order&starting_after=…',
    ])
  })
})
