/** The list of fills: its filters, its pages and what it refuses. */
import { expect } from 'chai'
import { openTestServer, TEST_TIME, type TestServer } from '../../../support/service/open-test-server.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

describe('The list of fills', () => {
  let test: TestServer
  let first: LiveTemplate
  let ids: Record<'plain' | 'ordered' | 'carted' | 'done' | 'over' | 'embedded', string>

  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    first = await liveTemplate(test)
    const second = await liveTemplate(test)
    const make = async (body: Record<string, unknown> = {}, template = first) =>
      (await makeFill(test, { template_id: template.id, ...body })).id
    const over = await make({ customer_email: 'Ada@Example.com' })
    test.clock.advance(30 * 86_400_000)
    ids = {
      over,
      plain: await make({}, second),
      ordered: await make({ external_order_id: 'order/1?', values: { Name: '字' } }),
      carted: await make({ external_cart_id: 'cart 1' }),
      done: await make(),
      embedded: await make(),
    }
    await finalize(test, ids.done, { external_order_id: 'order 2' })
    const { fills } = test.server.ports.store
    await fills.update(test.team.id, ids.embedded, 'open', { source: 'embed' })
  })
  after(() => test.close())

  const list = async (query: Record<string, string>) => {
    const { status, body } = await test.json(`/v1/fills?${new URLSearchParams(query)}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body.data.map((fill: { id: string }) => fill.id)
  }

  it('is newest first', async () => {
    const { over, plain, ordered, carted, done, embedded } = ids
    expect(await list({})).to.deep.equal([embedded, done, carted, ordered, plain, over])
  })

  it('is filtered by each of its filters, and by several at once', async () => {
    const { over, plain, ordered, carted, done, embedded } = ids
    const second = (await test.json(`/v1/fills/${plain}`)).body.fill.template_id
    expect(await list({ template_id: second })).to.deep.equal([plain])
    expect(await list({ status: 'open' })).to.deep.equal([embedded, carted, ordered, plain])
    expect(await list({ status: 'finalized' })).to.deep.equal([done])
    expect(await list({ status: 'expired' })).to.deep.equal([over])
    expect(await list({ source: 'embed' })).to.deep.equal([embedded])
    expect(await list({ source: 'hosted' })).to.deep.equal([])
    expect(await list({ external_order_id: 'order/1?' })).to.deep.equal([ordered])
    expect(await list({ external_order_id: 'order 2' })).to.deep.equal([done])
    expect(await list({ external_cart_id: 'cart 1' })).to.deep.equal([carted])
    expect(await list({ customer_email: 'ada@example.com' })).to.deep.equal([over])
    expect(await list({ external_order_id: "' or 1=1 --" })).to.deep.equal([])
    expect(await list({ template_id: first.id, status: 'open', source: 'embed' })).to.deep.equal([embedded])
  })

  it('begins with `since`, at that very moment, in any time zone', async () => {
    const late = TEST_TIME + 30 * 86_400_000
    const since = (ms: number) => list({ since: new Date(ms).toISOString() })
    expect(await since(late)).to.have.length(5)
    expect(await since(late + 1)).to.deep.equal([])
    expect(await since(TEST_TIME)).to.have.length(6)
    expect(await since(TEST_TIME + 1)).to.have.length(5)
    expect(await list({ since: '2026-08-14T14:00:00+02:00' })).to.have.length(5)
    expect(await list({ since: '2026-08-14T14:00:01+02:00' })).to.deep.equal([])
  })

  it('goes on from the last id, page by page, until there is no more', async () => {
    const seen: string[] = []
    const sizes: number[] = []
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 9; pages += 1) {
      const query: string = cursor === '' ? '' : `&starting_after=${cursor}`
      const { body } = await test.json(`/v1/fills?limit=4${query}`)
      seen.push(...body.data.map((fill: { id: string }) => fill.id))
      sizes.push(body.data.length)
      expect(body.has_more).to.equal(body.next_starting_after !== null)
      if (body.has_more) expect(body.next_starting_after).to.equal(body.data.at(-1).id)
      cursor = body.next_starting_after
    }
    expect(sizes).to.deep.equal([4, 2])
    expect(seen)
      .to.deep.equal([...seen].sort().reverse())
      .and.have.length(6)
    expect((await test.json('/v1/fills?limit=6')).body).to.include({
      has_more: false,
      next_starting_after: null,
    })
  })

  it('keeps its filter from page to page', async () => {
    const { body } = await test.json('/v1/fills?status=open&limit=3')
    const rest = await test.json(`/v1/fills?status=open&limit=3&starting_after=${body.next_starting_after}`)
    expect(rest.body.data.map((fill: { id: string }) => fill.id)).to.deep.equal([ids.plain])
  })

  it('says of each fill whether it can be printed', async () => {
    const { body } = await test.json('/v1/fills')
    for (const fill of body.data) {
      expect(fill.printable, fill.id).to.equal(fill.id !== ids.ordered)
      expect(fill.problems).to.have.length(fill.id === ids.ordered ? 1 : 0)
    }
  })

  it('refuses what it does not know', async () => {
    for (const [query, code] of [
      ['limit=0', 'invalid_parameter'],
      ['limit=101', 'invalid_parameter'],
      ['limit=1.5', 'invalid_parameter'],
      ['status=done', 'invalid_parameter'],
      ['source=web', 'invalid_parameter'],
      ['since=yesterday', 'invalid_parameter'],
      ['since=2026-02-28T23:59:60Z', 'invalid_parameter'],
      ['order=1', 'invalid_parameter'],
      ['sort=due', 'unknown_parameter'],
      ['starting_after=fill_0', 'invalid_cursor'],
    ]) {
      const { status, body } = await test.json(`/v1/fills?${query}`)
      expect([status, body.error?.code], query).to.deep.equal([400, code])
    }
    expect((await test.json('/v1/fills?limit=100')).status).to.equal(200)
  })
})
