/** The states of an embed session over HTTP against a model of them: any order of requests, any lapse of time. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { SessionStatus } from '../../../../core/service/embed/session.ts'
import { inForm } from '../../../support/run/form.ts'
import { ABSENT } from '../../../support/service/other-team.ts'
import { openStorefront, type Storefront } from '../../../support/service/storefront.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const LIFETIME_MS = 20 * MINUTE_MS

interface Model {
  /** As it was written; an active one whose time is over is expired all the same. */
  stored: SessionStatus
  endsAt: number
  readonly openedAt: number
  fill: 'none' | 'open' | 'finalized' | 'expired'
  wasCompleted: boolean
  wasCanceled: boolean
  /** How often the end of its time is told. */
  expiries: number
  printable: boolean
}
interface Real {
  readonly shop: Storefront
  readonly id: string
  readonly secret: string
  fillId: string | null
}
type Command = fc.AsyncCommand<Model, Real>

const statusOf = (model: Model, now: number): SessionStatus =>
  model.stored === 'active' && model.endsAt <= now ? 'expired' : model.stored

/** A command that can always be given; what it answers is the model's to say. */
function command(
  name: string,
  run: (model: Model, real: Real, status: SessionStatus) => Promise<void>,
): Command {
  return {
    check: () => true,
    async run(model, real) {
      const { test } = real.shop
      await run(model, real, statusOf(model, test.clock.now()))
      const { embed_session: shown } = (await test.json(`/v1/embed/sessions/${real.id}`)).body
      expect(shown.status).to.equal(statusOf(model, test.clock.now()))
      expect(shown.completed_at !== null).to.equal(model.wasCompleted)
      expect(shown.canceled_at !== null).to.equal(model.wasCanceled)
      expect(Date.parse(shown.expires_at)).to.equal(model.endsAt)
      expect(shown.fill_id).to.equal(real.fillId)
      if (real.fillId === null) return
      const { fill } = (await test.json(`/v1/fills/${real.fillId}`)).body
      expect(fill.status).to.equal(model.fill)
    },
    toString: () => name,
  }
}

type Reply = Awaited<ReturnType<Storefront['shopper']>>
const refused = (reply: Reply) => [reply.status, reply.body.error?.code]

/** What a closed session answers, or a fill that has ended; false where the request is to be done. */
function isRefused(model: Model, status: SessionStatus, reply: Reply): boolean {
  if (status !== 'active') expect(refused(reply)).to.deep.equal([410, `embed_session_${status}`])
  else if (model.fill === 'finalized') expect(refused(reply)).to.deep.equal([409, 'fill_not_open'])
  else if (model.fill === 'expired') expect(refused(reply)).to.deep.equal([409, 'fill_expired'])
  else return false
  return true
}

function extend(model: Model, now: number): void {
  model.endsAt = Math.min(model.openedAt + DAY_MS, Math.max(model.endsAt, now + LIFETIME_MS))
}

const save = (name: string) =>
  command(`save(${name})`, async (model, real, status) => {
    const { shop, id, secret } = real
    const body = { embed_session: id, values: { Name: name } }
    const reply = await shop.shopper('/v1/embed/fills', secret, { body })
    if (isRefused(model, status, reply)) return
    expect(reply.status).to.equal(model.fill === 'none' ? 201 : 200)
    real.fillId ??= reply.body.fill.id
    expect(reply.body.fill.id).to.equal(real.fillId)
    Object.assign(model, { fill: 'open', printable: name !== '' })
    extend(model, shop.test.clock.now())
  })

const edit = (name: string) =>
  command(`edit(${name})`, async (model, { shop, secret, fillId }, status) => {
    const path = `/v1/embed/fills/${fillId ?? `fill_${ABSENT}`}`
    const reply = await shop.shopper(path, secret, { method: 'PATCH', body: { values: { Name: name } } })
    if (fillId === null) {
      expect(refused(reply)).to.deep.equal([404, 'not_found'])
      return
    }
    if (isRefused(model, status, reply)) return
    expect(reply.status).to.equal(200)
    model.printable = name !== ''
    extend(model, shop.test.clock.now())
  })

const look = () =>
  command('look', async (_, { shop, secret, fillId }, status) => {
    const reply = await shop.test.send(`/v1/embed/fills/${fillId ?? `fill_${ABSENT}`}/preview`, {
      key: null,
      headers: { 'x-service-client-secret': secret },
    })
    await reply.arrayBuffer()
    if (fillId === null) expect(reply.status).to.equal(404)
    else if (status !== 'active') expect(reply.status).to.equal(410)
    else expect(reply.status).to.be.oneOf([200, 503])
  })

const complete = () =>
  command('complete', async (model, { shop, secret, fillId }, status) => {
    const path = `/v1/embed/fills/${fillId ?? `fill_${ABSENT}`}/complete`
    const reply = await shop.shopper(path, secret, { method: 'POST' })
    if (fillId === null) {
      expect(refused(reply)).to.deep.equal([404, 'not_found'])
      return
    }
    if (isRefused(model, status, reply)) return
    if (!model.printable) {
      expect(refused(reply)).to.deep.equal([422, 'fill_not_printable'])
      return
    }
    expect(reply.status).to.equal(200)
    Object.assign(model, { stored: 'completed', wasCompleted: true })
  })

/** By the shop: 200 from every state, whatever was before. */
const end = (to: 'canceled' | 'expired' | 'deleted') =>
  command(`end(${to})`, async (model, { shop, id }) => {
    const path = `/v1/embed/sessions/${id}`
    const reply = await shop.test.json(
      path,
      to === 'deleted' ? { method: 'DELETE' } : { method: 'PATCH', body: { status: to } },
    )
    expect(reply.status).to.equal(200)
    const status = to === 'expired' ? 'expired' : 'canceled'
    expect(reply.body.embed_session.status).to.equal(status)
    if (status === 'expired' && model.stored === 'active') model.expiries += 1
    if (status === 'canceled') model.wasCanceled = true
    model.stored = status
  })

/** The shop's server finalizes or cancels the fill, in whatever state the session is. */
const order = (what: 'finalize' | 'cancel') =>
  command(what, async (model, { shop, fillId }, status) => {
    if (fillId === null) return
    const { test } = shop
    if (what === 'finalize') {
      const reply = await test.json(`/v1/fills/${fillId}/finalize`, { method: 'POST' })
      if (model.fill === 'expired') expect(reply.status).to.equal(409)
      else if (model.fill === 'open' && !model.printable) expect(reply.status).to.equal(400)
      else {
        expect(reply.status).to.equal(200)
        model.fill = 'finalized'
      }
      return
    }
    const reply = await test.json(`/v1/fills/${fillId}/status`, { body: { status: 'canceled' } })
    expect(reply.status).to.equal(200)
    // The fill's session ends with it, unless it has ended by itself.
    if (model.fill !== 'expired' && status === 'active')
      Object.assign(model, { stored: 'canceled', wasCanceled: true })
    model.fill = 'expired'
  })

const wait = (minutes: number) =>
  command(`wait(${minutes})`, async (_, { shop }) => shop.test.clock.advance(minutes * MINUTE_MS))

const sweep = () =>
  command('sweep', async (model, { shop }, status) => {
    await shop.test.server.service.sessions.expire(1_000)
    if (model.stored !== 'active' || status !== 'expired') return
    Object.assign(model, { stored: 'expired', expiries: model.expiries + 1 })
  })

describe('An embed session, by any order of requests', () => {
  let shop: Storefront
  before(async () => {
    const limits = { RATE_LIMIT_SESSION_PER_MINUTE: '100000', RATE_LIMIT_PREVIEW_PER_MINUTE: '100000' }
    shop = await openStorefront({ env: { ...limits, ROLES: 'api' } })
  })
  after(() => shop.test.close())

  const open = async () => {
    const body = { template_id: shop.templateId, expires_in: LIFETIME_MS / 1000 }
    return (await shop.test.json('/v1/embed/sessions', { body })).body
  }
  const toldOf = async (id: string, type: string) =>
    (await shop.test.json(`/v1/events?object_id=${id}&type=${type}`)).body.data.length

  it('stands as its model does', async () => {
    const name = fc.constantFrom('Ada', 'Grace', '')
    const commands = fc.commands(
      [
        name.map(save),
        name.map(edit),
        fc.constant(look()),
        fc.constant(complete()),
        fc.constantFrom('canceled' as const, 'expired' as const, 'deleted' as const).map(end),
        fc.constantFrom('finalize' as const, 'cancel' as const).map(order),
        fc.constantFrom(1, 19, 20, 1_430).map(wait),
        fc.constant(sweep()),
      ],
      { maxCommands: 20, size: '+1' },
    )
    const property = fc.asyncProperty(fc.boolean(), commands, async (begun, given) => {
      const opened = await open()
      const { id } = opened.embed_session
      const now = shop.test.clock.now()
      const model: Model = {
        stored: 'active',
        openedAt: now,
        endsAt: now + LIFETIME_MS,
        fill: 'none',
        wasCompleted: false,
        wasCanceled: false,
        expiries: 0,
        printable: true,
      }
      const real: Real = { shop, id, secret: opened.client_secret, fillId: null }
      if (begun) await save('Ada').run(model, real)
      await fc.asyncModelRun(() => ({ model, real }), given)
      expect(await toldOf(id, 'embed_session.completed')).to.equal(model.wasCompleted ? 1 : 0)
      expect(await toldOf(id, 'embed_session.expired')).to.equal(model.expiries)
    })
    await fc.assert(property, { numRuns: inForm(20, 200) })
  })
})
