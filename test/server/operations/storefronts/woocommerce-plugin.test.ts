/** The archive of the WordPress plugin, as the console downloads it. */
import { expect } from 'chai'
import { makeArchive } from '../../../../adapters/woocommerce/plugin-archive.ts'
import { joinAs, joinFirst, type Person, sendAs } from '../../../support/service/console-people.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'

const PATH = '/v1/console/woocommerce_plugin'

describe('The download of the WordPress plugin', () => {
  let test: TestServer
  let owner: Person
  before(async () => {
    test = await openTestServer({ env: { ROLES: 'api' } })
    owner = await joinFirst(test)
  })
  after(() => test?.close())

  it('sends the archive of this installation under its name', async () => {
    const reply = await sendAs(test, owner, PATH)
    expect(reply.status).to.equal(200)
    expect(reply.headers.get('content-type')).to.equal('application/zip')
    expect(reply.headers.get('content-disposition')).to.equal(
      'attachment; filename=platen-for-woocommerce.zip',
    )
    expect(Buffer.from(await reply.arrayBuffer()).equals(await makeArchive())).to.equal(true)
  })

  it('is open to each role', async () => {
    for (const role of ['editor', 'viewer'] as const) {
      const person = await joinAs(test, role, `${role}@printshop.example`)
      expect((await sendAs(test, person, PATH)).status, role).to.equal(200)
    }
  })

  it('is refused to visitors and to API keys', async () => {
    expect((await sendAs(test, null, PATH)).status).to.equal(401)
    expect((await test.json(PATH)).status).to.equal(401)
  })

  it('sends nothing to a browser that has this version', async () => {
    const { headers } = await sendAs(test, owner, PATH)
    const again = await sendAs(test, owner, PATH, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).to.equal(304)
  })
})
