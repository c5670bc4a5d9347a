/** Renders over HTTP, as far as reading them goes: records, lists and filters. */
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openSamplePress, SAMPLE_PDF } from '../../../support/service/sample-press.ts'
import { insertRender, QUEUED, uploadSample } from '../../../support/service/sample-render.ts'

describe('Renders', () => {
  let test: TestServer
  let templateId: string
  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    templateId = (await uploadSample(test)).id
  })
  after(() => test.close())

  it('carry one id three times, their template and their links', async () => {
    const { render } = await insertRender(test, templateId, { metadata: { project_name: 'Spring' } })
    const { body } = await test.json(`/v1/renders/${render.id}`)
    expect(body.render).to.include({
      id: render.id,
      render_id: render.id,
      generation_id: render.id,
      template_id: templateId,
      template_title: 'Card',
      project_name: 'Spring',
      fill_id: null,
      kind: 'final',
      status: 'succeeded',
      preflight_status: 'pass',
      attempt_count: 1,
      created_at: '2026-07-15T12:00:00.000Z',
    })
    expect(body.render.signed_url).to.match(
      new RegExp(`^${test.url}/files/renders/${render.id}\\.pdf\\?v=1&`),
    )
    for (const name of ['team_id', 'storage_key', 'body_sha256', 'attempt', 'values'])
      expect(body.render).not.to.have.property(name)
  })

  it('that are queued have no link and the preflight status pending', async () => {
    const { render } = await insertRender(test, templateId, QUEUED)
    const { body } = await test.json(`/v1/renders/${render.id}`)
    expect(body.render).to.include({ status: 'queued', signed_url: null, preflight_status: 'pending' })
    expect(body.render.project_name).to.equal('Card')
  })

  it('are listed newest first, filtered by order, cart and kind', async () => {
    const order = { externalOrderId: 'order 1', externalCartId: 'cart 1' }
    const first = (await insertRender(test, templateId, order)).render.id
    const second = (await insertRender(test, templateId, { ...order, kind: 'preview' })).render.id
    const third = (await insertRender(test, templateId, { externalOrderId: 'order 2' })).render.id
    const idsOf = async (query: string) => {
      const { status, body } = await test.json(`/v1/renders?${query}`)
      expect(status, query).to.equal(200)
      return body.data.map((render: { id: string }) => render.id)
    }
    expect(await idsOf('external_order_id=order%201')).to.deep.equal([second, first])
    expect(await idsOf('external_order_id=order%201&kind=final')).to.deep.equal([first])
    expect(await idsOf('external_cart_id=cart%201')).to.deep.equal([second, first])
    expect(await idsOf('external_order_id=order%202')).to.deep.equal([third])
    expect(await idsOf('external_order_id=none')).to.deep.equal([])
    expect((await idsOf('limit=1'))[0]).to.equal(third)
    expect(await idsOf(`external_order_id=order%201&starting_after=${second}`)).to.deep.equal([first])
  })

  it('are listed with the title of their own template', async () => {
    const other = await uploadSample(test, Buffer.concat([SAMPLE_PDF, Buffer.from('other')]))
    await test.json(`/v1/templates/${other.id}`, { method: 'PATCH', body: { title: 'Invitation' } })
    const order = { externalOrderId: 'order 9' }
    for (const id of [templateId, other.id, templateId]) await insertRender(test, id, order)
    const { body } = await test.json('/v1/renders?external_order_id=order%209')
    expect(body.data.map((render: { template_title: string }) => render.template_title)).to.deep.equal([
      'Card',
      'Invitation',
      'Card',
    ])
  })

  it('of a template that is not there are refused', async () => {
    const { status, body } = await test.json('/v1/renders', { body: { template_id: 'tpl_0' } })
    expect([status, body.error.code, body.error.resource]).to.deep.equal([404, 'not_found', 'template'])
  })

  it('that passed preflight are replayed by a retry', async () => {
    const { render } = await insertRender(test, templateId)
    const { status, body } = await test.json(`/v1/renders/${render.id}/retry`, { method: 'POST' })
    expect([status, body.idempotent_replay, body.render.id]).to.deep.equal([200, true, render.id])
  })

  it('that are canceled are not run again', async () => {
    const { render } = await insertRender(test, templateId, { ...QUEUED, status: 'canceled' })
    const { status, body } = await test.json(`/v1/renders/${render.id}/retry`, { body: {} })
    expect([status, body.error.code]).to.deep.equal([409, 'render_canceled'])
  })
})
