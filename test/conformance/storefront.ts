/** What every storefront adapter must do, run once for each: no order lost, none printed twice, none for the wrong person. */
import { expect } from 'chai'
import type { AdapterKind } from '../../core/service/storefront/contract.ts'
import { placesOf } from '../support/database/dump.ts'
import { eventually } from '../support/run/eventually.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import { type AdapterShop, nextOrder, openAdapterShop, type Stage } from '../support/shops/adapter-shop.ts'
import type { Abilities, SamplePlatform } from '../support/shops/sample-order.ts'
import { describeChangedDesigns } from './storefront-again.ts'
import { describeHostileHooks } from './storefront-hostile.ts'
import { describeWrongPersons } from './storefront-persons.ts'

export interface StorefrontUnderTest {
  readonly kind: AdapterKind
  readonly abilities: Abilities
  /** A platform of its own for each run. */
  open(): Promise<SamplePlatform>
  /** How the shop is opened, where the platform needs more than settings. */
  openShop?(kind: AdapterKind, env: Readonly<Record<string, string>>): Promise<AdapterShop>
}

export function describeStorefront(name: string, under: StorefrontUnderTest): void {
  describe(`the storefront adapter ${name}`, () => {
    let stage: Stage | undefined
    const current = (): Stage => {
      if (stage === undefined) throw new Error('The stage is not set.')
      return stage
    }
    before(async () => {
      stage = await openStage(under)
    })
    after(async () => {
      await stage?.shop.close()
      await stage?.platform.close()
    })

    describeOrders(current)
    describeChangedDesigns(current)
    describeRefunds(current)
    describeWriteBack(current, under)
    describeWrongPersons(current)
    describeHostileHooks(current)
  })
}

async function openStage(under: StorefrontUnderTest): Promise<Stage> {
  const platform = await under.open()
  const shop = await (under.openShop ?? openAdapterShop)(under.kind, platform.env)
  const hook: Stage['hook'] = (topic, order) => platform.hook(topic, order, shop.test.clock.now())
  return {
    ...{ shop, platform, abilities: under.abilities, hook },
    tell: async (topic, order) => shop.send(await hook(topic, order)),
  }
}

function describeOrders(current: () => Stage): void {
  it('finalizes the fills of a paid order with its reference, quantity and line, and nothing else', async () => {
    const { shop, tell, abilities } = current()
    const [first, second] = [await shop.fill(), await shop.fill()]
    const dueAt = Date.UTC(2026, 6, 20, 8)
    const plain = { id: '3', fill: null, product: 'tea', variant: null, quantity: 1 }
    const lines = [
      { id: '1', fill: first, product: 'mug', variant: null, quantity: 2 },
      { id: '2', fill: second, product: 'cup', variant: null, quantity: 75 },
      plain,
    ]
    const order = nextOrder(null, { lines, dueAt: abilities.dueDates ? dueAt : null })
    expect((await tell('paid', order)).status).to.equal(200)
    const settled = await shop.settled(order.id, { 1: 'finalized', 2: 'finalized' })
    expect(Object.keys(settled)).to.deep.equal(['1', '2'])
    const fill = await shop.readFill(second)
    expect(fill.status).to.equal('finalized')
    expect(fill.external_order_id).to.contain(order.id)
    expect(fill.quantity).to.equal(75)
    expect(fill.line_ref).to.equal('2')
    expect(fill.customer_email).to.equal('ada@example.com')
    if (abilities.dueDates) expect(Date.parse(fill.due_at)).to.equal(dueAt)
    const [print] = await shop.prints(second)
    expect(settled[2]?.render_id).to.equal(print.id)
    const found = await shop.test.json(
      `/v1/renders?external_order_id=${encodeURIComponent(fill.external_order_id)}`,
    )
    expect(found.body.data.map((render: { fill_id: string }) => render.fill_id)).to.have.members([
      first,
      second,
    ])
  })

  it('prints nothing of an order that is not paid, until it is', async () => {
    const { shop, tell } = current()
    const fill = await shop.fill()
    const order = nextOrder(fill)
    await tell('created', order)
    await shop.idle()
    expect((await shop.readFill(fill)).status).to.equal('open')
    await tell('paid', { ...order, changedAt: order.changedAt + 1000 })
    await shop.settled(order.id, { 1: 'finalized' })
  })

  it('prints once, however often and in whatever order its hooks come', async () => {
    const { shop, hook } = current()
    const fill = await shop.fill()
    const order = nextOrder(fill)
    const hooks = [
      await hook('created', order),
      await hook('paid', { ...order, changedAt: order.changedAt + 1 }),
    ]
    const [created, paid] = hooks
    for (const one of [paid, created, paid, paid, created]) {
      if (one !== undefined) expect((await shop.send(one)).status).to.equal(200)
    }
    await Promise.all(hooks.map((one) => shop.send(one)))
    await shop.settled(order.id, { 1: 'finalized' })
    await shop.idle()
    expect(await shop.prints(fill)).to.have.length(1)
  })

  it('knows when the goods have left', async function () {
    const { shop, tell, abilities } = current()
    if (!abilities.ships) leavePending(this, 'a platform that tells of shipping')
    const order = nextOrder(await shop.fill())
    await tell('paid', order)
    await shop.settled(order.id, { 1: 'finalized' })
    await tell('shipped', { ...order, changedAt: order.changedAt + 1000 })
    const { 1: line } = await shop.settled(order.id, { 1: 'fulfilled' })
    expect(line?.render_status).to.equal('succeeded')
  })

  it('erases what a person gave when the platform asks for it', async function () {
    const { shop, tell, abilities } = current()
    if (!abilities.erases) leavePending(this, 'a platform that asks for erasure')
    const fill = await shop.fill()
    const order = nextOrder(fill, { email: 'zoe@example.com', name: 'Zoe Quartz' })
    await tell('paid', order)
    await shop.settled(order.id, { 1: 'finalized' })
    await tell('erased', order)
    await shop.idle()
    const erased = await shop.readFill(fill)
    expect(erased.erased_at).to.be.a('string')
    expect(JSON.stringify(erased)).not.to.contain('zoe@example.com')
    expect(await placesOf(shop.test, ['zoe@example.com', 'Zoe Quartz'])).to.deep.equal([])
  })

  it('finds an order whose hook never came', async function () {
    const { shop, platform, abilities } = current()
    if (!abilities.lists) leavePending(this, 'a platform that lists its orders')
    const fill = await shop.fill()
    const order = nextOrder(fill, { changedAt: shop.test.clock.now() })
    await platform.hook('paid', order, shop.test.clock.now())
    shop.test.clock.advance(11 * 60_000)
    await shop.settled(order.id, { 1: 'finalized' })
    expect(await shop.prints(fill)).to.have.length(1)
  })
}

/** Waits until the job knows how many of its copies were refunded after printing. */
async function refundedCopies(shop: AdapterShop, fillId: string, count: number): Promise<void> {
  const fill = await eventually(() => shop.readFill(fillId), {
    until: ({ refunded_quantity }) => refunded_quantity === count,
  })
  expect(fill.quantity).to.equal(3)
}

function describeRefunds(current: () => Stage): void {
  const paid = async (quantity: number) => {
    const { shop, tell } = current()
    const [first, second] = [await shop.fill(), await shop.fill()]
    const lines = [
      { id: '1', fill: first, product: 'mug', variant: null, quantity },
      { id: '2', fill: second, product: 'mug', variant: null, quantity },
    ]
    const order = nextOrder(null, { lines })
    await tell('paid', order)
    await shop.settled(order.id, { 1: 'finalized', 2: 'finalized' })
    return { shop, tell, order, first, second }
  }
  const refund = (id: string, ...lines: { line: string; quantity: number }[]) => ({ id, lines })

  it('withdraws every fill of a canceled order', async () => {
    const { shop, tell, order, first, second } = await paid(2)
    await tell('canceled', { ...order, changedAt: order.changedAt + 1000 })
    await shop.settled(order.id, { 1: 'withdrawn', 2: 'withdrawn' })
    for (const id of [first, second]) {
      const fill = await shop.readFill(id)
      expect([fill.status, fill.status_reason]).to.deep.equal(['expired', 'canceled'])
    }
  })

  it('withdraws a line once all of its quantity is refunded, in one go or several, and no other', async () => {
    const { shop, tell, order, first, second } = await paid(3)
    const some = {
      ...order,
      changedAt: order.changedAt + 1000,
      refunds: [refund('r1', { line: '1', quantity: 1 })],
    }
    await tell('refunded', some)
    await tell('refunded', some)
    await shop.idle()
    expect((await shop.readFill(first)).status).to.equal('finalized')
    const all = { ...some, changedAt: some.changedAt + 1000 }
    await tell('refunded', { ...all, refunds: [...some.refunds, refund('r2', { line: '1', quantity: 2 })] })
    await shop.settled(order.id, { 1: 'withdrawn', 2: 'finalized' })
    expect((await shop.readFill(first)).status_reason).to.equal('refunded')
    expect((await shop.readFill(second)).status).to.equal('finalized')
  })

  it('prints what was ordered without what was refunded before', async () => {
    const { shop, tell } = current()
    const fill = await shop.fill()
    const lines = [{ id: '1', fill, product: 'mug', variant: null, quantity: 3 }]
    const order = nextOrder(null, { lines })
    await tell('created', order)
    const refunded = {
      ...order,
      changedAt: order.changedAt + 1000,
      refunds: [refund('r1', { line: '1', quantity: 1 })],
    }
    await tell('refunded', refunded)
    await tell('paid', { ...refunded, changedAt: order.changedAt + 2000 })
    await shop.settled(order.id, { 1: 'finalized' })
    expect((await shop.readFill(fill)).quantity).to.equal(2)
  })

  it('says of a line that some of it was refunded after it went to print', async () => {
    const { shop, tell, order, first, second } = await paid(3)
    const refunds = [refund('r1', { line: '1', quantity: 1 })]
    await tell('refunded', { ...order, changedAt: order.changedAt + 1000, refunds })
    await shop.idle()
    const { 1: line, 2: other } = await shop.lines(order.id)
    expect([line.state, line.reason, other.reason]).to.deep.equal(['finalized', 'refunded_after_print', null])
    await refundedCopies(shop, first, 1)
    const more = [...refunds, refund('r2', { line: '1', quantity: 1 })]
    await tell('refunded', { ...order, changedAt: order.changedAt + 2000, refunds: more })
    await refundedCopies(shop, first, 2)
    expect((await shop.readFill(second)).refunded_quantity).to.equal(0)
  })

  it('holds a printed line whose order was canceled and taken up again, and prints a copy once it is released', async () => {
    const { shop, tell, order, first } = await paid(2)
    await tell('canceled', { ...order, changedAt: order.changedAt + 1000 })
    await shop.settled(order.id, { 1: 'withdrawn', 2: 'withdrawn' })
    await tell('paid', { ...order, changedAt: order.changedAt + 2000 })
    const { 1: held } = await shop.settled(order.id, { 1: 'held', 2: 'held' })
    expect(held.reason).to.equal('printed_then_canceled')
    expect(await shop.prints(first)).to.have.length(1)
    const released = await shop.test.json(`/v1/storefront/lines/${held.id}/release`, { method: 'POST' })
    expect(released.status).to.equal(200)
    const { 1: printed } = await shop.settled(order.id, { 1: 'finalized', 2: 'held' })
    const { body } = await shop.test.json(`/v1/renders/${printed.render_id}`)
    expect(body.render.status).to.equal('succeeded')
    expect(body.render.fill_id).not.to.equal(first)
    const copy = await shop.readFill(body.render.fill_id)
    expect([copy.quantity, copy.metadata.copied_from]).to.deep.equal([2, first])
  })

  it('leaves everything as it is when only an amount is refunded', async () => {
    const { shop, tell, order, first } = await paid(1)
    await tell('refunded', { ...order, changedAt: order.changedAt + 1000, refunds: [refund('r1')] })
    await shop.idle()
    expect((await shop.readFill(first)).status).to.equal('finalized')
    expect((await shop.lines(order.id))[1]?.state).to.equal('finalized')
  })

  it('prints nothing of an order whose cancellation came before its payment', async () => {
    const { shop, hook } = current()
    const fill = await shop.fill()
    const order = nextOrder(fill)
    const late = await hook('paid', order)
    const canceled = await hook('canceled', { ...order, changedAt: order.changedAt + 1000 })
    await shop.send(canceled)
    await shop.send(late)
    await shop.idle()
    expect(await shop.prints(fill)).to.have.length(0)
    expect((await shop.readFill(fill)).status).not.to.equal('finalized')
  })
}

function describeWriteBack(current: () => Stage, under: StorefrontUnderTest): void {
  it('writes the print file of each line onto the order, once', async function () {
    const { shop, platform, tell } = current()
    if (platform.written === undefined || platform.writes === undefined)
      leavePending(this, 'a platform that is written back to')
    const fill = await shop.fill()
    const order = nextOrder(fill)
    await tell('paid', order)
    const { 1: line } = await shop.settled(order.id, { 1: 'finalized' })
    await shop.idle()
    expect(platform.written(order.id)?.[1]?.render).to.equal(line?.render_id)
    const writes = platform.writes(order.id)
    await tell('paid', { ...order, changedAt: order.changedAt + 1 })
    await shop.idle()
    expect(platform.writes(order.id)).to.equal(writes)
  })

  it('writes ink and paper of each line onto the order, and again when they are corrected', async function () {
    const { shop, platform, tell } = current()
    if (platform.stock === undefined) leavePending(this, 'a platform that shows ink and paper')
    const fill = await shop.fill()
    const indigo = { index: 1, key: 'indigo', name: 'Letterpress Indigo', hex: '#2f3e6e' }
    const chosen = { colors: [indigo], substrate: { key: 'blush', name: 'Blush', hex: '#f4dcd6' } }
    const edited = await shop.test.json(`/v1/fills/${fill}`, { method: 'PATCH', body: chosen })
    expect(edited.status, JSON.stringify(edited.body)).to.equal(200)
    const order = nextOrder(fill)
    await tell('paid', order)
    const { 1: line } = await shop.settled(order.id, { 1: 'finalized' })
    await shop.idle()
    expect(platform.stock(order.id)['1']).to.deep.equal(['Letterpress Indigo', 'Blush'])
    const kraft = { substrate: { key: 'kraft', name: 'Kraft', hex: '#c6a678' } }
    const corrected = await shop.test.json(`/v1/renders/${line?.render_id}/retry`, { body: kraft })
    expect(corrected.status, JSON.stringify(corrected.body)).to.equal(200)
    await shop.idle()
    expect(platform.stock(order.id)['1']).to.deep.equal(['Letterpress Indigo', 'Kraft'])
  })

  it('prints while the platform answers 429 for minutes, and writes back once it is there again', async function () {
    const { shop, platform, tell } = current()
    if (platform.refuse === undefined || platform.written === undefined || !under.abilities.hookIds)
      leavePending(this, 'a platform that numbers its hooks')
    const fill = await shop.fill()
    const order = nextOrder(fill)
    platform.refuse(true)
    try {
      await tell('paid', order)
      await shop.settled(order.id, { 1: 'finalized' })
      for (let minutes = 0; minutes < 5; minutes += 1) {
        shop.test.clock.advance(60_000)
        await shop.idle()
      }
      expect(platform.written(order.id)).to.equal(null)
    } finally {
      platform.refuse(false)
    }
    // A question that was on its way when the platform came back may have been refused still, and is asked again.
    for (let hours = 0; platform.written(order.id) === null && hours < 5; hours += 1) {
      shop.test.clock.advance(3_600_000)
      await shop.idle()
    }
    expect(platform.written(order.id)?.[1]?.render).to.be.a('string')
    expect(await shop.prints(fill)).to.have.length(1)
  })
}
