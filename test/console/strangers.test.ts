/** What names of strangers cannot do with the console, and what its page holds. */
import { expect } from 'chai'
import { type ConsolePages, openConsolePages } from '../support/console/console-pages.ts'

/** What would run where a name were taken for markup. */
const SCRIPT = '<img src=x onerror="window.struck=1"><script>window.struck=1</script>'.slice(0, 99)

describe('The console among strangers', () => {
  let pages: ConsolePages
  before(async function () {
    pages = await openConsolePages(this)
  })
  after(() => pages?.close())

  it('shows the name of a user as text, whatever it looks like', async () => {
    const body = { email: 'odd@x.example', role: 'viewer', name: SCRIPT }
    expect((await pages.test.json('/v1/console/users', { body })).status).to.equal(201)
    const page = await pages.open('/console/team')
    await page.see(SCRIPT)
    expect(page.document.querySelector('[onerror]')).to.equal(null)
  })

  it('takes no markup from an address', async () => {
    const odd = encodeURIComponent(SCRIPT)
    const page = await pages.open(`/console/${odd}?q=${odd}`)
    await page.findByRole('heading', { name: 'Page not found' })
    expect(page.document.querySelector('[onerror]')).to.equal(null)
  })

  it('is a page that holds nothing of a team, and runs no script but its own', async () => {
    const reply = await fetch(`${pages.test.server.url}/console/anything/at/all`)
    const policy = (reply.headers.get('content-security-policy') ?? '').split('; ')
    expect(reply.status).to.equal(200)
    expect(policy).to.include.members([
      "default-src 'none'",
      "frame-ancestors 'none'",
      "script-src 'self'",
      "connect-src 'self'",
    ])
    expect(policy.join('; ')).not.to.include('unsafe')
    expect(await reply.text()).not.to.match(/<script(?![^>]*src=)|\son\w+=|style=/)
  })

  it('loads 150 kB of scripts at most', async () => {
    const { url } = pages.test.server
    const markup = await (await fetch(`${url}/console`)).text()
    const scripts = [...markup.matchAll(/"(\/widget\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
    expect(scripts.length).to.be.greaterThan(0)
    let bytes = 0
    for (const path of scripts) {
      const script = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'gzip' } })
      bytes += Number(script.headers.get('content-length'))
      await script.arrayBuffer()
    }
    expect(bytes).to.be.within(1, 150_000)
  })
})
