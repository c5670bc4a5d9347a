/** Review before printing in the console: its settings, its list, approval and refusal. */
import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { noNetwork, refusal } from '../support/console/answers.ts'
import type { ConsolePage, PageOptions } from '../support/console/console-pages.ts'
import { finalize } from '../support/service/sample-fill.ts'
import { type JobPages, openJobPages } from './orders/job-pages.ts'

const LIST = '/console/orders/review'
const DECIDE = 'POST /v1/fills/{id}/review'

describe('Review settings in the console', () => {
  let pages: JobPages
  before(async function () {
    pages = await openJobPages(this)
  })
  after(() => pages?.close())

  const settings = async () => (await pages.test.json('/v1/team/settings')).body.settings
  const enter = async (page: ConsolePage, language: string, words: string) => {
    await page.select('Language', language)
    await page.fill('Words', words)
  }

  it('are saved with one list of words for each language, each word once', async () => {
    const page = await pages.open('/console/shop')
    await page.select('Designs to review', 'all')
    await enter(page, 'de', 'Mist\n  mist \n\nSo ein Käse')
    await enter(page, 'en', 'darn')
    await page.select('Message to the customer', 'vague')
    await page.press('Save review settings')
    await page.see('Review settings saved.')
    expect(await settings()).to.deep.include({
      ...{ review: 'all', forbidden_word_reply: 'vague', approval_mail: 'none' },
      forbidden_words: { de: ['Mist', 'So ein Käse'], en: ['darn'] },
    })
  })

  it('say at the list of its language why a word is refused, and keep all of them', async () => {
    const page = await pages.open('/console/shop')
    await enter(page, 'fr', '***')
    await enter(page, 'en', 'darn')
    await page.press('Save review settings')
    await page.see(/neither letters nor digits/)
    expect(((await page.field('Language')) as HTMLSelectElement).value).to.equal('fr')
    expect(((await page.field('Words')) as HTMLTextAreaElement).value).to.equal('***')
  })

  it('say that they could not be saved, and keep what was entered', async () => {
    const page = await pages.open('/console/shop')
    page.answer('PATCH /v1/team/settings', refusal('database_unavailable'))
    await enter(page, 'es', 'caramba')
    await page.press('Save review settings')
    await page.findByRole('alert')
    expect(((await page.field('Words')) as HTMLTextAreaElement).value).to.equal('caramba')
  })
})

describe('Review before printing in the console', () => {
  let pages: JobPages
  let count = 0
  before(async function () {
    pages = await openJobPages(this)
    const body = { review: 'all' }
    const { status } = await pages.test.json('/v1/team/settings', { method: 'PATCH', body })
    expect(status).to.equal(200)
  })
  // Each test begins with an empty list.
  beforeEach(async () => {
    const { data } = (await pages.test.json('/v1/fills?review=requested&limit=100')).body
    for (const { id } of data)
      await pages.test.json(`/v1/fills/${id}/review`, { body: { decision: 'approve' } })
  })
  after(() => pages?.close())

  /** Orders that wait for review, in this order; the newest stands first in the list. */
  const order = async (...names: readonly string[]) => {
    const ids: string[] = []
    for (const name of names) {
      count += 1
      const { id } = await pages.job(`#${name}-${count}`, {
        ...{ values: { Name: name }, customer_name: `${name} Example` },
      })
      const done = await finalize(pages.test, id)
      expect(done.status, JSON.stringify(done.body)).to.equal(200)
      ids.push(id)
    }
    return ids
  }
  const openList = (options?: PageOptions) => pages.open(LIST, options)
  const card = async (page: ConsolePage, name: string) =>
    within(await page.findByRole('article', { name: new RegExp(`#${name}-`) }))
  const reviewOf = async (id = '') => (await pages.test.json(`/v1/fills/${id}`)).body
  const refuseFor = async (page: ConsolePage, reason: string) => {
    await page.press('Refuse design')
    await page.fill('Reason', reason)
    await page.press('Refuse design')
  }

  it('says on the start page how many designs wait, and leads to them', async () => {
    await order('Ada', 'Grace', 'Mary')
    const page = await pages.open('/console')
    await page.see(/^3 designs wait for your review\./)
    await page.click(page.getByRole('link', { name: 'Review designs' }))
    await page.findByRole('link', { name: 'Review (3)' })
    expect(page.path).to.equal(LIST)
  })

  it('shows each design with its picture, customer and values', async () => {
    await order('Mary')
    const page = await openList()
    const design = await card(page, 'Mary')
    design.getByText('Mary Example')
    await design.findByText('Mary')
    design.getByRole('img', { name: /^Design of job #Mary-\d+, page 1$/ })
  })

  it('approves a design, counts the rest, and moves the focus to the next one', async () => {
    const [, second] = await order('Grace', 'Mary')
    const page = await openList()
    await page.press('Approve design', await card(page, 'Mary'))
    await page.see(/^Job #Mary-\d+ is approved\. The print file is created\.$/)
    await page.findByRole('link', { name: 'Review (1)' })
    await page.until(() => /^Job #Grace-/.test(page.document.activeElement?.textContent ?? ''))
    expect((await reviewOf(second)).fill.review.status).to.equal('approved')
  })

  it('refuses a design with a reason, and cancels its print', async () => {
    const [id] = await order('Grace')
    const page = await openList()
    await refuseFor(page, 'The photo is not yours.')
    await page.see(/^Job #Grace-\d+ is refused and will not be printed\.$/)
    const refused = await reviewOf(id)
    expect(refused.fill.review).to.include({ status: 'refused', reason: 'The photo is not yours.' })
    expect(refused.last_render.status).to.equal('canceled')
  })

  it('says on the page of a refused job why it is not printed', async () => {
    const [id = ''] = await order('Grace')
    const body = { decision: 'refuse', reason: 'The photo is not yours.' }
    await pages.test.json(`/v1/fills/${id}/review`, { body })
    const page = await pages.open(`/console/orders/${id}`)
    await page.see('The design was refused and is not printed: The photo is not yours.')
  })

  it('keeps a design that could not be approved, and says why at it', async () => {
    const [id] = await order('Ada')
    const page = await openList()
    page.answer(DECIDE, refusal('database_unavailable'))
    await page.press('Approve design', await card(page, 'Ada'))
    await (await card(page, 'Ada')).findByRole('alert')
    expect((await reviewOf(id)).fill.review.status).to.equal('requested')
  })

  it('keeps the reason of a refusal that failed', async () => {
    await order('Ada')
    const page = await openList()
    page.answer(DECIDE, refusal('database_unavailable'))
    await refuseFor(page, 'Too dark.')
    await (await page.dialog()).findByRole('alert')
    expect(((await page.field('Reason')) as HTMLTextAreaElement).value).to.equal('Too dark.')
  })

  it('sends one decision however often the button is pressed while it waits', async () => {
    await order('Ada')
    const page = await openList()
    const held = page.hold(DECIDE)
    const { getByRole } = await card(page, 'Ada')
    const button = getByRole('button', { name: 'Approve design' })
    button.click()
    await held.arrived
    button.click()
    held.release()
    await page.see('No designs to review')
    expect(page.requests.filter(({ method }) => method === 'POST')).to.have.length(1)
  })

  it('says that no designs wait once the last one is decided', async () => {
    await order('Ada')
    const page = await openList()
    await page.press('Approve design')
    await page.see('No designs to review')
    await page.findByRole('link', { name: 'Review' })
  })

  it('offers another try when the designs do not arrive', async () => {
    await order('Ada')
    const page = await openList({ answers: { 'GET /v1/fills': noNetwork } })
    await page.findByRole('alert')
    page.answer('GET /v1/fills', null)
    await page.press('Try again')
    await card(page, 'Ada')
  })

  it('approves a design on the page of its job, in German', async () => {
    const [id] = await order('Ada')
    const page = await openList({ person: await pages.join('editor'), language: 'de' })
    await page.findByRole('button', { name: 'Gestaltung freigeben' })
    await page.click(page.getByRole('link', { name: 'Auftrag anzeigen' }))
    await page.see(/^Die Gestaltung wartet auf die Prüfung\./)
    await page.press('Gestaltung freigeben')
    await page.see(/^Auftrag #Ada-\d+ ist freigegeben\./)
    expect((await reviewOf(id)).fill.review.status).to.equal('approved')
  })

  it('lets viewers look at designs and decide nothing', async () => {
    await order('Nora')
    const page = await openList({ person: await pages.join('viewer') })
    await page.see('Your role can view jobs but not change them.')
    expect(page.queryByRole('button', { name: 'Approve design' })).to.equal(null)
  })
})
