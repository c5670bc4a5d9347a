/** Review before printing in the console, in a real browser: settings, list, approval, refusal, by keyboard and in German. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../support/browser/console-site.ts'
import { noSideways } from '../support/browser/no-sideways.ts'
import { eventually } from '../support/run/eventually.ts'
import { openCardShop } from '../support/service/printing-shop.ts'

const NAMES = ['Ada', 'Grace', 'Mary']

describe('Review before printing in the console @long', () => {
  let site: ConsoleSite
  let templateId: string
  const fills: string[] = []
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    templateId = await openCardShop(site.test)
  })
  after(() => site?.close())

  const clean = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])
  const reviewOf = async (id: string) => (await site.test.json(`/v1/fills/${id}`)).body
  const order = async (name: string) => {
    const values = { 'First name': name, 'Second name': 'Björn', Date: '14 June 2027', Place: 'Hartfield' }
    const made = await site.test.json('/v1/fills', { body: { template_id: templateId, values } })
    const body = { external_order_id: `#${name}`, customer_name: `${name} Example` }
    const done = await site.test.json(`/v1/fills/${made.body.fill.id}/finalize`, { body })
    expect(done.status, JSON.stringify(done.body)).to.equal(200)
    fills.push(made.body.fill.id)
  }

  it('is asked for in the settings of the shop, with words that are not printed', async () => {
    const { page } = site
    await site.open('/console/shop')
    await page.getByLabel('Designs to review').selectOption('all')
    await page.getByLabel('Language').selectOption('de')
    await page.getByLabel('Words', { exact: true }).fill('Mist\n  mist \n\nSo ein Käse')
    await page.getByLabel('Language').selectOption('en')
    await page.getByLabel('Words', { exact: true }).fill('***')
    const save = page.getByRole('button', { name: 'Save review settings' })
    await save.click()
    await page.getByText('neither letters nor digits').waitFor()
    await clean()
    await page.getByLabel('Words', { exact: true }).fill('darn')
    await page.getByLabel('Message to the customer').selectOption('vague')
    await save.click()
    await page.getByText('Review settings saved.').waitFor()
    await clean()
    await site.shots('shop-review')
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
    await page.setViewportSize(SIZES.desk)
    expect((await site.test.json('/v1/team/settings')).body.settings).to.deep.include({
      review: 'all',
      forbidden_words: { de: ['Mist', 'So ein Käse'], en: ['darn'] },
      forbidden_word_reply: 'vague',
      approval_mail: 'none',
    })
  })

  it('lists what waits, counts it, and approves and refuses by keyboard alone', async () => {
    for (const name of NAMES) await order(name)
    const { page } = site
    await site.open('/console')
    await page.getByText('3 designs wait for your review.').waitFor()
    await clean()
    await site.shots('home-review')
    await page.getByRole('link', { name: 'Review designs' }).click()
    await page.getByRole('heading', { name: /Orders/, level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Review (3)' }).waitFor()
    const cards = page.getByRole('article')
    await cards.nth(2).waitFor()
    await page.getByText('Hartfield').first().waitFor()
    await page.getByRole('img', { name: 'Design of job #Mary, page 1' }).waitFor()
    await eventually(async () =>
      (await page.evaluate('[...document.images].every((one) => one.complete && one.naturalWidth > 0)'))
        ? true
        : null,
    )
    await clean()
    await site.shots('review')
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
    await page.setViewportSize(SIZES.desk)

    // Mary is approved, and the focus goes on to Grace.
    await page.getByRole('button', { name: 'Approve design' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByText('Job #Mary is approved. The print file is created.').waitFor()
    await page.getByRole('link', { name: 'Review (2)' }).waitFor()
    await eventually(async () =>
      (await page.evaluate('document.activeElement?.textContent')) === 'Job #Grace' ? true : null,
    )
    const approved = await reviewOf(fills[2] ?? '')
    expect(approved.fill.review.status).to.equal('approved')

    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement?.textContent')).to.equal('Refuse design')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Refuse design?' }).waitFor()
    await clean()
    await site.shots('review-refuse')
    await page.getByLabel('Reason').fill('The photo is not yours.')
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse design' }).press('Enter')
    await page.getByText('Job #Grace is refused and will not be printed.').waitFor()
    const refused = await reviewOf(fills[1] ?? '')
    expect(refused.fill.review).to.include({ status: 'refused', reason: 'The photo is not yours.' })
    expect(refused.last_render.status).to.equal('canceled')
    await page.goto(`${site.service}/console/orders/${fills[1]}`)
    await page.getByText('The design was refused and is not printed: The photo is not yours.').waitFor()
    await clean()
  })

  it('speaks German, stands on the page of the job, and ends with an empty list', async () => {
    const { page, close } = await site.another(await site.join('editor'), { language: 'de', size: 'phone' })
    await page.goto(`${site.service}/console/orders/review`)
    await page.getByRole('heading', { name: /Aufträge/, level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Gestaltung freigeben' }).waitFor()
    await noSideways(page)
    await clean(page)
    await site.shotsOf(page, 'review-de', ['phone'])
    await page.getByRole('link', { name: 'Auftrag anzeigen' }).click()
    await page.getByText('Die Gestaltung wartet auf die Prüfung.').first().waitFor()
    await clean(page)
    await site.shotsOf(page, 'review-job-de', ['phone', 'desk'])
    await page.getByRole('button', { name: 'Gestaltung freigeben' }).click()
    await page.getByText('Auftrag #Ada ist freigegeben.').waitFor()
    await page.goto(`${site.service}/console/orders/review`)
    await page.getByText('Keine Gestaltungen zu prüfen').waitFor()
    await clean(page)
    await close()
  })

  it('is not decided by those who only look', async () => {
    await order('Nora')
    const { page, close } = await site.another(await site.join('viewer'))
    await page.goto(`${site.service}/console/orders/review`)
    await page.getByText('Your role can view jobs but not change them.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Approve design' }).count()).to.equal(0)
    await clean(page)
    await close()
  })
})
