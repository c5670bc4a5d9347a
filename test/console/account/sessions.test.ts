/** Sessions in the console, in a real browser: a user ends their own, an owner those of a member. */
import { expect } from 'chai'
import { type ConsoleSite, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { jsonAs, PASSPHRASE } from '../../support/service/console-people.ts'

describe('Sessions in the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  const signIn = (email: string, userAgent: string) =>
    jsonAs(site.test, null, '/v1/console/sessions', {
      body: { email, passphrase: PASSPHRASE },
      headers: { 'user-agent': userAgent },
    })
  const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1'
  const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

  it('lists them by device, and ends one and all others @long', async () => {
    const person = await site.join('editor')
    for (const agent of [PHONE, DESK]) await signIn(person.email, agent)
    const { page, close, faults } = await site.another(person)
    await page.goto(`${site.service}/console/account`)
    const table = page.getByRole('table', { name: 'Your sessions' })
    await table.getByText('Safari on iOS').waitFor()
    await table.getByText('This session').waitFor()
    await site.shotsOf(page, 'sessions')
    expect(await site.axe(page)).to.deep.equal([])
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).to.equal(0)
    }
    await page.getByRole('button', { name: 'End session: Safari on iOS' }).press('Enter')
    await page.getByText('Session ended.').waitFor()
    await table.getByText('Safari on iOS').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'End all other sessions' }).press('Enter')
    await page.getByText('1 session ended.').waitFor()
    await table.getByText('Firefox on Windows').waitFor({ state: 'detached' })
    expect(faults).to.deep.equal([])
    await close()
  })

  it('lets an owner end those of a member, in German too @long', async () => {
    const person = await site.join('viewer')
    const owner = await site.another(site.person, { language: 'de' })
    const { page } = owner
    await page.goto(`${site.service}/console/team`)
    await page.getByRole('button', { name: 'Aktionen für Alan Turing' }).first().click()
    await page.getByRole('menuitem', { name: 'Alle Sitzungen beenden …' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Sitzungen beenden', exact: true }).click()
    await page.getByText('1 Sitzung von Alan Turing beendet.').waitFor()
    expect((await jsonAs(site.test, person, '/v1/console/session')).status).to.equal(401)
    await owner.close()
  })
})
