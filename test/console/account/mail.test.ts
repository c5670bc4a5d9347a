/** The pages around e-mail: a forgotten passphrase, an invitation, and who hears of approvals. */
import { expect } from 'chai'
import { type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { eventually } from '../../support/run/eventually.ts'
import { openSmtpInbox, type SmtpInbox } from '../../support/service/smtp-inbox.ts'

describe('E-mail in the console', () => {
  let inbox: SmtpInbox
  let pages: ConsolePages
  before(async function () {
    inbox = await openSmtpInbox()
    const env = { SMTP_URL: inbox.url, MAIL_FROM: 'print@shop.example' }
    pages = await openConsolePages(this, { server: { env } })
  })
  after(async () => {
    await pages?.close()
    await inbox?.close()
  })

  /** Mails come in any order. */
  const linkTo = async (email: string, subject: string) => {
    const sent = () => inbox.received.find((mail) => mail.to === email && mail.subject === subject)
    return new URL(/http\S+#platen_cl_\w+/.exec((await eventually(sent)).text)?.[0] ?? '')
  }
  const forget = async (email: string) => {
    const page = await pages.open('/console', { person: null, language: 'de' })
    await page.press('Passphrase vergessen?')
    await page.fill('E-Mail', email)
    await page.keyboard('{Enter}')
    return page
  }

  it('says that an address is none before it sends a link for a forgotten passphrase', async () => {
    const page = await forget('keine Adresse')
    await page.see(/gültige E-Mail-Adresse/)
    expect(inbox.received).to.deep.equal([])
  })

  it('sends a link for a forgotten passphrase, by which a new one is set', async () => {
    const person = await pages.join('viewer')
    const page = await forget(person.email)
    await page.findByRole('heading', { name: 'Prüfen Sie Ihre E-Mails' })
    await page.see(new RegExp(person.email))
    const { pathname, hash } = await linkTo(person.email, 'Neue Passphrase für Test team')
    const set = await pages.open(pathname + hash, { person: null, language: 'de' })
    await set.fill('Passphrase', 'vier Reiher über dem Moor')
    await set.keyboard('{Enter}')
    await set.findByRole('button', { name: /Ihr Konto$/ })
  })

  it('says the same for an address that nobody in the team has', async () => {
    const page = await forget('nobody@printshop.example')
    await page.findByRole('heading', { name: 'Prüfen Sie Ihre E-Mails' })
  })

  it('sends an invitation, and still shows its link', async () => {
    const guest = 'grete@printshop.example'
    const page = await pages.open('/console/team')
    await page.press('Invite user')
    await page.fill('E-mail', guest)
    await page.press('Send invitation')
    await page.see(new RegExp(`The link was sent to ${guest}\\.`))
    const shown = await page.value('One-time link')
    expect((await linkTo(guest, 'Invitation to Test team')).href).to.equal(shown)
  })

  it('keeps who hears of approvals', async () => {
    const page = await pages.open('/console/shop')
    await page.select('E-mail for approved designs', 'editors')
    await page.see('E-mail setting saved.')
    const again = await pages.open('/console/shop')
    expect(await again.value('E-mail for approved designs')).to.equal('editors')
  })
})
