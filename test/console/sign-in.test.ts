/** Coming in to the console and going, in a real browser, and coming back when a session has ended. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { makeFirstLink } from '../../core/service/console/join.ts'
import { type ConsoleSite, drawn, openConsole } from '../support/browser/console-site.ts'
import { noSideways } from '../support/browser/no-sideways.ts'
import { jsonAs, PASSPHRASE } from '../support/service/console-people.ts'

describe('Coming in to the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  const text = (page: Page, name: string | RegExp) => page.getByText(name).first().waitFor()
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  /** Keys go to what has the focus, which a page that is new gives to its first field a little later. */
  const focused = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor()

  it('lets the first person in by the link, and takes weak passphrases from nobody @long', async () => {
    const team = await site.test.makeTeam('Second shop')
    const made = await makeFirstLink(site.test.server.ports, team.id)
    const { page, faults, close } = await site.another(null)
    await page.goto(`${site.service}/console/join#${made?.token}`)
    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await site.shotsOf(page, 'join')
    await focused(page, '[name=name]')
    await page.keyboard.type('Emmy Noether')
    await page.keyboard.press('Tab')
    // Somebody else at each try.
    await page.keyboard.type(`emmy-${team.id.slice(-8)}@printshop.example`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('password1234')
    await page.keyboard.press('Enter')
    await text(page, /easy to guess/)
    expect(await site.axe(page)).to.deep.equal([])
    await page.getByLabel('Passphrase *').fill(PASSPHRASE)
    await press(page, 'Create account')
    await page.getByRole('heading', { name: 'Hello, Emmy Noether' }).waitFor()
    expect(await page.evaluate('location.href')).to.equal(`${site.service}/console`)
    // The refusal above is an error of the network, as browsers count.
    expect(faults.filter((one) => !one.includes('400'))).to.deep.equal([])

    await page.goto(`${site.service}/console/join#${made?.token}`)
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await site.shotsOf(page, 'join-gone')
    await close()
  })

  it('signs in with the keyboard, says what is wrong, and signs out @long', async () => {
    const { page, close } = await site.another(null, { language: 'de', size: 'phone' })
    await page.goto(`${site.service}/console/orders?page=2`)
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await site.shotsOf(page, 'sign-in-de')
    expect(await site.axe(page)).to.deep.equal([])
    await noSideways(page)
    await focused(page, '[name=email]')
    await page.keyboard.type('ada@printshop.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('not my passphrase')
    await page.keyboard.press('Enter')
    await text(page, /E-Mail oder Passphrase ist falsch/)
    expect(await site.axe(page)).to.deep.equal([])
    expect(await page.getByLabel('Passphrase *').inputValue()).to.equal('')
    await page.getByLabel('Passphrase *').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Ihr Konto$/ }).waitFor()
    // Where one wanted to go is where one comes out.
    expect(await page.evaluate('location.pathname + location.search')).to.equal('/console/orders?page=2')
    await page.getByRole('button', { name: /Ihr Konto$/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Abmelden' }).press('Enter')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    expect(await page.context().cookies()).to.deep.equal([])
    await close()
  })

  it('asks for the passphrase over the page when the session has ended, and loses nothing typed', async () => {
    const person = await site.join('viewer')
    const { page, close } = await site.another(person)
    await page.goto(`${site.service}/console/account`)
    await page.getByLabel('Your name *').waitFor()
    await drawn(page)
    await page.getByLabel('Your name *').fill('Alan M. Turing')
    await jsonAs(site.test, person, '/v1/console/sessions', { method: 'DELETE' })
    await press(page, 'Save')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await site.shotsOf(page, 'signed-out')
    // There is nothing behind it that could be done without it.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor()
    await dialog.getByLabel('Passphrase *').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
    await text(page, 'Saved.')
    expect(await page.getByLabel('Your name *').inputValue()).to.equal('Alan M. Turing')
    await page.getByRole('button', { name: 'Alan M. Turing: your account' }).waitFor()
    await close()
  })
})
