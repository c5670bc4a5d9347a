/** From a shopper's fill to the press over HTTP with real workers: edit, see what is wrong, order, print, refund. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { needs, pdfText } from '../support/rips/oracles.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'

const CARD = join(import.meta.dirname, '../../examples/wedding-card.pdf')
const COLORS = [
  { index: 1, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' },
  { index: 2, key: 'gold', name: 'Gold Foil', hex: '#b08d57' },
]

describe('from fill to press', () => {
  let server: TestServer
  let templateId: string
  let fillId: string
  let renderId: string
  before(async () => {
    server = await openTestServer({ press: 'workers' })
    const form = new FormData()
    form.set('pdf', new Blob([new Uint8Array(await readFile(CARD))]), 'wedding-card.pdf')
    const { body } = await server.json('/v1/templates', { body: form })
    templateId = body.template.id
    await server.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
  })
  after(() => server.close())

  it('begins with what the shopper has chosen, and says what cannot be printed', async () => {
    const { status, body } = await server.json('/v1/fills', {
      body: {
        template_id: templateId,
        values: { 'First name': 'Annabel', 'Second name': 'Björn', Place: 'W'.repeat(80) },
        colors: COLORS,
        assignments: { 'First name': 2 },
        external_cart_id: 'cart 9',
      },
    })
    expect(status, JSON.stringify(body)).to.equal(201)
    fillId = body.fill.id
    expect(body.fill.printable).to.equal(false)
    expect(body.fill.problems.map((problem: { code: string }) => problem.code)).to.include(
      'text_does_not_fit',
    )
    const refused = await server.json(`/v1/fills/${fillId}/finalize`, { body: { external_order_id: 'o 9' } })
    expect([refused.status, refused.body.error.code]).to.deep.equal([400, 'values_not_printable'])
    expect((await server.json('/v1/renders')).body.data).to.deep.equal([])
  })

  it('is finalized with the order, and found by it', async () => {
    await server.json(`/v1/fills/${fillId}`, {
      method: 'PATCH',
      body: { values: { Place: 'Orchard House\nHartfield' } },
    })
    const { status, body } = await server.json(`/v1/fills/${fillId}/finalize`, {
      body: { external_order_id: 'o 9', values: { Date: '14 June 2027' }, quantity: 80 },
    })
    expect(status, JSON.stringify(body)).to.equal(200)
    renderId = body.render.id
    const { data } = (await server.json('/v1/renders?external_order_id=o%209')).body
    expect(data).to.have.length(1)
    expect(data[0]).to.include({ id: renderId, fill_id: fillId, external_cart_id: 'cart 9' })
    const found = await server.json('/v1/fills?external_order_id=o%209&status=finalized')
    expect(found.body.data.map((fill: { id: string }) => fill.id)).to.deep.equal([fillId])
  })

  it('prints what a render on demand prints of the same values, byte for byte', async () => {
    const { fill } = (await server.json(`/v1/fills/${fillId}`)).body
    const { values, colors, assignments } = fill
    const { body } = await server.json('/v1/renders', {
      body: { template_id: templateId, kind: 'final', values, colors, assignments },
    })
    const { render } = (await server.json(`/v1/renders/${renderId}`)).body
    expect(body.render.content_sha256).to.equal(render.content_sha256)
  })

  it('holds the words in the file that the signed link gives', async function () {
    needs(this, 'pdftotext')
    const { signed_url: link } = (await server.json(`/v1/renders/${renderId}`)).body.render
    const bytes = new Uint8Array(await (await fetch(link)).arrayBuffer())
    const text = pdfText(bytes)
    for (const word of ['Annabel', 'Björn', 'Orchard House', '14 June 2027']) expect(text).to.include(word)
  })

  it('is refunded, and the list of the order says so', async () => {
    const body = { status: 'refunded', external_order_id: 'o 9' }
    expect((await server.json(`/v1/fills/${fillId}/status`, { body })).status).to.equal(200)
    const { data } = (await server.json('/v1/renders?external_order_id=o%209')).body
    expect(data[0]).to.include({ order_status: 'canceled', status: 'succeeded' })
    const events = await server.server.ports.store.events.list(
      server.team.id,
      { objectId: fillId },
      { limit: 10, startingAfter: null },
    )
    expect(events.items.map((event) => event.type).reverse()).to.deep.equal([
      'fill.created',
      'fill.updated',
      'fill.finalized',
      'fill.expired',
    ])
  })
})
