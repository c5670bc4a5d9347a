/** What pages and names of strangers cannot do with the console, in a real browser. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { OTHER_HOST } from '../support/browser/browser.ts'
import { type ConsoleSite, openConsole } from '../support/browser/console-site.ts'

/** What would run where a name were taken for markup. */
const SCRIPT = '<img src=x onerror="window.struck=1"><script>window.struck=1</script>'

describe('The console among strangers', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

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
})
