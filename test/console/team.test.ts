/** The team in the console: invited, given roles, disabled and enabled. */
import { expect } from 'chai'
import { refusal } from '../support/console/answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'
import { sendAs } from '../support/service/console-people.ts'

describe('The team in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const invite = async (page: ConsolePage, email: string) => {
    await page.press('Invite user')
    await page.fill('E-mail', email)
    await page.select('Role', 'viewer')
    await page.press('Create link')
  }

  it('says at its field that an address is none, and keeps it', async () => {
    const page = await pages.open('/console/team')
    await invite(page, 'no address')
    await page.see('Enter a valid e-mail address, such as name@example.com.')
    expect(((await page.field('E-mail')) as HTMLInputElement).value).to.equal('no address')
  })

  it('says at its field that somebody with the address is in the team', async () => {
    const page = await pages.open('/console/team')
    await invite(page, pages.owner.email)
    const email = await page.field('E-mail')
    await page.until(() => email.getAttribute('aria-invalid') === 'true')
  })

  it('invites somebody by a one-time link', async () => {
    const page = await pages.open('/console/team')
    await invite(page, 'grete@printshop.example')
    const link = ((await page.field('One-time link')) as HTMLInputElement).value
    expect(link).to.match(/\/console\/join#platen_cl_/)
    await page.press('Done')
    const row = await page.row('grete@printshop.example')
    row.getByText('Invited')
    row.getByText('Viewer')
  })

  it('gives somebody another role', async () => {
    const { email } = await pages.join('viewer')
    const page = await pages.open('/console/team')
    await page.choose((await page.row(email)).getByRole('button'), /^Change role/)
    await page.select('Role', 'editor')
    await page.press('Save')
    await page.see(/ is now Editor\.$/)
    ;(await page.row(email)).getByText('Editor')
  })

  it('keeps the last owner an owner, and says why', async () => {
    const page = await pages.open('/console/team')
    await page.choose((await page.row(pages.owner.email)).getByRole('button'), /^Change role/)
    await page.select('Role', 'viewer')
    await page.press('Save')
    await (await page.dialog()).findByRole('alert')
    await page.press('Cancel')
    ;(await page.row(pages.owner.email)).getByText('Owner')
  })

  it('disables a user, who is then signed out, and enables them again', async () => {
    const person = await pages.join('editor')
    const isIn = async () => (await sendAs(pages.test, person, '/v1/console/session')).status
    const page = await pages.open('/console/team')
    await page.choose((await page.row(person.email)).getByRole('button'), /^Disable/)
    await page.press('Disable user')
    await page.until(() => page.queryByText('Disabled'))
    expect(await isIn()).to.equal(401)
    await page.choose((await page.row(person.email)).getByRole('button'), 'Enable')
    await page.see(/ can sign in again\.$/)
    await page.gone('Disabled')
  })

  it('says in the dialog that a user could not be disabled', async () => {
    const { email } = await pages.join('viewer')
    const page = await pages.open('/console/team')
    page.answer('PATCH /v1/console/users/{id}', refusal('database_unavailable'))
    await page.choose((await page.row(email)).getByRole('button'), /^Disable/)
    await page.press('Disable user')
    await (await page.dialog()).findByRole('alert')
    await page.press('Cancel')
    ;(await page.row(email)).getByText('Active')
  })

  for (const role of ['editor', 'viewer'] as const)
    it(`shows the team to owners alone, and says so to each ${role} in German`, async () => {
      const page = await pages.open('/console/team', { person: await pages.join(role), language: 'de' })
      await page.see(/Nur Inhaber können das Team ansehen/)
      expect(page.requests.filter(({ path }) => path.startsWith('/v1/console/users'))).to.deep.equal([])
    })
})
