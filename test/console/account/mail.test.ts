/** The pages around e-mail in a real browser: a forgotten passphrase, an invitation, and who hears of approvals. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { noSideways } from '../../support/browser/no-sideways.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openSmtpInbox, type SmtpInbox } from '../../support/service/smtp-inbox.ts'

describe('E-mail in the console', () => {
  let inbox: SmtpInbox
  let site: ConsoleSite
  before(async function () {
    inbox = await openSmtpInbox()
    const env = { SMTP_URL: inbox.url, MAIL_FROM: 'print@shop.example' }
    site = await openConsole(this, { server: { env } })
  })
  after(async () => {
    await site?.close()
    await inbox.close()
  })

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  /** Mails come in any order. */
  const linkTo = async (email: string, subject: string) => {
    const sent = async () => inbox.received.find((mail) => mail.to === email && mail.subject === subject)
    return /http\S+#platen_cl_\w+/.exec((await eventually(sent)).text)?.[0] ?? ''
  }

  it('sends a link for a forgotten passphrase from the sign-in page, by keyboard @long', async () => {
    const person = await site.join('viewer')
    const { page, close, faults } = await site.another(null, { language: 'de', size: 'phone' })
    await page.goto(`${site.service}/console`)
    await page.getByRole('button', { name: 'Passphrase vergessen?' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Passphrase vergessen?' })
    await dialog.locator('input:focus').waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await site.shotsOf(page, 'forgotten')
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
    await page.keyboard.type('keine Adresse')
    await page.keyboard.press('Enter')
    await page.getByText(/gültige E-Mail-Adresse/).waitFor()
    await dialog.getByLabel('E-Mail *').fill(person.email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Prüfen Sie Ihre E-Mails' }).waitFor()
    await page.getByText(person.email).waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await site.shotsOf(page, 'forgotten-sent')
    await page.goto(await linkTo(person.email, 'Neue Passphrase für Test team'))
    await page.getByLabel('Passphrase *').fill('vier Reiher über dem Moor')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Ihr Konto$/ }).waitFor()
    expect(faults.filter((one) => !one.includes('400') && !one.includes('401'))).to.deep.equal([])
    await close()
  })

  it('sends an invitation, and still shows its link @long', async () => {
    const { page } = site
    const guest = 'grete@printshop.example'
    await site.open('/console/team')
    await press(page, 'Invite user')
    await page.getByLabel('E-mail *').fill(guest)
    await site.shots('team-invite-mailed')
    await press(page, 'Send invitation')
    await page.getByText(`The link was sent to ${guest}.`, { exact: false }).waitFor()
    expect(await site.axe()).to.deep.equal([])
    await site.shots('team-link-mailed')
    const shown = await page.getByLabel('One-time link').inputValue()
    await press(page, 'Done')
    expect(await linkTo(guest, 'Invitation to Test team')).to.equal(shown)
  })

  it('keeps who hears of approvals @long', async () => {
    const { page } = site
    await site.open('/console/shop')
    const choice = page.getByLabel('E-mail for approved designs')
    await choice.selectOption('editors')
    await page.getByText('E-mail setting saved.').waitFor()
    await site.shots('shop-mail')
    expect(await site.axe()).to.deep.equal([])
    await site.open('/console/shop')
    expect(await choice.inputValue()).to.equal('editors')
  })
})
