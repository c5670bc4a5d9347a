/** How parameters and bodies are read, and in which words it is said what is wrong with them. */
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../../support/service/open-test-server.ts'

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

describe('What is wrong with a body', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  const GOLD = { index: 1, key: 'gold', name: 'Gold Foil', hex: '#b08d57' }
  const CASES: readonly (readonly [unknown, number, string, string, string])[] = [
    [{ customer_email: 'ada' }, 400, 'invalid_parameter', 'customer_email', 'must be an e-mail address.'],
    [{ customer_name: '' }, 400, 'invalid_parameter', 'customer_name', 'must not be empty.'],
    [
      { customer_name: 'é'.repeat(201) },
      400,
      'invalid_parameter',
      'customer_name',
      'must have at most 200 characters.',
    ],
    [
      { due_at: 'soon' },
      400,
      'invalid_parameter',
      'due_at',
      'must be a timestamp such as 2026-07-15T12:00:00Z.',
    ],
    [{ quantity: 0 }, 400, 'invalid_parameter', 'quantity', 'must be at least 1.'],
    [{ metadata: { a: 1 } }, 400, 'invalid_parameter', 'metadata.a', 'must be a string.'],
    [{ line_ref: 5 }, 400, 'invalid_parameter', 'line_ref', 'must be a string.'],
    [{ colors: 'gold' }, 422, 'invalid_colors', 'colors', 'must be an array.'],
    [{ colors: [{ ...GOLD, name: undefined }] }, 422, 'invalid_colors', 'colors[0].name', 'is required.'],
    [{ colors: [GOLD, { ...GOLD, tone: 1 }] }, 422, 'invalid_colors', 'colors[1].tone', ''],
    [{ assignments: { Name: 1.5 } }, 422, 'invalid_assignments', 'assignments.Name', 'must be an integer.'],
    [{ substrate: { key: 'k', name: 'n' } }, 422, 'invalid_substrate', 'substrate.hex', 'is required.'],
  ]
  for (const [body, status, code, param, says] of CASES)
    it(`is said of ${JSON.stringify(body).slice(0, 50)}: ${code}, ${param}`, async () => {
      const reply = await test.json('/v1/fills', { body: { template_id: 'tpl_none', ...(body as object) } })
      const { error } = reply.body
      expect([reply.status, error.code, error.param]).to.deep.equal([status, code, param])
      expect(error.message).to.equal(says === '' ? `Unknown parameter: ${param}.` : `${param} ${says}`)
    })
})
