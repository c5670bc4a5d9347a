/** What every storefront adapter must do, run once for each: no order lost, none printed twice, none for the wrong person. */
import { expect } from 'chai'
import type { AdapterKind } from '../../core/service/storefront/contract.ts'
import { placesOf } from '../support/database/dump.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import { type AdapterShop, nextOrder, openAdapterShop, type Stage } from '../support/shops/adapter-shop.ts'
import type { Abilities, SamplePlatform } from '../support/shops/sample-order.ts'
import { describeOrderRows } from './order-rows.ts'
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
    describeOrderRows(current)
    describeWriteBack(current, under)
    describeWrongPersons(current)
    describeHostileHooks(current)
  })
}

async function openStage(under: StorefrontUnderTest): Promise<Stage> {
  const platform = await under.open()
  const shop = await (under.openShop ?? openAdapterShop)(under.kind, platform.env)
  const hook: Stage['hook'] = (order) => platform.hook(order, shop.test.clock.now())
  return {
    ...{ shop, platform, abilities: under.abilities, hook },
    tell: async (order) => platform.tell?.(order) ?? shop.send(await hook(order)),
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
    expect((await tell(order)).status).to.equal(200)
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

  it('prints once, however often and in whatever order its hooks come', async () => {
    const { shop, hook } = current()
    const fill = await shop.fill()
    const order = nextOrder(fill)
    const hooks = [
      await hook({ ...order, status: 'open' }),
      await hook({ ...order, changedAt: order.changedAt + 1 }),
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

  it('erases what a person gave when the platform asks for it', async function () {
    const { shop, tell, platform } = current()
    if (platform.erasure === undefined) leavePending(this, 'a platform that asks for erasure')
    const fill = await shop.fill()
    const order = nextOrder(fill, { email: 'zoe@example.com', name: 'Zoe Quartz' })
    await tell(order)
    await shop.settled(order.id, { 1: 'finalized' })
    await shop.send(await platform.erasure('zoe@example.com', shop.test.clock.now()))
    await shop.idle()
    const erased = await shop.readFill(fill)
    expect(erased.erased_at).to.be.a('string')
    expect(JSON.stringify(erased)).not.to.contain('zoe@example.com')
    expect(await placesOf(shop.test, ['zoe@example.com', 'Zoe Quartz'])).to.deep.equal([])
  })
}

function describeWriteBack(current: () => Stage, under: StorefrontUnderTest): void {
  it('writes the print file of each line onto the order, once', async function () {
    const { shop, platform, tell } = current()
    if (platform.written === undefined || platform.writes === undefined)
      leavePending(this, 'a platform that is written back to')
    const fill = await shop.fill()
    const order = nextOrder(fill)
    await tell(order)
    const { 1: line } = await shop.settled(order.id, { 1: 'finalized' })
    await shop.idle()
    expect(platform.written(order.id)?.[1]?.render).to.equal(line?.render_id)
    const writes = platform.writes(order.id)
    await tell({ ...order, changedAt: order.changedAt + 1 })
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
    await tell(order)
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
      await tell(order)
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
