/** Passkeys in the console with the browser's own virtual authenticator: created, used, renamed and removed. */
import { expect } from 'chai'
import type { CDPSession, Page } from 'playwright-core'
import { type ConsoleSite, openConsole, SIZES } from '../../support/browser/console-site.ts'
import { jsonAs, PASSPHRASE } from '../../support/service/console-people.ts'

describe('Passkeys in the console', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  /** As a laptop with a fingerprint reader. */
  const authenticator = async (page: Page) => {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      ...{ hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    } as const
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
    return { cdp, authenticatorId }
  }
  const setVerified = ({ cdp, authenticatorId }: { cdp: CDPSession; authenticatorId: string }, on: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: on })
  const create = async (page: Page, name: string) => {
    await press(page, 'Create passkey')
    await page.getByLabel('Name of the passkey *').fill(name)
    await page.getByRole('dialog').getByLabel('Current passphrase *').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
  }

  it('are created with the passphrase, sign in, are renamed and removed @long', async () => {
    const person = await site.join('editor')
    const { page, close, faults } = await site.another(person)
    const device = await authenticator(page)
    await page.goto(`${site.service}/console/account`)
    await press(page, 'Create passkey')
    const dialog = page.getByRole('dialog', { name: 'Create passkey' })
    await dialog.getByLabel('Name of the passkey *').fill('Laptop')
    await dialog.getByLabel('Current passphrase *').fill('not my passphrase at all')
    await page.keyboard.press('Enter')
    await page.getByText('The current passphrase is incorrect.').waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await site.shotsOf(page, 'passkey-new')
    await dialog.getByLabel('Current passphrase *').fill(PASSPHRASE)
    await page.keyboard.press('Enter')
    await page.getByText('Passkey created.').waitFor()
    const table = page.getByRole('table', { name: 'Your passkeys' })
    await table.getByText('Laptop', { exact: true }).waitFor()
    await site.shotsOf(page, 'passkeys')
    expect(await site.axe(page)).to.deep.equal([])
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).to.equal(0)
    }
    await create(page, 'Laptop again')
    await page.getByText('This device already holds a passkey for your account.').waitFor()
    await page.keyboard.press('Escape')

    await jsonAs(site.test, person, '/v1/console/sessions', { method: 'DELETE' })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/console/sessions/passkey')) sent.push(request.postData() ?? '')
    })
    await page.goto(`${site.service}/console/account`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(await site.axe(page)).to.deep.equal([])
    await site.shotsOf(page, 'sign-in-passkey')
    await press(page, 'Sign in with a passkey')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await table.getByText('never').waitFor({ state: 'detached' })
    // Heard on the way, it opens nothing a second time.
    const again = { body: JSON.parse(sent[0] ?? '') }
    const replayed = await jsonAs(site.test, null, '/v1/console/sessions/passkey', again)
    expect([replayed.status, replayed.body.error.code]).to.deep.equal([401, 'invalid_passkey'])

    await press(page, 'Rename: Laptop')
    await page.getByRole('dialog').getByLabel('Name of the passkey *').fill('Notebook')
    await page.keyboard.press('Enter')
    await table.getByText('Notebook').waitFor()
    await press(page, 'Remove passkey: Notebook')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).press('Enter')
    await page.getByText('No passkeys yet.').waitFor()
    await page.goto(`${site.service}/console/account`)
    await jsonAs(site.test, null, '/v1/console/session')
    await page.context().clearCookies()
    await page.reload()
    await press(page, 'Sign in with a passkey')
    await page.getByText(/^This passkey cannot be used/).waitFor()
    await setVerified(device, false)
    expect(faults.filter((one) => !/40[01]/.test(one))).to.deep.equal([])
    await close()
  })

  it('say in German that nobody was verified, and let nobody in who is disabled @long', async () => {
    const person = await site.join('viewer')
    const { page, close } = await site.another(person)
    const device = await authenticator(page)
    await page.goto(`${site.service}/console/account`)
    await create(page, 'Phone')
    await page.getByText('Passkey created.').waitFor()
    await page.getByLabel('Language').selectOption('de')
    await press(page, 'Save')
    await page
      .getByRole('heading', { name: 'Ihre Passkeys' })
      .or(page.getByText('Passkeys').first())
      .waitFor()
    await site.shotsOf(page, 'passkeys-de')
    await page.context().clearCookies()
    await page.reload()
    await setVerified(device, false)
    await press(page, 'Sign in with a passkey')
    await page.getByText(/^The request was canceled/).waitFor()
    await setVerified(device, true)
    const body = { disabled: true }
    await jsonAs(site.test, site.person, `/v1/console/users/${person.id}`, { method: 'PATCH', body })
    await press(page, 'Sign in with a passkey')
    await page.getByText(/^This passkey cannot be used/).waitFor()
    await close()
  })
})
