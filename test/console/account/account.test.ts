/** A user's own account in the console: name, language and passphrase. */
import { expect } from 'chai'
import { refusal } from '../../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { jsonAs, PASSPHRASE } from '../../support/service/console-people.ts'

const PATH = '/console/account'
const NEXT = 'elf Reiher über dem Moor'

describe('The account in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const openAccount = async () => {
    const person = await pages.join('editor')
    return { person, page: await pages.open(PATH, { person }) }
  }

  it('saves a name, which the account menu then has', async () => {
    const { person, page } = await openAccount()
    await page.fill('Your name', 'Grace B. Hopper')
    await page.press('Save')
    await page.see('Saved.')
    await page.findByRole('button', { name: 'Grace B. Hopper: your account' })
    const { body } = await jsonAs(pages.test, person, '/v1/console/session')
    expect(body.user.name).to.equal('Grace B. Hopper')
  })

  it('speaks the language that was saved, at once and on the next page', async () => {
    const { person, page } = await openAccount()
    await page.select('Language', 'de')
    await page.press('Save')
    await page.findByRole('heading', { name: 'Ihr Konto' })
    expect(page.document.documentElement.lang).to.equal('de')
    const next = await pages.open(PATH, { person })
    await next.findByRole('heading', { name: 'Ihr Konto' })
  })

  it('keeps a length unit without a request', async () => {
    const { page } = await openAccount()
    await page.select('Unit of length', 'inch')
    expect(await page.value('Unit of length')).to.equal('inch')
    await page.settled()
    expect(page.requests.filter(({ method }) => method !== 'GET')).to.deep.equal([])
  })

  it('says that the current passphrase is incorrect, and changes nothing', async () => {
    const { person, page } = await openAccount()
    await page.fill('Current passphrase', 'falsch, ganz falsch')
    await page.fill('New passphrase', NEXT)
    await page.press('Change passphrase')
    await page.see('The current passphrase is incorrect.')
    const body = { email: person.email, passphrase: PASSPHRASE }
    expect((await jsonAs(pages.test, null, '/v1/console/sessions', { body })).status).to.equal(201)
  })

  it('changes the passphrase, with which one then signs in', async () => {
    const { person, page } = await openAccount()
    await page.fill('Current passphrase', PASSPHRASE)
    await page.fill('New passphrase', NEXT)
    await page.press('Change passphrase')
    await page.see(/^Passphrase changed/)
    const signIn = (passphrase: string) =>
      jsonAs(pages.test, null, '/v1/console/sessions', { body: { email: person.email, passphrase } })
    expect((await signIn(NEXT)).status).to.equal(201)
    expect((await signIn(PASSPHRASE)).status).to.equal(401)
  })

  it('says in German that the passphrase was changed', async () => {
    const page = await pages.open(PATH, { person: await pages.join('editor'), language: 'de' })
    await page.fill('Aktuelle Passphrase', PASSPHRASE)
    await page.fill('Neue Passphrase', NEXT)
    await page.press('Passphrase ändern')
    await page.see(/^Passphrase geändert/)
  })

  it('keeps what was entered when a name cannot be saved, and says why', async () => {
    const { page } = await openAccount()
    page.answer('PATCH /v1/console/session', refusal('database_unavailable'))
    await page.fill('Your name', 'Grace B. Hopper')
    await page.press('Save')
    await page.findByRole('alert')
    expect(await page.value('Your name')).to.equal('Grace B. Hopper')
  })
})
