/** An order of a design that its customer is changing: the hook prints what was approved. */
import { expect } from 'chai'
import { needs, pdfText } from '../../../support/rips/oracles.ts'
import { eventually } from '../../../support/run/eventually.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openCardShop } from '../../../support/service/printing-shop.ts'
import { makeFill } from '../../../support/service/sample-fill.ts'
import { openRestPlatform } from '../../../support/shops/rest-platform.ts'

describe('A line of an order whose design is being changed', () => {
  let test: TestServer
  let platform: Awaited<ReturnType<typeof openRestPlatform>>
  let templateId: string
  before(async function () {
    needs(this, 'pdftotext')
    platform = await openRestPlatform({ REST_ORDERS_URL: '' })
    test = await openTestServer({ press: 'workers', env: platform.env })
    templateId = await openCardShop(test)
    await test.json('/v1/product_mappings', {
      body: { external_product_id: '4711', template_id: templateId },
    })
  })
  after(async () => {
    await test?.close()
    await platform?.close()
  })

  it('is printed as it was approved, and refuses the change afterwards', async () => {
    const { id } = await makeFill(test, { template_id: templateId, values: { 'First name': 'Nora' } })
    const approve = { method: 'PATCH', body: { production_status: 'approved' } }
    expect((await test.json(`/v1/fills/${id}`, approve)).status).to.equal(200)
    const opened = await test.json('/v1/embed/sessions', { body: { fill_id: id } })
    const headers = { 'x-service-client-secret': opened.body.client_secret }
    const type = (name: string) =>
      test.json(`/v1/embed/fills/${id}`, {
        ...{ key: null, method: 'PATCH', headers, body: { values: { 'First name': name } } },
      })
    expect((await type('Norquist')).body.fill.changing_since).to.be.a('string')

    const order = {
      ...{ id: 'o-1', changedAt: test.clock.now(), cart: null, email: 'ada@example.com', name: 'Ada' },
      dueAt: null,
      lines: [{ id: 'line-1', fill: id, product: '4711', variant: null, quantity: 2 }],
      ...{ status: 'paid' as const, copiedFrom: null },
    }
    const hook = await platform.hook(order, test.clock.now())
    const sent = await fetch(`${test.url}/adapters/rest${hook.path}`, {
      ...{ method: 'POST', headers: hook.headers, body: Buffer.from(hook.body) },
    })
    expect(sent.status).to.be.lessThan(300)
    const printed = await eventually(async () => {
      const { body } = await test.json(`/v1/fills/${id}`)
      return body.last_render?.status === 'succeeded' ? body : null
    })
    expect(printed.fill).to.include({ status: 'finalized', changing_since: null })
    const file = await test.send(`/v1/renders/${printed.last_render.id}/download`)
    expect(pdfText(Buffer.from(await file.arrayBuffer())))
      .to.include('Nora')
      .and.not.to.include('Norquist')
    expect((await type('Norquist & Co')).body.error.code).to.equal('fill_not_open')
  })
})
