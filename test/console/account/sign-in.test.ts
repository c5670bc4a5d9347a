/** Coming in to the console and going, and coming back when a session has ended. */
import { expect } from 'chai'
import { makeFirstLink } from '../../../core/service/console/join.ts'
import { noNetwork, refusal } from '../../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { jsonAs, PASSPHRASE } from '../../support/service/console-people.ts'

describe('Coming in to the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  /** A link for the first person of a team. */
  const firstLink = async () => {
    const team = await pages.test.makeTeam('Second shop')
    const made = await makeFirstLink(pages.test.server.ports, team.id)
    return { path: `/console/join#${made?.token}`, email: `emmy-${team.id.slice(-8)}@printshop.example` }
  }
  const openJoin = async ({ path, email }: { readonly path: string; readonly email: string }) => {
    const page = await pages.open(path, { person: null })
    await page.findByRole('heading', { name: 'Create your account' })
    await page.fill('Your name', 'Emmy Noether')
    await page.fill('E-mail', email)
    return page
  }
  const openSignIn = (path = '/console') => pages.open(path, { person: null })

  it('takes no weak passphrase, and says why', async () => {
    const page = await openJoin(await firstLink())
    await page.fill('Passphrase', 'password1234')
    await page.press('Create account')
    await page.see(/easy to guess/)
  })

  it('lets the first person in by the link, which then stands in no address', async () => {
    const page = await openJoin(await firstLink())
    await page.fill('Passphrase', PASSPHRASE)
    await page.press('Create account')
    await page.findByRole('heading', { name: 'Hello, Emmy Noether' })
    expect(page.path + page.window.location.hash).to.equal('/console')
  })

  it('says that a link was used', async () => {
    const link = await firstLink()
    const page = await openJoin(link)
    await page.fill('Passphrase', PASSPHRASE)
    await page.press('Create account')
    await page.findByRole('heading', { name: 'Hello, Emmy Noether' })
    const again = await pages.open(link.path, { person: null })
    await again.findByRole('heading', { name: 'This link is no longer valid' })
  })

  it('says that e-mail or passphrase is incorrect, and empties the passphrase alone', async () => {
    const page = await openSignIn()
    await page.fill('E-mail', pages.owner.email)
    await page.fill('Passphrase', 'not my passphrase')
    await page.keyboard('{Enter}')
    await page.see(/Incorrect e-mail or passphrase/)
    expect(await page.value('Passphrase')).to.equal('')
    expect(await page.value('E-mail')).to.equal(pages.owner.email)
  })

  it('leads to the page that was asked for after signing in', async () => {
    const page = await openSignIn('/console/orders?page=2')
    await page.fill('E-mail', pages.owner.email)
    await page.fill('Passphrase', PASSPHRASE)
    await page.keyboard('{Enter}')
    await page.findByRole('heading', { name: /^Orders/, level: 1 })
    expect(page.path).to.equal('/console/orders?page=2')
  })

  it('says how long somebody must wait who has tried too often', async () => {
    const page = await openSignIn()
    const limit = refusal('rate_limited', { retryAfterSeconds: 60, extra: { scope: 'sign_in' } })
    page.answer('POST /v1/console/sessions', limit)
    await page.fill('E-mail', pages.owner.email)
    await page.fill('Passphrase', PASSPHRASE)
    await page.keyboard('{Enter}')
    await page.findByRole('alert')
  })

  it('ends the session when somebody signs out', async () => {
    const person = await pages.join('viewer')
    const page = await pages.open('/console', { person })
    await page.choose(/: your account$/, 'Sign out')
    await page.findByRole('heading', { name: 'Sign in' })
    expect((await jsonAs(pages.test, person, '/v1/console/session')).status).to.equal(401)
  })

  it('offers another try when the service cannot be reached', async () => {
    const route = 'GET /v1/console/session'
    const page = await pages.open('/console', { answers: { [route]: noNetwork } })
    await page.findByRole('alert')
    page.answer(route, null)
    await page.press(/again/i)
    await page.findByRole('heading', { name: /^Hello, / })
  })

  /** The account with a changed name, of somebody whose session has ended. */
  const openEnded = async () => {
    const person = await pages.join('viewer')
    const page = await pages.open('/console/account', { person })
    await page.fill('Your name', 'Alan M. Turing')
    await jsonAs(pages.test, person, '/v1/console/sessions', { method: 'DELETE' })
    await page.press('Save')
    await page.findByRole('dialog', { name: 'Sign in again' })
    return page
  }

  it('asks for the passphrase over the page when the session has ended, and saves what was typed', async () => {
    const page = await openEnded()
    await page.fill('Passphrase', PASSPHRASE)
    await page.keyboard('{Enter}')
    await page.see('Saved.')
    expect(await page.value('Your name')).to.equal('Alan M. Turing')
    await page.findByRole('button', { name: 'Alan M. Turing: your account' })
  })

  it('keeps the dialog to sign in again when Escape is pressed', async () => {
    const page = await openEnded()
    await page.keyboard('{Escape}{Escape}')
    await page.settled()
    page.getByRole('dialog', { name: 'Sign in again' })
  })
})
