/** Production over HTTP: approved, to print, printing, done, held, failed, canceled; what is planned, counted and found. */
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

describe('The production of a fill', () => {
  let test: TestServer
  let template: LiveTemplate
  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    template = await liveTemplate(test)
  })
  after(() => test.close())

  const make = (more: Record<string, unknown> = {}) => makeFill(test, { template_id: template.id, ...more })
  const change = (id: string, body: Record<string, unknown>) =>
    test.json(`/v1/fills/${id}`, { method: 'PATCH', body })
  const listed = async (query: string) =>
    (await test.json(`/v1/fills?${query}`)).body.data.map(({ id }: { id: string }) => id)
  const counts = async (query = '') => (await test.json(`/v1/production${query}`)).body.production

  it('goes from draft to done, in lists and counts, with an event for each step', async () => {
    const fill = await make()
    expect(fill).to.include({ production_status: 'draft', approved_at: null, notes: null, assignee: null })
    const approved = (await change(fill.id, { production_status: 'approved' })).body.fill
    expect(approved).to.include({ production_status: 'approved', approved_at: '2026-07-15T12:00:00.000Z' })
    expect(await listed('production_status=approved')).to.deep.equal([fill.id])
    expect(await counts()).to.include({ approved: 1, to_print: 0 })
    await finalize(test, fill.id)
    expect(await listed('production_status=approved')).to.deep.equal([])
    expect(await listed('production_status=to_print')).to.deep.equal([fill.id])
    const printing = await change(fill.id, { production_status: 'printing', assignee: 'Mia' })
    expect(printing.body.fill).to.include({
      production_status: 'printing',
      assignee: 'Mia',
      printed_at: null,
    })
    const done = (await change(fill.id, { production_status: 'done' })).body.fill
    expect(done).to.include({ production_status: 'done', printed_at: '2026-07-15T12:00:00.000Z' })
    expect(done.status).to.equal('finalized')
    expect(await counts('?printed_since=2026-07-15T00:00:00Z')).to.include({ to_print: 0, printed: 1 })
    expect(await counts('?printed_since=2026-07-16T00:00:00Z')).to.include({ printed: 0 })
    expect((await change(fill.id, { production_status: 'to_print' })).body.fill).to.include({
      production_status: 'to_print',
      printed_at: null,
    })
    expect((await eventsOf(test, fill.id)).filter((type) => type === 'fill.updated')).to.have.length(4)
    await test.json(`/v1/fills/${fill.id}/status`, { method: 'PATCH', body: { status: 'canceled' } })
    expect(await listed('production_status=canceled')).to.deep.equal([fill.id])
    const late = await change(fill.id, { production_status: 'done' })
    expect([late.status, late.body.error.code]).to.deep.equal([409, 'fill_status_conflict'])
  })

  it('counts an order as approved, and is held and released at every step', async () => {
    const { id } = await make({ external_order_id: 'R-77' })
    expect(await listed('production_status=approved')).to.include(id)
    const said = (await change(id, { production_status: 'approved' })).body.fill
    expect(said.approved_at).to.equal('2026-07-15T12:00:00.000Z')
    const held = (await change(id, { production_status: 'held', notes: 'Paper is out.' })).body.fill
    expect(held).to.include({ production_status: 'held', held_reason: 'staff', notes: 'Paper is out.' })
    expect(await counts()).to.include({ held: 1 })
    const released = (await change(id, { production_status: 'approved' })).body.fill
    expect(released).to.include({ production_status: 'approved', held_reason: null })
    await finalize(test, id)
    await change(id, { production_status: 'held' })
    expect(await listed('production_status=held')).to.deep.equal([id])
    expect((await change(id, { production_status: 'printing' })).body.fill.held_reason).to.equal(null)
  })

  it('takes notes, assignee and due date of a finalized fill, and no other edit beside them', async () => {
    const { id } = await make()
    await finalize(test, id)
    const plan = { notes: 'Rush', assignee: 'Mia', due_at: '2026-08-01T08:00:00.000Z' }
    expect((await change(id, plan)).body.fill).to.include(plan)
    expect((await change(id, { due_at: null })).body.fill).to.include({ due_at: null, notes: 'Rush' })
    for (const [body, status, code] of [
      [{ notes: 'x', quantity: 2 }, 400, 'invalid_parameter'],
      [{ production_status: 'approved' }, 409, 'fill_status_conflict'],
      [{ production_status: 'failed' }, 400, 'invalid_parameter'],
      [{ quantity: 2 }, 409, 'fill_not_open'],
    ] as const) {
      const reply = await change(id, body)
      expect([reply.status, reply.body.error?.code], JSON.stringify(body)).to.deep.equal([status, code])
    }
    const open = await make()
    const early = await change(open.id, { production_status: 'printing' })
    expect([early.status, early.body.error.code]).to.deep.equal([409, 'fill_status_conflict'])
  })

  it('says how many copies were refunded after the print file was created, and never more than there are', async () => {
    const { id } = await make({ quantity: 3 })
    const early = await change(id, { refunded_quantity: 1 })
    expect([early.status, early.body.error.code]).to.deep.equal([409, 'fill_status_conflict'])
    await finalize(test, id)
    for (const refunded of [1, 1, 3, 0])
      expect((await change(id, { refunded_quantity: refunded })).body.fill).to.include({
        quantity: 3,
        refunded_quantity: refunded,
        production_status: 'to_print',
      })
    expect((await eventsOf(test, id)).filter((type) => type === 'fill.updated')).to.have.length(3)
    const { body } = await change(id, { refunded_quantity: 4 })
    expect(body.error).to.include({ code: 'invalid_parameter', param: 'refunded_quantity' })
  })

  it('is found by the beginnings of words, in any case, within a range of dates', async () => {
    const { id } = await make({ customer_name: 'Łukasz Żółć', values: { Name: 'Ångström' } })
    for (const words of ['lukasz', 'ZOLC', 'angs', 'card zol'])
      expect(await listed(`search=${encodeURIComponent(words)}`), words).to.deep.equal([id])
    expect(await listed('search=ukasz')).to.deep.equal([])
    expect(await listed('search=lukasz&until=2026-07-15T12:00:00Z')).to.deep.equal([])
    expect(await listed('search=lukasz&until=2026-07-15T12:00:01Z')).to.deep.equal([id])
    test.clock.advance(31 * 86_400_000)
    expect(await listed('search=lukasz&production_status=canceled')).to.deep.equal([id])
  })
})
