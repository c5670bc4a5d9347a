/** What the policies of a real browser keep pages and names of strangers from. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { OTHER_HOST } from '../../support/browser/browser.ts'
import { type ConsoleSite, openConsole } from '../../support/browser/console-site.ts'

/** What would run where a name were taken for markup. */
const SCRIPT = '<img src=x onerror="window.struck=1"><script>window.struck=1</script>'

describe('The console among strangers, in a browser', () => {
  let site: ConsoleSite
  before(async function () {
    site = await openConsole(this)
  })
  after(() => site?.close())

  it('runs no markup, even if some gets in', async () => {
    const { page, close } = await site.another(site.person)
    const body = { email: `odd-${Date.now()}@x.example`, role: 'viewer', name: SCRIPT.slice(0, 99) }
    expect((await site.test.json('/v1/console/users', { body })).status).to.equal(201)
    await page.goto(`${site.service}/console/team`)
    await page.getByText(SCRIPT.slice(0, 99)).first().waitFor()
    expect(await page.evaluate('window.struck')).to.equal(undefined)
    await page.goto(`${site.service}/console/${encodeURIComponent(SCRIPT)}?q=${encodeURIComponent(SCRIPT)}`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.evaluate('window.struck')).to.equal(undefined)
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
})
