/** Lines of a shop's order whose design waits for review: what they say meanwhile, and after the decision. */
import { expect } from 'chai'
import { eventually } from '../../../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'
import { openRestPlatform } from '../../../support/shops/rest-platform.ts'

describe('A line of an order in review', () => {
  let test: TestServer
  let platform: Awaited<ReturnType<typeof openRestPlatform>>
  let templateId: string
  before(async () => {
    platform = await openRestPlatform({ REST_ORDERS_URL: '' })
    test = await openTestServer({ press: openSamplePress(), env: platform.env })
    templateId = (await liveTemplate(test)).id
    await test.json('/v1/product_mappings', {
      body: { external_product_id: '4711', template_id: templateId },
    })
    await test.json('/v1/team/settings', { method: 'PATCH', body: { review: 'all' } })
  })
  after(async () => {
    await test?.close()
    await platform?.close()
  })

  const lineOf = async (fillId: string) => {
    const { body } = await test.json('/v1/storefront/orders')
    // biome-ignore lint/suspicious/noExplicitAny: replies are read freely; what is expected of them is the check.
    const lines: readonly any[] = body.data.flatMap((order: { lines: readonly unknown[] }) => order.lines)
    return lines.find((line) => line.fill_id === fillId)
  }
  const pay = async (id: string) => {
    const fill = await makeFill(test, { template_id: templateId, values: { Name: 'Ada' } })
    const order = {
      ...{ id, changedAt: test.clock.now(), cart: null, email: 'ada@example.com', name: 'Ada', dueAt: null },
      lines: [{ id: `line-${id}`, fill: fill.id, product: '4711', variant: null, quantity: 2 }],
      ...{ status: 'paid' as const, copiedFrom: null },
    }
    const hook = await platform.hook(order, test.clock.now())
    const sent = await fetch(`${test.url}/adapters/rest${hook.path}`, {
      method: 'POST',
      headers: hook.headers,
      body: Buffer.from(hook.body),
    })
    expect(sent.status).to.be.lessThan(300)
    const waiting = await eventually(async () => {
      const line = await lineOf(fill.id)
      return line?.reason === 'review_requested' ? line : null
    })
    expect(waiting).to.include({
      state: 'finalized',
      render_status: 'queued',
      label: 'In review',
    })
    return fill.id as string
  }
  const decide = (id: string, body: Record<string, unknown>) => test.json(`/v1/fills/${id}/review`, { body })
  const settledLine = (id: string, status: string) =>
    eventually(async () => {
      test.clock.advance(2000)
      const line = await lineOf(id)
      return line?.render_status === status ? line : null
    })

  it('is printed once the design is approved, and says no more of it', async () => {
    const id = await pay('1001')
    expect((await decide(id, { decision: 'approve' })).status).to.equal(200)
    expect(await settledLine(id, 'succeeded')).to.include({ state: 'finalized', reason: null, message: null })
  })

  it('says why the design was refused', async () => {
    const id = await pay('1002')
    await decide(id, { decision: 'refuse', reason: 'The photo is not yours.' })
    expect(await settledLine(id, 'canceled')).to.include({
      state: 'finalized',
      reason: 'review_refused',
      label: 'Refused',
      message:
        'Not printed: the design was refused in the review (“The photo is not yours.”). Ask the customer for another design, or cancel the line.',
    })
    const bare = await pay('1003')
    await decide(bare, { decision: 'refuse' })
    expect(await settledLine(bare, 'canceled')).to.include({
      message:
        'Not printed: the design was refused in the review. Ask the customer for another design, or cancel the line.',
    })
  })
})
