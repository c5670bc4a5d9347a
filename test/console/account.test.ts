/** Somebody's own account in the console, in a real browser: language and passphrase. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../support/browser/console-site.ts'
import { noSideways } from '../support/browser/no-sideways.ts'
import { PASSPHRASE } from '../support/service/console-people.ts'

describe('The account in the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  const text = (page: Page, name: string | RegExp) => page.getByText(name).first().waitFor()
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

  it('changes the account, language and passphrase @long', async () => {
    const { page, close, faults } = await site.another(await site.join('editor'))
    await page.goto(`${site.service}/console/account`)
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await site.shotsOf(page, 'account')
    expect(await site.axe(page)).to.deep.equal([])
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
    await page.getByLabel('Language').selectOption('de')
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).to.equal('de')
    await page.getByLabel('Längeneinheit').selectOption('inch')
    await page.getByLabel('Aktuelle Passphrase *').fill('falsch, ganz falsch')
    await page.getByLabel('Neue Passphrase *').fill('elf Reiher über dem Moor')
    await press(page, 'Passphrase ändern')
    await text(page, 'Die aktuelle Passphrase ist falsch.')
    expect(await site.axe(page)).to.deep.equal([])
    await page.getByLabel('Aktuelle Passphrase *').fill(PASSPHRASE)
    await press(page, 'Passphrase ändern')
    await text(page, /^Passphrase geändert/)
    expect(faults.filter((one) => !one.includes('400'))).to.deep.equal([])
    await close()
  })
})
