/** Coming in to the console and going, in a real browser; and what pages of strangers cannot do with it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { makeFirstLink } from '../../core/service/console/join.ts'
import { OTHER_HOST } from '../support/browser.ts'
import { jsonAs, PASSPHRASE } from '../support/console-people.ts'
import { type ConsoleSite, drawn, openConsole, SIZES } from '../support/console-site.ts'

/** What would run where a name were taken for markup. */
const SCRIPT = '<img src=x onerror="window.struck=1"><script>window.struck=1</script>'

describe('The console in a browser', function () {
  this.timeout(180_000)
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  const text = (page: Page, name: string | RegExp) => page.getByText(name).first().waitFor()
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  /** Keys go to what has the focus, which a page that is new gives to its first field a little later. */
  const focused = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor()
  const noSideways = async (page: Page) =>
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).to.equal(0)

  it('lets the first person in by the link, and takes weak passphrases from nobody', async () => {
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

  it('signs in with the keyboard, says what is wrong, and signs out', async () => {
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

  it('shows names as they are, whatever they look like', async () => {
    const { page, close } = await site.another(site.person)
    const body = { email: `odd-${Date.now()}@x.example`, role: 'viewer', name: SCRIPT.slice(0, 99) }
    const invited = await site.test.json('/v1/console/users', { body })
    expect(invited.status).to.equal(201)
    await page.goto(`${site.service}/console/team`)
    await page.getByText(SCRIPT.slice(0, 99)).first().waitFor()
    expect(await page.evaluate('window.struck')).to.equal(undefined)
    await page.goto(`${site.service}/console/${encodeURIComponent(SCRIPT)}?q=${encodeURIComponent(SCRIPT)}`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.evaluate('window.struck')).to.equal(undefined)
    // And if markup got in, the policy would run none of it.
    await page.evaluate(`document.body.insertAdjacentText('beforeend', 'x')`)
    const blocked = await page.evaluate(`(() => {
      try { document.body.innerHTML = '<img src=x onerror="window.struck=1">'; return false } catch { return true }
    })()`)
    expect(blocked).to.equal(true)
    await close()
  })

  it('stands in no frame, and answers no page of another origin', async () => {
    const answers: string[] = []
    const stranger = createServer((request, response) => {
      if (request.url?.startsWith('/said')) {
        answers.push(decodeURIComponent(request.url))
        response.end()
        return
      }
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><title>Stranger</title>
        <iframe src="${site.service}/console" title="console"></iframe>
        <form method="post" action="${site.service}/v1/console/users" enctype="text/plain">
          <input name='{"email":"thief@x.example","role":"owner","name":"' value='"}'><button>Go</button></form>`)
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const address = `http://${OTHER_HOST}:${(stranger.address() as AddressInfo).port}`
    const { page, close } = await site.another(site.person)
    try {
      const count = async () => (await site.test.json('/v1/console/users')).body.data.length
      const before = await count()
      await page.goto(address)
      const frame = page.frames().find((one) => one !== page.mainFrame())
      expect(await frame?.locator('#console').count()).to.equal(0)
      const attempt = (headers: object) =>
        page.evaluate(`fetch('${site.service}/v1/console/users', { method: 'POST', credentials: 'include',
          headers: ${JSON.stringify(headers)}, body: '{"email":"thief@x.example","role":"owner"}' })
          .then(({ status }) => status, () => 'blocked')`)
      expect(await attempt({ 'content-type': 'text/plain' })).to.equal('blocked')
      expect(await attempt({ 'content-type': 'application/json', 'x-service-console': '1' })).to.equal(
        'blocked',
      )
      const read = await page.evaluate(`fetch('${site.service}/v1/console/session',
        { credentials: 'include', headers: { 'x-service-console': '1' } }).then(({ status }) => status, () => 'blocked')`)
      expect(read).to.equal('blocked')
      await page.getByRole('button', { name: 'Go' }).click()
      await page.waitForURL(`${site.service}/**`)
      expect(await page.locator('body').innerText()).to.match(/invalid_api_key|invalid_console_session/)
      expect(await count()).to.equal(before)
      expect(answers).to.deep.equal([])
    } finally {
      await close()
      stranger.close()
    }
  })

  it('is a page that holds nothing of a team, and loads 150 kB of scripts at most', async () => {
    const reply = await fetch(`${site.test.server.url}/console/anything/at/all`)
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(reply.status).to.equal(200)
    for (const rule of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "script-src 'self'",
      "connect-src 'self'",
    ])
      expect(policy.split('; ')).to.include(rule)
    expect(policy).not.to.include('unsafe')
    const markup = await reply.text()
    expect(markup).not.to.match(/<script(?![^>]*src=)|\son\w+=|style=/)
    let bytes = 0
    const scripts = [...markup.matchAll(/"(\/widget\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
    for (const path of scripts) {
      const script = await fetch(`${site.test.server.url}${path}`, { headers: { 'accept-encoding': 'gzip' } })
      bytes += Number(script.headers.get('content-length'))
    }
    expect(scripts.length).to.be.greaterThan(0)
    expect(bytes).to.be.within(1, 150_000)
  })

  it('looks after the team with the keyboard alone', async () => {
    const { page } = site
    // Somebody else at each try.
    const guest = `grete-${Date.now()}@printshop.example`
    await site.open('/console/team')
    await page.getByText('ada@printshop.example').first().waitFor()
    await site.shots('team', ['phone', 'desk', 'wide'])
    expect(await site.axe()).to.deep.equal([])
    await page.getByRole('button', { name: 'Invite user' }).press('Enter')
    await focused(page, 'dialog input')
    await page.keyboard.type('no address')
    await page.keyboard.press('Enter')
    await text(page, 'Enter a valid e-mail address, such as name@example.com.')
    await page.getByLabel('E-mail *').fill(guest)
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await site.shots('team-invite')
    expect(await site.axe()).to.deep.equal([])
    await press(page, 'Create link')
    const link = await page.getByLabel('One-time link').inputValue()
    expect(link).to.match(/\/console\/join#platen_cl_/)
    expect(await site.axe()).to.deep.equal([])
    await site.shots('team-link')
    await press(page, 'Done')
    const menu = page.getByRole('button', { name: `Actions for ${guest}` })
    await menu.press('ArrowDown')
    await focused(page, '[role=menuitem]')
    await site.shots('team-menu')
    expect(await site.axe()).to.deep.equal([])
    await page.keyboard.press('Enter')
    await page.getByLabel('Role', { exact: true }).selectOption('editor')
    await press(page, 'Save')
    await text(page, `${guest} is now Editor.`)
    await menu.press('ArrowDown')
    await focused(page, '[role=menuitem]')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await press(page, 'Disable user')
    await text(page, 'Disabled')

    const other = await site.another(await site.join('viewer'), { language: 'de' })
    await other.page.goto(`${site.service}/console/team`)
    await text(other.page, /Nur Inhaber können das Team ansehen/)
    expect(await site.axe(other.page)).to.deep.equal([])
    await other.close()
  })

  it('changes the account, language and passphrase', async () => {
    const { page, close, faults } = await site.another(await site.join('editor'))
    await page.goto(`${site.service}/console/account`)
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await site.shotsOf(page, 'account')
    expect(await site.axe(page)).to.deep.equal([])
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await noSideways(page)
    }
    await page.getByLabel('Language').selectOption('de')
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).to.equal('de')
    await page.getByLabel('Längeneinheit').selectOption('inch')
    await page.getByLabel('Aktuelle Passphrase *').fill('falsch, ganz falsch')
    await page.getByLabel('Neue Passphrase *').fill('elf Reiher über dem Moor')
    await press(page, 'Passphrase ändern')
    await text(page, 'Die aktuelle Passphrase ist falsch.')
    expect(await site.axe(page)).to.deep.equal([])
    await page.getByLabel('Aktuelle Passphrase *').fill(PASSPHRASE)
    await press(page, 'Passphrase ändern')
    await text(page, /^Passphrase geändert/)
    expect(faults.filter((one) => !one.includes('400'))).to.deep.equal([])
    await close()
  })
})
