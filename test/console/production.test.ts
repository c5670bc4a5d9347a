/** The production of jobs in the console: entered by hand, taken from status to status, and on the start page. */
import { expect } from 'chai'
import { noNetwork, refusal } from '../support/console/answers.ts'
import type { ConsolePage } from '../support/console/console-pages.ts'
import type { Person } from '../support/service/console-people.ts'
import { liveTemplate } from '../support/service/sample-fill.ts'
import { type JobPages, openJobPages } from './orders/job-pages.ts'

const PATCH = 'PATCH /v1/fills/{id}'

describe('Production in the console', () => {
  let pages: JobPages
  let person: Person
  let count = 0
  before(async function () {
    pages = await openJobPages(this)
    // The day is the page's, and must not end between a press and a look at the count.
    pages.test.clock.set(Date.now() + 3_600_000)
    person = await pages.join('owner')
  })
  after(() => pages?.close())

  const open = (path: string) => pages.open(path, { person })
  const next = () => {
    count += 1
    return `R-${count}`
  }
  const status = (page: ConsolePage, label: string) =>
    page.findByRole('heading', { level: 1, name: new RegExp(` ${label}$`) })
  const plan = (id: string, body: Readonly<Record<string, unknown>>) =>
    pages.test.json(`/v1/fills/${id}`, { method: 'PATCH', body })
  const approved = async (changes: Readonly<Record<string, unknown>> = {}) => {
    const fill = await pages.job(next(), changes)
    await plan(fill.id, { production_status: 'approved' })
    return pages.read(fill.id)
  }
  const openNew = async () => {
    const page = await open(`/console/orders/new?template=${pages.template.id}`)
    await page.fill('Name', 'Zoë')
    return page
  }

  describe('An order by hand', () => {
    it('is offered by its template', async () => {
      const page = await open(`/console/templates/${pages.template.id}`)
      await page.click(await page.findByRole('link', { name: 'New order' }))
      await page.field('Name')
      expect(page.path).to.equal(`/console/orders/new?template=${pages.template.id}`)
    })

    it('is approved with its values, customer and due date', async () => {
      const page = await openNew()
      const order = next()
      await page.fill('Order reference', order)
      await page.fill('Customer name', 'Łucja Müller')
      await page.fill('Due', '2027-05-01')
      await page.press('Create order')
      await page.findByRole('heading', { name: `Job ${order} Approved` })
      const fill = await pages.read(page.path.split('/').at(-1) ?? '')
      expect(fill).to.deep.include({
        ...{ external_order_id: order, customer_name: 'Łucja Müller', production_status: 'approved' },
        quantity: 1,
      })
      expect(fill.values[pages.template.name]).to.equal('Zoë')
      const due = new Date(fill.due_at)
      expect([due.getFullYear(), due.getMonth(), due.getDate()]).to.deep.equal([2027, 4, 1])
    })

    it('says at its field which value is wrong, and keeps what was entered', async () => {
      const page = await openNew()
      await page.fill('Name', 'x'.repeat(41))
      await page.fill('Customer name', 'Łucja')
      await page.press('Create order')
      const name = await page.field('Name')
      await page.until(() => name.getAttribute('aria-invalid') === 'true')
      expect(((await page.field('Customer name')) as HTMLInputElement).value).to.equal('Łucja')
    })

    it('is kept on the page when the service refuses it', async () => {
      const page = await openNew()
      page.answer('POST /v1/fills', refusal('database_unavailable'))
      await page.press('Create order')
      await page.findByRole('alert')
      expect(page.path).to.match(/^\/console\/orders\/new/)
    })

    it('shows nothing of the template that was chosen before when another one does not arrive', async () => {
      const other = await liveTemplate(pages.test)
      const page = await openNew()
      page.answer('GET /v1/templates/{id}', noNetwork)
      await page.select('Template', other.id)
      await page.findByRole('alert')
      await page.settled()
      expect(page.queryByRole('textbox', { name: 'Name' })).to.equal(null)
      expect(page.getByRole('button', { name: 'Create order' })).to.have.property('disabled', true)
    })

    it('asks before it is left unsaved', async () => {
      const page = await openNew()
      await page.click(page.getByRole('link', { name: 'All jobs' }))
      await page.findByRole('dialog', { name: 'Leave without saving?' })
    })

    it('is not offered to viewers', async () => {
      const viewer = await pages.join('viewer')
      const page = await pages.open(`/console/templates/${pages.template.id}`, { person: viewer })
      await page.findByRole('heading', { level: 1 })
      await page.settled()
      expect(page.queryByRole('link', { name: 'New order' })).to.equal(null)
    })
  })

  describe('The production of a job', () => {
    it('has an assignee and comments', async () => {
      const { id } = await approved()
      const page = await open(`/console/orders/${id}`)
      await page.fill('Assignee', 'Mia')
      await page.fill('Comments', 'Rush, call before cutting.')
      await page.press('Save production details')
      await page.see('Production details saved.')
      expect(await pages.read(id)).to.include({ assignee: 'Mia', notes: 'Rush, call before cutting.' })
    })

    it('keeps details on the page that could not be saved', async () => {
      const { id } = await approved()
      const page = await open(`/console/orders/${id}`)
      page.answer(PATCH, refusal('database_unavailable'))
      await page.fill('Assignee', 'Mia')
      await page.press('Save production details')
      await page.findByRole('alert')
      expect(((await page.field('Assignee')) as HTMLInputElement).value).to.equal('Mia')
    })

    it('creates the print file of an approved design with one press', async () => {
      const { id } = await approved()
      const page = await open(`/console/orders/${id}`)
      await page.press('Create print file')
      await page.see('Print file created.')
      await status(page, 'To print')
    })

    it('downloads a new print file from its message', async () => {
      const { id } = await approved()
      const page = await open(`/console/orders/${id}`)
      await page.press('Create print file')
      await page.press('Download')
      await page.until(() => page.downloads.length === 1)
    })

    it('holds a job, and releases it', async () => {
      const { id } = await pages.printed(next())
      const page = await open(`/console/orders/${id}`)
      await page.choose('Actions', 'Hold job')
      await status(page, 'On hold')
      await page.press('Release job')
      await status(page, 'To print')
    })

    it('prints a job and marks it as printed', async () => {
      const { id } = await pages.printed(next())
      const page = await open(`/console/orders/${id}`)
      await page.press('Start printing')
      await status(page, 'Printing')
      await page.press('Mark as printed')
      await status(page, 'Done')
      expect((await pages.read(id)).printed_at).to.be.a('string')
    })

    it('takes a printed job back to the press', async () => {
      const { id } = await pages.printed(next())
      await plan(id, { production_status: 'done' })
      const page = await open(`/console/orders/${id}`)
      await page.choose('Actions', 'Back to “To print”')
      await status(page, 'To print')
    })

    it('keeps the status of a job that could not be changed, and says so', async () => {
      const { id } = await pages.printed(next())
      const page = await open(`/console/orders/${id}`)
      page.answer(PATCH, refusal('database_unavailable'))
      await page.press('Start printing')
      await page.see(/^The database does not respond\./)
      await status(page, 'To print')
    })
  })

  describe('The start page', () => {
    it('counts approved jobs, and leads to them', async () => {
      await approved()
      const { body } = await pages.test.json('/v1/production')
      const page = await open('/console')
      const link = await page.findByRole('link', { name: `${body.production.approved} Approved` })
      expect(link.getAttribute('href')).to.equal('/console/orders?status=approved')
    })

    it('starts printing a job, which then leaves the list', async () => {
      const { id, external_order_id: order } = await pages.printed(next())
      const page = await open('/console')
      await page.press('Start printing', await page.row(order))
      await page.until(() => page.queryByRole('link', { name: order }) === null)
      expect(await pages.read(id)).to.include({ production_status: 'printing' })
    })

    it('counts the jobs that were printed today', async () => {
      const { id } = await pages.printed(next())
      const { body } = await pages.test.json('/v1/production')
      await plan(id, { production_status: 'done' })
      const page = await open('/console')
      const figure = await page.findByRole('link', { name: /Printed today$/ })
      expect(Number.parseInt(figure.textContent, 10)).to.equal(body.production.printed + 1)
      await page.click(figure)
      await page.until(() => page.path === '/console/orders?status=done')
    })

    it('offers another try when the jobs do not arrive', async () => {
      const fill = await pages.printed(next())
      const page = await pages.open('/console', { person, answers: { 'GET /v1/fills': noNetwork } })
      await page.findByRole('alert')
      page.answer('GET /v1/fills', null)
      await page.press('Try again')
      await page.row(fill.external_order_id)
    })

    it('offers viewers no next step of a job', async () => {
      const fill = await pages.printed(next())
      const page = await pages.open('/console', { person: await pages.join('viewer') })
      const row = await page.row(fill.external_order_id)
      expect(row.queryByRole('button')).to.equal(null)
    })
  })
})
