/** Signing in and the account of the console in a real browser: keyboard, focus, axe, and each size of window. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { makeFirstLink } from '../../../core/service/console/join.ts'
import { type ConsoleSite, drawn, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { noSideways } from '../../support/browser/no-sideways.ts'
import { jsonAs, PASSPHRASE } from '../../support/service/console-people.ts'
import { openSmtpInbox, type SmtpInbox } from '../../support/service/smtp-inbox.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1'

describe('Signing in and the account in a browser', () => {
  let inbox: SmtpInbox
  let site: ConsoleSite
  before(async function () {
    inbox = await openSmtpInbox()
    const env = { SMTP_URL: inbox.url, MAIL_FROM: 'print@shop.example' }
    site = await openConsole(this, { server: { env } })
  })
  after(async () => {
    await site?.close()
    await inbox?.close()
  })

  const clean = async (page: Page = site.page) => expect(await site.axe(page)).to.deep.equal([])
  const fits = async (page: Page) => {
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
  }
  /** Keys go to what has the focus, which a page that is new gives to its first field a little later. */
  const focused = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor()

  it('lets the first person in by the link with the keyboard alone @long', async () => {
    const team = await site.test.makeTeam('Second shop')
    const made = await makeFirstLink(site.test.server.ports, team.id)
    const { page, faults, close } = await site.another(null)
    await page.goto(`${site.service}/console/join#${made?.token}`)
    await focused(page, '[name=name]')
    await clean(page)
    await site.shotsOf(page, 'join')
    await page.keyboard.type('Emmy Noether')
    await page.keyboard.press('Tab')
    // Somebody else at each try.
    await page.keyboard.type(`emmy-${team.id.slice(-8)}@printshop.example`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('password1234')
    await page.keyboard.press('Enter')
    await page
      .getByText(/easy to guess/)
      .first()
      .waitFor()
    await clean(page)
    await page.getByLabel('Passphrase *').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hello, Emmy Noether' }).waitFor()
    // The refusal above is an error of the network, as browsers count.
    expect(faults.filter((one) => !one.includes('400'))).to.deep.equal([])
    await page.goto(`${site.service}/console/join#${made?.token}`)
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    await clean(page)
    await site.shotsOf(page, 'join-gone')
    await close()
  })

  it('signs in on a phone, asks for a forgotten passphrase and signs out with the keyboard alone @long', async () => {
    const { page, close } = await site.another(null, { language: 'de', size: 'phone' })
    await page.goto(`${site.service}/console/orders?page=2`)
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await site.shotsOf(page, 'sign-in-de')
    await clean(page)
    await noSideways(page)
    await page.getByRole('button', { name: 'Passphrase vergessen?' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Passphrase vergessen?' })
    await dialog.locator('input:focus').waitFor()
    await clean(page)
    await site.shotsOf(page, 'forgotten')
    await fits(page)
    await page.keyboard.type('ada@printshop.example')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Prüfen Sie Ihre E-Mails' }).waitFor()
    await clean(page)
    await site.shotsOf(page, 'forgotten-sent')
    await page.goto(`${site.service}/console/orders?page=2`)
    await focused(page, '[name=email]')
    await page.keyboard.type('ada@printshop.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('not my passphrase')
    await page.keyboard.press('Enter')
    await page
      .getByText(/E-Mail oder Passphrase ist falsch/)
      .first()
      .waitFor()
    await clean(page)
    await page.getByLabel('Passphrase *').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Ihr Konto$/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Abmelden' }).press('Enter')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    expect(await page.context().cookies()).to.deep.equal([])
    await close()
  })

  it('holds the focus in the dialog to sign in again, whatever Escape does @long', async () => {
    const person = await site.join('viewer')
    const { page, close } = await site.another(person)
    await page.goto(`${site.service}/console/account`)
    await page.getByLabel('Your name *').waitFor()
    await drawn(page)
    await jsonAs(site.test, person, '/v1/console/sessions', { method: 'DELETE' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await clean(page)
    await site.shotsOf(page, 'signed-out')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor()
    await dialog.getByLabel('Passphrase *').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
    await page.getByText('Saved.').first().waitFor()
    await close()
  })

  it('shows the account and its sessions without faults of axe at every size of window @long', async () => {
    const person = await site.join('editor')
    await jsonAs(site.test, null, '/v1/console/sessions', {
      body: { email: person.email, passphrase: PASSPHRASE },
      headers: { 'user-agent': PHONE },
    })
    const { page, close, faults } = await site.another(person)
    await page.goto(`${site.service}/console/account`)
    await page.getByRole('table', { name: 'Your sessions' }).getByText('Safari on iOS').waitFor()
    await site.shotsOf(page, 'account')
    await clean(page)
    await fits(page)
    await page.getByRole('button', { name: 'End session: Safari on iOS' }).press('Enter')
    await page.getByText('Session ended.').waitFor()
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('Aktuelle Passphrase *').fill('falsch, ganz falsch')
    await page.getByLabel('Neue Passphrase *').fill('elf Reiher über dem Moor')
    await page.getByRole('button', { name: 'Passphrase ändern' }).click()
    await page.getByText('Die aktuelle Passphrase ist falsch.').waitFor()
    await clean(page)
    await fits(page)
    expect(faults.filter((one) => !one.includes('400'))).to.deep.equal([])
    await close()
  })

  it('shows dialogs about e-mail and sessions of the team without faults of axe @long', async () => {
    const { page } = site
    await site.open('/console/team')
    await page.getByRole('button', { name: 'Invite user' }).click()
    await page.getByLabel('E-mail *').fill('grete@printshop.example')
    await site.shots('team-invite-mailed')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText('The link was sent to grete@printshop.example.', { exact: false }).waitFor()
    await clean()
    await site.shots('team-link-mailed')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Actions for grete@printshop.example' }).click()
    await page.getByRole('menuitem', { name: /^End all sessions/ }).click()
    await page.getByRole('dialog').waitFor()
    await clean()
    await site.open('/console/shop')
    await page.getByLabel('E-mail for approved designs').selectOption('editors')
    await page.getByText('E-mail setting saved.').waitFor()
    await site.shots('shop-mail')
    await clean()
  })
})
