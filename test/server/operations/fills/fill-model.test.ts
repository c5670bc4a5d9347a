/** The states of a fill over HTTP against a model of them: any order of requests and any lapse of time. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { FillReason, FillStatus } from '../../../../core/service/fill/fill.ts'
import { sweepFills } from '../../../../core/service/fill/sweep.ts'
import { inForm } from '../../../support/run/form.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

const DAY = 86_400_000

interface Model {
  status: FillStatus
  reason: FillReason | null
  everFinalized: boolean
  name: string
  /** The order that it belongs to: the first one that was said stays. */
  order: string | null
  endsAt: number
}
interface Real {
  readonly test: TestServer
  readonly id: string
  readonly template: LiveTemplate
}
type Command = fc.AsyncCommand<Model, Real>

/** A command that can always be given; what it answers is the model's to say. */
function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      if (model.status === 'open' && model.endsAt <= real.test.clock.now()) {
        model.status = 'expired'
        model.reason = 'ttl'
      }
      await run(model, real)
      const { fill, last_render: render } = (await real.test.json(`/v1/fills/${real.id}`)).body
      expect(fill.status).to.equal(model.status)
      expect(fill.status_reason).to.equal(model.reason)
      expect(fill.values[real.template.name]).to.equal(model.name)
      expect(fill.external_order_id).to.equal(model.order)
      expect(render !== null).to.equal(model.everFinalized)
      if (render !== null) expect(render.fill_id).to.equal(real.id)
    },
    toString: () => name,
  }
}

const edit = (name: string) =>
  command(`edit(${name})`, async (model, { test, id }) => {
    const body = { values: { Name: name } }
    const reply = await test.json(`/v1/fills/${id}`, { method: 'PATCH', body })
    if (model.status !== 'open') {
      const code = model.status === 'expired' ? 'fill_expired' : 'fill_not_open'
      expect([reply.status, reply.body.error.code]).to.deep.equal([409, code])
      return
    }
    expect(reply.status).to.equal(200)
    if (model.name !== name) model.endsAt = test.clock.now() + 30 * DAY
    model.name = name
  })

const finish = (name: string, order: string) =>
  command(`finalize(${name}, ${order})`, async (model, { test, id }) => {
    const { status, body } = await finalize(test, id, { values: { Name: name }, external_order_id: order })
    if (model.status === 'expired') {
      expect([status, body.error.code]).to.deep.equal([409, 'fill_expired'])
      return
    }
    if (model.status === 'open' && name === '字') {
      expect([status, body.error.code]).to.deep.equal([400, 'values_not_printable'])
      return
    }
    expect(status).to.equal(200)
    expect(body.idempotent_replay === true).to.equal(model.status === 'finalized')
    expect(typeof body.warning === 'string').to.equal(model.status === 'finalized' && model.order !== order)
    if (model.status === 'open')
      Object.assign(model, { status: 'finalized', reason: null, everFinalized: true, name, order })
  })

const expire = (reason: FillReason) =>
  command(`expire(${reason})`, async (model, { test, id }) => {
    const reply = await test.json(`/v1/fills/${id}/status`, { body: { status: 'expired', reason } })
    expectEnded(model, reply, reason, null)
  })

/** As a shop says it after a refund: in short, by any of the three routes, and for its order. */
const cancel = (word: 'canceled' | 'refunded', route: string, order: string | null) =>
  command(`${route}(${word}, ${order})`, async (model, { test, id }) => {
    const body = { status: word, ...(order === null ? {} : { external_order_id: order }) }
    const [method, path] = route.split(' ') as [string, string]
    const reply = await test.json(`/v1/fills/${id}${path}`, { method, body })
    expectEnded(model, reply, word, order)
  })

function expectEnded(
  model: Model,
  reply: Awaited<ReturnType<TestServer['json']>>,
  reason: FillReason,
  order: string | null,
): void {
  const isOthers = order !== null && model.order !== null && model.order !== order
  const isFinal = model.status === 'finalized' && reason !== 'refunded' && reason !== 'canceled'
  if (model.status !== 'expired' && (isFinal || isOthers)) {
    expect([reply.status, reply.body.error.code]).to.deep.equal([409, 'fill_status_conflict'])
    return
  }
  expect(reply.status).to.equal(200)
  if (model.status !== 'expired')
    Object.assign(model, { status: 'expired', reason, order: model.order ?? order })
}

const reopen = () =>
  command('reopen', async (model, { test, id }) => {
    const { status } = await test.json(`/v1/fills/${id}/status`, { body: { status: 'open' } })
    const allowed =
      model.status === 'open' ||
      (model.status === 'expired' && !model.everFinalized && model.reason !== 'refunded')
    expect(status).to.equal(allowed ? 200 : 409)
    if (!allowed || model.status === 'open') return
    Object.assign(model, { status: 'open', reason: null, endsAt: test.clock.now() + 30 * DAY })
  })

const wait = (days: number) =>
  command(`wait(${days})`, async (model, { test }) => {
    test.clock.advance(days * DAY)
    if (model.status === 'open' && model.endsAt <= test.clock.now())
      Object.assign(model, { status: 'expired', reason: 'ttl' })
  })

const sweep = () =>
  command('sweep', async (_, { test }) => {
    await sweepFills(test.server.ports, 100)
  })

describe('A fill, by any order of requests', () => {
  let test: TestServer
  let template: LiveTemplate
  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    template = await liveTemplate(test)
  })
  after(() => test.close())

  it('stands as its model does', async () => {
    const name = fc.constantFrom('Ada', 'Grace', '字', '')
    const printable = fc.constantFrom('Ada', 'Grace', '字')
    const order = fc.constantFrom('order 1', 'order 2')
    const route = fc.constantFrom('PATCH ', 'PATCH /status', 'POST /status')
    const reason = fc.constantFrom<FillReason>('refunded', 'canceled', 'ttl', 'session_expired', 'manual')
    const commands = fc.commands(
      [
        name.map(edit),
        fc.tuple(printable, order).map(([to, by]) => finish(to, by)),
        fc
          .tuple(fc.constantFrom('canceled' as const, 'refunded' as const), route, fc.option(order))
          .map(([word, by, of]) => cancel(word, by, of)),
        reason.map(expire),
        fc.constant(reopen()),
        fc.constantFrom(1, 29, 30).map(wait),
        fc.constant(sweep()),
      ],
      { maxCommands: 16, size: '+1' },
    )
    const property = fc.asyncProperty(commands, async (given) => {
      const { id } = await makeFill(test, { template_id: template.id, values: { Name: 'Start' } })
      const endsAt = test.clock.now() + 30 * DAY
      const model: Model = {
        ...{ status: 'open', reason: null, everFinalized: false },
        ...{ name: 'Start', order: null, endsAt },
      }
      await fc.asyncModelRun(() => ({ model, real: { test, id, template } }), given)
      const renders = await test.server.ports.store.renders.list(
        test.team.id,
        { fillId: id },
        { limit: 9, startingAfter: null },
      )
      expect(renders.items).to.have.length(model.everFinalized ? 1 : 0)
    })
    await fc.assert(property, { numRuns: inForm(20, 200) })
  })
})
