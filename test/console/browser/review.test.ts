/** Review before printing in a real browser: by keyboard alone, at each width, and axe. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { noSideways } from '../../support/browser/no-sideways.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openCardShop } from '../../support/service/printing-shop.ts'
import { finalize, makeFill } from '../../support/service/sample-fill.ts'

const IMAGES_LOADED = '[...document.images].every((one) => one.complete && one.naturalWidth > 0)'
const FOCUSED = 'document.activeElement?.textContent'

describe('Review before printing in a browser', () => {
  let site: ConsoleSite
  let page: Page
  before(async function () {
    site = await openConsole(this, { server: { press: 'workers' } })
    page = site.page
    const template_id = await openCardShop(site.test)
    await site.test.json('/v1/team/settings', { method: 'PATCH', body: { review: 'all' } })
    for (const name of ['Ada', 'Grace', 'Mary']) {
      const values = { 'First name': name, 'Second name': 'Björn', Date: '14 June 2027', Place: 'Hartfield' }
      const { id } = await makeFill(site.test, { template_id, values, external_order_id: `#${name}` })
      await finalize(site.test, id)
    }
  })
  after(() => site?.close())

  const clean = async (which = page) => expect(await site.axe(which)).to.deep.equal([])
  const fits = async () => {
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
    await page.setViewportSize(SIZES.desk)
  }

  it('has settings that fit each width, without faults of axe @long', async () => {
    await site.open('/console/shop')
    await page.getByLabel('Words', { exact: true }).fill('***')
    await page.getByRole('button', { name: 'Save review settings' }).click()
    await page.getByText('neither letters nor digits').waitFor()
    await site.shots('shop-review')
    await clean()
    await fits()
  })

  it('approves and refuses by keyboard alone, without faults of axe @long', async () => {
    await site.open('/console')
    await page.getByText('3 designs wait for your review.').waitFor()
    await clean()
    await site.shots('home-review')
    await page.getByRole('link', { name: 'Review designs' }).press('Enter')
    await page.getByRole('img', { name: 'Design of job #Mary, page 1' }).waitFor()
    await eventually(async () => ((await page.evaluate(IMAGES_LOADED)) ? true : null))
    await clean()
    await site.shots('review')
    await fits()
    // Mary is approved, and the focus goes on to Grace.
    await page.getByRole('button', { name: 'Approve design' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Review (2)' }).waitFor()
    await eventually(async () => ((await page.evaluate(FOCUSED)) === 'Job #Grace' ? true : null))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(FOCUSED)).to.equal('Refuse design')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Refuse design?' }).waitFor()
    await clean()
    await site.shots('review-refuse')
    await page.getByLabel('Reason').fill('The photo is not yours.')
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse design' }).press('Enter')
    await page.getByText('Job #Grace is refused and will not be printed.').waitFor()
    await page.goto(`${site.service}/console/orders?q=%23Grace`)
    await page.getByRole('link', { name: '#Grace' }).click()
    await page.getByText('The design was refused and is not printed: The photo is not yours.').waitFor()
    await clean()
  })

  it('fits a phone in German, in its list, on the page of a job, and with nothing left @long', async () => {
    const german = { language: 'de', size: 'phone' } as const
    const { page: phone, close } = await site.another(await site.join('editor'), german)
    await phone.goto(`${site.service}/console/orders/review`)
    await phone.getByRole('button', { name: 'Gestaltung freigeben' }).waitFor()
    await noSideways(phone)
    await clean(phone)
    await site.shotsOf(phone, 'review-de', ['phone'])
    await phone.getByRole('link', { name: 'Auftrag anzeigen' }).click()
    await phone.getByText('Die Gestaltung wartet auf die Prüfung.').first().waitFor()
    await clean(phone)
    await site.shotsOf(phone, 'review-job-de', ['phone', 'desk'])
    await phone.getByRole('button', { name: 'Gestaltung freigeben' }).click()
    await phone.getByText('Auftrag #Ada ist freigegeben.').waitFor()
    await phone.goto(`${site.service}/console/orders/review`)
    await phone.getByText('Keine Gestaltungen zu prüfen').waitFor()
    await clean(phone)
    await close()
  })
})
