/** How parameters are read. */
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../../support/open-test-server.ts'

describe('A number among the parameters', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  it('is written in digits, and nothing else is taken for one', async () => {
    expect((await test.json('/v1/fills?limit=5')).status).to.equal(200)
    for (const odd of ['\t', ' 5', '0x10', '1e1', '５', '', '+5', '5.', 'NaN', '-']) {
      const { status, body } = await test.json(`/v1/fills?limit=${encodeURIComponent(odd)}`)
      expect([status, body.error.code, body.error.param], odd).to.deep.equal([
        400,
        'invalid_parameter',
        'limit',
      ])
    }
  })
})
