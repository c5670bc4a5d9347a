/** Finalizing over HTTP: one fill, one final render, whatever is refused, repeated, raced or broken. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { DATABASES, longOn, needsDatabase } from '../../../support/database/postgres.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import {
  eventsOf,
  finalize,
  type LiveTemplate,
  liveTemplate,
  makeFill,
} from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

const MONTH = '202607'

describe('Finalizing a fill', () => {
  let test: TestServer
  let template: LiveTemplate
  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    template = await liveTemplate(test)
  })
  after(() => test.close())

  const make = (body: Record<string, unknown> = {}) => makeFill(test, { template_id: template.id, ...body })
  const retrieve = async (id: string) => (await test.json(`/v1/fills/${id}`)).body
  const used = () => test.server.ports.store.usage.read(test.team.id, MONTH)

  it('prints it with its order, counts it and tells of it', async () => {
    const fill = await make({ values: { Name: 'Ada', Size: 's' }, metadata: { project_name: 'Spring' } })
    const before = await used()
    const { status, body } = await finalize(test, fill.id, {
      values: { Name: 'Grace' },
      external_order_id: 'order 11',
      customer_email: 'grace@example.com',
      customer_name: 'Grace',
      quantity: 100,
      line_ref: 'line 2',
      due_at: '2026-08-01T00:00:00Z',
      metadata: { station: '4' },
    })
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.have.all.keys('fill', 'render')
    expect(body.fill).to.deep.include({
      status: 'finalized',
      values: { [template.name]: 'Grace', [template.size]: 's' },
      external_order_id: 'order 11',
      customer_email: 'grace@example.com',
      customer_name: 'Grace',
      quantity: 100,
      line_ref: 'line 2',
      due_at: '2026-08-01T00:00:00.000Z',
      metadata: { project_name: 'Spring', station: '4' },
      finalized_at: body.render.created_at,
      last_render_id: body.render.id,
    })
    expect(body.render).to.include({
      fill_id: fill.id,
      kind: 'final',
      status: 'succeeded',
      external_order_id: 'order 11',
      customer_email: 'grace@example.com',
      project_name: 'Spring',
      scene_revision: 1,
    })
    const file = await fetch(body.render.signed_url)
    expect((await file.arrayBuffer()).byteLength).to.equal(body.render.size_bytes)
    expect(await used()).to.equal(before + 1)
    expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created', 'fill.finalized'])
    expect(await eventsOf(test, body.render.id)).to.deep.equal(['render.succeeded'])
    const byOrder = await test.json('/v1/renders?external_order_id=order%2011')
    expect(byOrder.body.data.map((render: { id: string }) => render.id)).to.deep.equal([body.render.id])
    expect((await retrieve(fill.id)).last_render.id).to.equal(body.render.id)
  })

  it('again answers what is stored, and applies nothing of the later request', async () => {
    const fill = await make()
    const first = await finalize(test, fill.id, { external_order_id: 'order 12' })
    const count = await used()
    const again = await finalize(test, fill.id, {
      external_order_id: 'order 13',
      values: { Name: 'Mallory' },
      customer_name: 'Mallory',
    })
    expect(again.status).to.equal(200)
    expect(again.body).to.include({ idempotent_replay: true })
    expect(again.body.warning).to.match(/external_order_id/)
    expect(again.body.fill).to.deep.equal(first.body.fill)
    expect(again.body.render.id).to.equal(first.body.render.id)
    const same = await finalize(test, fill.id, { external_order_id: 'order 12' })
    expect(same.body).to.not.have.property('warning')
    expect(await used()).to.equal(count)
    expect((await test.json('/v1/renders?external_order_id=order%2013')).body.data).to.deep.equal([])
    expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created', 'fill.finalized'])
  })

  it('is refused for values that cannot be printed, and changes nothing', async () => {
    const fill = await make({ values: { Name: 'Ada' } })
    const count = await used()
    const refusals: [Record<string, unknown>, string, string?][] = [
      [{ values: { Name: '字' }, external_order_id: 'x' }, 'values_not_printable', 'glyph_missing'],
      [{ values: { Name: 'W'.repeat(40) } }, 'values_not_printable', 'text_does_not_fit'],
      [{ values: { Name: ' ' } }, 'values_not_printable', 'required_value_missing'],
      [{ values: { nobody: 'x' } }, 'unknown_field', 'unknown_field'],
      [{ values: { Size: 'xl' } }, 'invalid_option', 'invalid_option'],
      [{ customer_name: 'x'.repeat(201) }, 'invalid_parameter'],
      [{ customer_email: 'nobody' }, 'invalid_parameter'],
    ]
    for (const [request, code, detail] of refusals) {
      const { status, body } = await finalize(test, fill.id, request)
      expect([status, body.error.code], JSON.stringify(request)).to.deep.equal([400, code])
      if (detail !== undefined) expect(body.error.details[0].code).to.equal(detail)
    }
    const { body } = await finalize(test, fill.id, { values: { Name: 'W'.repeat(40) } })
    expect(body.error.details[0]).to.include({ field_id: template.name, page: 0 })
    expect(body.error.details[0].found).to.be.above(body.error.details[0].expected)
    expect(await retrieve(fill.id)).to.deep.equal({ fill, last_render: null })
    expect(await used()).to.equal(count)
    expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created'])
    expect((await finalize(test, fill.id)).status).to.equal(200)
  })

  it('is refused once its time is over', async () => {
    const fill = await make()
    test.clock.advance(30 * 86_400_000 - 1)
    const other = await make()
    expect((await finalize(test, other.id)).status).to.equal(200)
    test.clock.advance(1)
    const { status, body } = await finalize(test, fill.id)
    expect([status, body.error.code]).to.deep.equal([409, 'fill_expired'])
    expect((await retrieve(fill.id)).fill).to.include({ status: 'expired', status_reason: 'ttl' })
  })

  it('counts beyond the monthly allowance, and is never refused for it', async () => {
    const { ports } = test.server
    const month = '202608'
    test.clock.set(Date.UTC(2026, 7, 20))
    const fill = await make()
    const before = await ports.store.usage.read(test.team.id, month)
    expect((await finalize(test, fill.id)).status).to.equal(200)
    expect(await ports.store.usage.read(test.team.id, month)).to.equal(before + 1)
  })

  it('goes on at the revision it began with, when its template is changed, paused or archived', async () => {
    const own = await liveTemplate(test)
    const path = `/v1/templates/${own.id}`
    const fill = await makeFill(test, { template_id: own.id })
    const other = await makeFill(test, { template_id: own.id })
    const { scene } = (await test.json(`${path}/scene`)).body
    await test.json(`${path}/scene`, { method: 'PUT', body: { ...scene, text_output: 'outlines' } })
    await test.json(`${path}/publish`, { method: 'POST' })
    const newer = await makeFill(test, { template_id: own.id })
    expect(newer.scene_revision).to.equal(2)
    await test.json(`${path}/pause`, { method: 'POST' })
    const first = await finalize(test, fill.id)
    expect([first.status, first.body.render.scene_revision]).to.deep.equal([200, 1])
    await test.json(`${path}/archive`, { method: 'POST' })
    const edited = await test.json(`/v1/fills/${other.id}`, {
      method: 'PATCH',
      body: { values: { Name: 'Eve' } },
    })
    expect(edited.body.fill.printable).to.equal(true)
    expect((await finalize(test, other.id)).body.render.scene_revision).to.equal(1)
    const refused = await test.json('/v1/fills', { body: { template_id: own.id } })
    expect([refused.status, refused.body.error.code]).to.deep.equal([404, 'template_not_live'])
  })

  it('after a fault of the machinery keeps a failed render, replays it, and lets it be run again', async () => {
    const own = await liveTemplate(test)
    const { ports } = test.server
    const plan = (await ports.store.templates.find(test.team.id, own.id))?.plan
    const path = await ports.files.localPath(plan?.bodySha256 ?? '')
    const body = await readFile(path)
    await rm(path)
    const fill = await makeFill(test, { template_id: own.id })
    const month = '202608'
    const count = await ports.store.usage.read(test.team.id, month)
    const failed = await finalize(test, fill.id, { external_order_id: 'order 14' })
    expect([failed.status, failed.body.error.code]).to.deep.equal([502, 'render_failed'])
    const renderId = failed.body.error.render_id
    expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created', 'fill.finalized'])
    expect(await eventsOf(test, renderId)).to.deep.equal(['render.failed'])
    expect(await ports.store.usage.read(test.team.id, month)).to.equal(count)

    const replay = await finalize(test, fill.id)
    expect(replay.body).to.include({ idempotent_replay: true })
    expect(replay.body.fill).to.include({ status: 'finalized', external_order_id: 'order 14' })
    expect(replay.body.render).to.include({ id: renderId, status: 'failed', signed_url: null })

    await writeFile(path, body)
    const retried = await test.json(`/v1/renders/${renderId}/retry`, { method: 'POST' })
    expect(retried.body.render).to.include({
      id: renderId,
      status: 'succeeded',
      external_order_id: 'order 14',
    })
    expect(await ports.store.usage.read(test.team.id, month), 'counted once it is there').to.equal(count + 1)
    const done = await finalize(test, fill.id)
    expect(done.body.render).to.include({ id: renderId, status: 'succeeded' })
  })
})

for (const database of DATABASES)
  describe(`A hundred finalizes of one fill at once, on ${longOn(database)}`, () => {
    let test: TestServer
    before(async function () {
      needsDatabase(this, database)
      test = await openTestServer({ press: openSamplePress(), database })
    })
    after(() => test?.close())

    it('give one render and 99 replays of it', async () => {
      const template = await liveTemplate(test)
      const fill = await makeFill(test, { template_id: template.id })
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, at) => finalize(test, fill.id, { external_order_id: `order ${at}` })),
      )
      expect(new Set(replies.map((reply) => reply.status))).to.deep.equal(new Set([200]))
      const replays = replies.filter((reply) => reply.body.idempotent_replay === true)
      expect(replays).to.have.length(99)
      expect(new Set(replies.map((reply) => reply.body.render.id)).size).to.equal(1)
      expect(new Set(replies.map((reply) => reply.body.fill.external_order_id)).size).to.equal(1)
      expect((await test.json('/v1/renders')).body.data).to.have.length(1)
      expect(await test.server.ports.store.usage.read(test.team.id, MONTH)).to.equal(1)
      expect(await eventsOf(test, fill.id)).to.deep.equal(['fill.created', 'fill.finalized'])
    })

    it('print an edit that came while the print file was being made, and do not lose it', async () => {
      const template = await liveTemplate(test)
      const fill = await makeFill(test, { template_id: template.id, values: { Name: 'start' } })
      const { files, store } = test.server.ports
      const read = files.read.bind(files)
      let edits = 0
      // The body is read for its hash after layout and tail were made, and before anything is written.
      Object.assign(files, {
        async *read(...given: Parameters<typeof read>) {
          const body = { values: { Name: 'edit' }, external_cart_id: 'cart' }
          const reply = await test.json(`/v1/fills/${fill.id}`, { method: 'PATCH', body })
          if (reply.status === 200) edits += 1
          yield* read(...given)
        },
      })
      const { status, body } = await finalize(test, fill.id)
      Object.assign(files, { read })
      expect([status, edits]).to.deep.equal([200, 1])
      expect(body.fill).to.include({ status: 'finalized', external_cart_id: 'cart' })
      expect(body.fill.values).to.deep.equal({ [template.name]: 'edit' })
      const stored = await store.renders.find(test.team.id, body.render.id)
      expect(stored).to.include({ externalCartId: 'cart' })
      expect(stored?.values[template.name]).to.equal('edit')
    })
  })
