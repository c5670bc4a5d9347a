/** Fills over HTTP: begun, read, listed and edited. */
import { expect } from 'chai'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import {
  eventsOf,
  finalize,
  type LiveTemplate,
  liveTemplate,
  makeFill,
} from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'
import { uploadSample } from '../../../support/service/sample-render.ts'

const COLORS = [
  { index: 1, key: 'gold', name: 'Gold Foil', hex: '#c9a227' },
  { index: 2, key: 'navy', name: 'PANTONE 289 C', hex: '#0c2340' },
]
const TOO_WIDE = 'W'.repeat(40)

describe('A fill', () => {
  let test: TestServer
  let template: LiveTemplate
  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    template = await liveTemplate(test)
  })
  after(() => test.close())

  const change = (id: string, body: Record<string, unknown>) =>
    test.json(`/v1/fills/${id}`, { method: 'PATCH', body })
  const retrieve = async (id: string) => (await test.json(`/v1/fills/${id}`)).body.fill

  it('begins on a live template with all that is said of it', async () => {
    const said = {
      colors: COLORS,
      substrate: { key: 'kraft', name: 'Kraft', hex: '#b58b5a' },
      external_order_id: 'order 7',
      external_cart_id: 'cart 7',
      external_product_id: 'card',
      external_variant_id: 'small',
      customer_email: 'Zoe@Example.com',
      customer_name: 'Zoë',
      quantity: 50,
      line_ref: 'line 1',
      metadata: { project_name: 'Spring' },
    }
    const due = { due_at: '2026-08-01T10:00:00+02:00' }
    const fill = await makeFill(test, {
      template_id: template.id,
      values: { Name: 'Zoë' },
      assignments: { Name: 2 },
      ...said,
      ...due,
    })
    expect(fill).to.deep.include({
      ...said,
      due_at: '2026-08-01T08:00:00.000Z',
      object: 'fill',
      template_id: template.id,
      template_title: 'Card',
      scene_revision: 1,
      status: 'open',
      status_reason: null,
      source: 'api',
      values: { [template.name]: 'Zoë' },
      assignments: { [template.name]: 2 },
      last_render_id: null,
      printable: true,
      problems: [],
      created_at: '2026-07-15T12:00:00.000Z',
      expires_at: '2026-08-14T12:00:00.000Z',
      finalized_at: null,
      erased_at: null,
    })
    expect(fill.id).to.match(/^fill_[0-9a-z]{26}$/)
    expect(fill.preview_url).to.match(new RegExp(`^${test.url}/files/previews/${fill.id}\\.png\\?`))
    for (const name of ['team_id', 'revision', 'resume_token_hash']) expect(fill).not.to.have.property(name)
    const { body } = await test.json(`/v1/fills/${fill.id}`)
    expect(body).to.deep.equal({ fill, last_render: null })
    expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created'])
  })

  it('says what cannot be printed and is taken all the same', async () => {
    const fill = await makeFill(test, { template_id: template.id, values: { Name: '字' } })
    expect(fill.printable).to.equal(false)
    expect(fill.problems).to.have.length(1)
    expect(fill.problems[0]).to.include({ code: 'glyph_missing', field_id: template.name, page: 0 })
    const wide = (await change(fill.id, { values: { [template.name]: TOO_WIDE } })).body.fill
    expect(wide.problems[0].code).to.equal('text_does_not_fit')
    expect(wide.problems[0].found).to.be.above(wide.problems[0].expected)
    const empty = (await change(fill.id, { values: { [template.name]: '' } })).body.fill
    expect(empty.problems[0]).to.include({ code: 'required_value_missing', page: null })
    const good = (await change(fill.id, { values: { [template.name]: 'Ada' } })).body.fill
    expect([good.printable, good.problems]).to.deep.equal([true, []])
  })

  it('is refused on a template that is not live, is not there or is not named', async () => {
    const draft = await uploadSample(test)
    const create = async (body: Record<string, unknown>) => {
      const reply = await test.json('/v1/fills', { body })
      return [reply.status, reply.body.error.code]
    }
    expect(await create({ template_id: draft.id })).to.deep.equal([404, 'template_not_live'])
    expect(await create({ template_id: 'tpl_0' })).to.deep.equal([404, 'not_found'])
    expect(await create({})).to.deep.equal([400, 'missing_parameter'])
    expect(await create({ external_product_id: 'unheard of' })).to.deep.equal([404, 'mapping_not_found'])
  })

  it('begins from a product that is mapped, with what the mapping gives', async () => {
    const { ports } = test.server
    const now = test.clock.now()
    await ports.store.mappings.insert({
      id: ports.makeId('mapping'),
      teamId: test.team.id,
      externalProductId: 'mug',
      externalVariantId: null,
      templateId: template.id,
      embedApplicationId: null,
      options: { defaultValues: { [template.size]: 's' }, lockedFieldIds: [template.size], colors: COLORS },
      status: 'active',
      metadata: {},
      createdAt: now,
      updatedAt: now,
      archivedAt: null,
    })
    const fill = await makeFill(test, {
      external_product_id: 'mug',
      external_variant_id: 'blue',
      values: { Name: 'Ada' },
    })
    expect(fill).to.deep.include({
      template_id: template.id,
      external_product_id: 'mug',
      external_variant_id: 'blue',
      values: { [template.size]: 's', [template.name]: 'Ada' },
      colors: COLORS,
    })
    const free = await makeFill(test, { external_product_id: 'mug', values: { Size: 'm' } })
    expect(free.values).to.deep.equal({ [template.size]: 'm' })
  })

  it('merges values and replaces each part of its colour group by itself', async () => {
    const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada', Size: 's' } })
    const named = (await change(fill.id, { values: { Name: 'Grace' } })).body.fill
    expect(named.values).to.deep.equal({ [template.name]: 'Grace', [template.size]: 's' })
    const colored = (await change(fill.id, { colors: COLORS })).body.fill
    expect([colored.colors, colored.values]).to.deep.equal([COLORS, named.values])
    const assigned = (await change(fill.id, { assignments: { [template.name]: 2 } })).body.fill
    expect([assigned.colors, assigned.assignments]).to.deep.equal([COLORS, { [template.name]: 2 }])
    const conflict = await change(fill.id, { colors: null })
    expect([conflict.status, conflict.body.error.code]).to.deep.equal([422, 'invalid_assignments'])
    const plain = (await change(fill.id, { colors: null, assignments: {} })).body.fill
    expect([plain.colors, plain.assignments]).to.deep.equal([null, {}])
  })

  it('merges metadata, takes references away with null, and leaves the rest', async () => {
    const fill = await makeFill(test, {
      template_id: template.id,
      external_cart_id: 'cart 1',
      customer_name: 'Ada',
      metadata: { project_name: 'Spring', note: 'x' },
    })
    const edited = await change(fill.id, { external_cart_id: null, metadata: { note: '', box: '3' } })
    expect(edited.body.fill).to.deep.include({
      external_cart_id: null,
      customer_name: 'Ada',
      metadata: { project_name: 'Spring', box: '3' },
    })
    const many = Object.fromEntries(Array.from({ length: 49 }, (_, at) => [`name ${at}`, 'x']))
    const refused = await change(fill.id, { metadata: many })
    expect([refused.status, refused.body.error.param]).to.deep.equal([400, 'metadata'])
    expect(await retrieve(fill.id)).to.deep.equal(edited.body.fill)
  })

  it('lives on from its last edit, and an edit that changes nothing is none', async () => {
    const fill = await makeFill(test, { template_id: template.id })
    test.clock.advance(86_400_000)
    const same = (await change(fill.id, { values: {} })).body.fill
    expect(same).to.deep.equal(fill)
    const edited = (await change(fill.id, { quantity: 3 })).body.fill
    expect(Date.parse(edited.expires_at) - Date.parse(fill.expires_at)).to.equal(86_400_000)
    expect(Date.parse(edited.updated_at) - Date.parse(fill.updated_at)).to.equal(86_400_000)
    expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created', 'fill.updated'])
    const page = { limit: 1, startingAfter: null }
    const { items } = await test.server.ports.store.events.list(test.team.id, { objectId: fill.id }, page)
    expect(items[0]?.previous).to.include({ quantity: 1 }).and.not.to.have.property('values')
  })

  it('is unchanged, without an event, by whatever is refused', async () => {
    const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
    const refusals: [Record<string, unknown>, number, string][] = [
      [{ values: { Name: 'Grace', nobody: 'x' } }, 400, 'unknown_field'],
      [{ values: { Name: 'Grace', Size: 'xl' } }, 400, 'invalid_option'],
      [{ values: { Name: 'x'.repeat(41) } }, 400, 'value_too_long'],
      [{ values: { Name: 'a\u0007' } }, 400, 'invalid_value'],
      [{ colors: [{ ...COLORS[0], name: 'All' }] }, 422, 'invalid_colors'],
      [{ assignments: { Name: 9 } }, 422, 'invalid_assignments'],
      [{ quantity: 2, substrate: { key: 'k', name: 'n', hex: 'red' } }, 422, 'invalid_substrate'],
      [{ customer_name: 'x'.repeat(201) }, 400, 'invalid_parameter'],
      [{ customer_email: 'nobody' }, 400, 'invalid_parameter'],
      [{ quantity: 0 }, 400, 'invalid_parameter'],
      [{ due_at: 'tomorrow' }, 400, 'invalid_parameter'],
      [{ source: 'embed' }, 400, 'unknown_parameter'],
      [{ reason: 'refunded' }, 400, 'invalid_parameter'],
      [{ status: 'expired', quantity: 2 }, 400, 'invalid_parameter'],
    ]
    for (const [body, status, code] of refusals) {
      const reply = await change(fill.id, body)
      expect([reply.status, reply.body.error?.code], JSON.stringify(body)).to.deep.equal([status, code])
    }
    expect(await retrieve(fill.id)).to.deep.equal(fill)
    expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created'])
  })

  it('is not edited once it is finalized or expired', async () => {
    const done = await makeFill(test, { template_id: template.id })
    await finalize(test, done.id)
    const late = await makeFill(test, { template_id: template.id })
    test.clock.advance(31 * 86_400_000)
    for (const [id, code] of [
      [done.id, 'fill_not_open'],
      [late.id, 'fill_expired'],
    ]) {
      const { status, body } = await change(id, { quantity: 2 })
      expect([status, body.error.code]).to.deep.equal([409, code])
    }
  })

  it("of another team is not there, nor is another team's template", async () => {
    const other = await test.makeTeam('Another team')
    const fill = await makeFill(test, { template_id: template.id })
    const { status, body } = await test.json('/v1/fills', {
      body: { template_id: template.id },
      key: other.key,
    })
    expect([status, body.error.resource]).to.deep.equal([404, 'template'])
    expect((await test.json('/v1/fills', { key: other.key })).body.data).to.deep.equal([])
    for (const [path, method] of [
      ['', 'GET'],
      ['', 'PATCH'],
      ['/finalize', 'POST'],
      ['/status', 'POST'],
      ['/erase', 'POST'],
    ] as const) {
      const input = path === '/status' ? { status: 'canceled' } : {}
      const reply = await test.json(`/v1/fills/${fill.id}${path}`, {
        method,
        key: other.key,
        ...(method === 'GET' || path === '/erase' ? {} : { body: input }),
      })
      expect([reply.status, reply.body.error.resource], `${method} ${path}`).to.deep.equal([404, 'fill'])
    }
    expect(await retrieve(fill.id)).to.deep.equal(fill)
  })
})
