/** Sessions in the console: a user ends their own, an owner those of a member. */
import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { refusal } from '../../support/console/answers.ts'
import { type ConsolePages, openConsolePages } from '../../support/console/console-pages.ts'
import { jsonAs, PASSPHRASE } from '../../support/service/console-people.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1'
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('Sessions in the console', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  const signIn = async (email: string, userAgent: string) => {
    const reply = await jsonAs(pages.test, null, '/v1/console/sessions', {
      body: { email, passphrase: PASSPHRASE },
      headers: { 'user-agent': userAgent },
    })
    return { token: /platen=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? '' }
  }
  const isIn = async (session: { readonly token: string }) =>
    (await jsonAs(pages.test, session, '/v1/console/session')).status === 200
  /** The account of somebody who is signed in on a phone and at a desk, too. */
  const openSessions = async () => {
    const person = await pages.join('editor')
    const phone = await signIn(person.email, PHONE)
    const desk = await signIn(person.email, DESK)
    const page = await pages.open('/console/account', { person })
    const table = within(await page.findByRole('table', { name: 'Your sessions' }))
    return { person, phone, desk, page, table }
  }

  it('lists sessions by device, and says which is this one', async () => {
    const { table } = await openSessions()
    table.getByText('Safari on iOS')
    table.getByText('Firefox on Windows')
    table.getByText('This session')
  })

  it('ends one session, and leaves the others', async () => {
    const { phone, desk, page, table } = await openSessions()
    await page.press('End session: Safari on iOS')
    await page.see('Session ended.')
    await page.until(() => table.queryByText('Safari on iOS') === null)
    expect([await isIn(phone), await isIn(desk)]).to.deep.equal([false, true])
  })

  it('ends all other sessions, and leaves this one', async () => {
    const { person, phone, desk, page, table } = await openSessions()
    await page.press('End all other sessions')
    await page.see('2 sessions ended.')
    await page.until(() => table.queryByText('Firefox on Windows') === null)
    expect([await isIn(phone), await isIn(desk), await isIn(person)]).to.deep.equal([false, false, true])
  })

  it('says that a session could not be ended, and keeps its row', async () => {
    const { page, table } = await openSessions()
    page.answer('DELETE /v1/console/sessions/{id}', refusal('database_unavailable'))
    await page.press('End session: Safari on iOS')
    await page.settled()
    table.getByText('Safari on iOS')
    expect(page.queryByText('Session ended.')).to.equal(null)
  })

  it('lets an owner end all sessions of a member, in German', async () => {
    const person = await pages.join('viewer')
    const page = await pages.open('/console/team', { language: 'de' })
    const row = await page.row(person.email)
    await page.choose(row.getByRole('button'), 'Alle Sitzungen beenden …')
    await page.press('Sitzungen beenden')
    await page.see('1 Sitzung von Alan Turing beendet.')
    expect(await isIn(person)).to.equal(false)
  })
})
