/** The address itself: what people and programs find at `/`, before and after the first owner has come. */
import { expect } from 'chai'
import { joinFirst } from '../support/service/console-people.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

describe('GET /', () => {
  let test: TestServer
  const ask = (headers: Record<string, string>) => fetch(`${test.url}/`, { headers, redirect: 'manual' })
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  it('tells programs where everything is', async () => {
    for (const accept of ['application/json', '*/*']) {
      const reply = await ask({ accept })
      expect(reply.status).to.equal(200)
      const { links, ...rest } = (await reply.json()) as { links: Record<string, string> }
      expect(rest).to.have.all.keys('name', 'version', 'api_version')
      expect(rest).to.include({ name: 'platen' })
      for (const [name, url] of Object.entries(links)) {
        const linked = await fetch(url)
        await linked.arrayBuffer()
        expect(linked.status, name).to.equal(200)
      }
      expect(Object.keys(links)).to.include.members(['docs', 'openapi', 'console', 'health'])
    }
  })

  it('says where the first link is, and gives none, until somebody has joined; then leads to the console', async () => {
    const before = await ask({ accept: 'text/html,*/*;q=0.8', 'accept-language': 'en' })
    const text = await before.text()
    expect(before.status).to.equal(200)
    expect(text)
      .to.include('Open the link that your terminal shows')
      .and.not.match(/platen_cl_|<script/)
    expect(before.headers.get('content-security-policy')).to.include("frame-ancestors 'none'")
    const german = await ask({ accept: 'text/html', 'accept-language': 'de' })
    expect(await german.text()).to.include('den Ihr Terminal zeigt')

    await joinFirst(test)
    const after = await ask({ accept: 'text/html' })
    await after.arrayBuffer()
    expect([after.status, after.headers.get('location')]).to.deep.equal([302, '/console'])
    const program = await ask({ accept: 'application/json' })
    await program.arrayBuffer()
    expect(program.status).to.equal(200)
  })
})
