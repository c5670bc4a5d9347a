/** That no adapter lets a fill be printed for, or ended by, anybody but who made it. */
import { expect } from 'chai'
import { leavePending } from '../support/run/leave-pending.ts'
import { nextOrder, type Stage } from '../support/shops/adapter-shop.ts'

export function describeWrongPersons(current: () => Stage): void {
  const held = async (order: ReturnType<typeof nextOrder>, reason: string): Promise<void> => {
    const { shop, tell } = current()
    await tell('paid', order)
    const { 1: line } = await shop.settled(order.id, { 1: 'held' })
    expect(line?.reason).to.equal(reason)
    expect(line?.message).to.be.a('string')
  }

  it('holds what is no fill, and asks the service nothing about it', async () => {
    await held(nextOrder("fill_'; drop table fills"), 'fill_id_malformed')
    await held(nextOrder('fill_01kq3f8w2bx6mt4v9y0hzd5s7e'), 'fill_not_found')
  })

  it('holds a fill on a product that is printed from another template, or from none', async () => {
    const { shop } = current()
    const fill = await shop.fill()
    const line = { id: '1', fill, product: 'poster', variant: null, quantity: 1 }
    await held(nextOrder(null, { lines: [line] }), 'product_not_mapped')
    expect((await shop.readFill(fill)).status).to.equal('open')
  })

  it('holds a fill that was made in another cart, and cancels nothing of it', async function () {
    const { shop, tell, abilities } = current()
    if (!abilities.carts) leavePending(this, 'a platform with carts')
    const fill = await shop.fill({ external_cart_id: 'cart-of-ada' })
    const order = nextOrder(fill, { cart: 'cart-of-mallory' })
    await held(order, 'cart_mismatch')
    await tell('canceled', { ...order, changedAt: order.changedAt + 1000 })
    await shop.settled(order.id, { 1: 'withdrawn' })
    expect((await shop.readFill(fill)).status).to.equal('open')
    const own = nextOrder(fill, { cart: 'cart-of-ada' })
    await tell('paid', own)
    await shop.settled(own.id, { 1: 'finalized' })
  })

  it("holds a fill that comes with another visitor's session", async function () {
    const { shop, abilities } = current()
    if (!abilities.sessions) leavePending(this, 'a platform with sessions of visitors')
    const fill = await shop.fill()
    const session = 'esn_01kq3f8w2bx6mt4v9y0hzd5s7e'
    const line = { id: '1', fill, session, product: 'mug', variant: null, quantity: 1 }
    await held(nextOrder(null, { lines: [line] }), 'session_mismatch')
    expect((await shop.readFill(fill)).status).to.equal('open')
  })

  it('holds the second order of one fill, which ends nothing of the first', async () => {
    const { shop, tell } = current()
    const fill = await shop.fill()
    const first = nextOrder(fill)
    await tell('paid', first)
    await shop.settled(first.id, { 1: 'finalized' })
    const second = nextOrder(fill, { email: 'mallory@example.com' })
    await held(second, 'fill_of_other_order')
    await tell('canceled', { ...second, changedAt: second.changedAt + 1000 })
    await shop.settled(second.id, { 1: 'withdrawn' })
    const stays = await shop.readFill(fill)
    expect(stays.status).to.equal('finalized')
    expect(stays.customer_email).to.equal('ada@example.com')
    expect(await shop.prints(fill)).to.have.length(1)
  })

  it('cancels nothing that a canceled order never had, though nobody had looked yet', async function () {
    const { shop, tell, abilities } = current()
    if (!abilities.carts) leavePending(this, 'a platform with carts')
    const fill = await shop.fill({ external_cart_id: 'cart-of-ada' })
    const order = nextOrder(fill, { cart: 'cart-of-mallory' })
    await tell('created', order)
    await tell('canceled', { ...order, changedAt: order.changedAt + 1000 })
    await shop.settled(order.id, { 1: 'withdrawn' })
    expect((await shop.readFill(fill)).status).to.equal('open')
  })

  it('holds the second line of one fill, and prints it as a copy once staff release it', async () => {
    const { shop, tell } = current()
    const fill = await shop.fill()
    const line = { fill, product: 'mug', variant: null, quantity: 5 }
    const order = nextOrder(null, {
      lines: [
        { ...line, id: '1' },
        { ...line, id: '2' },
      ],
    })
    await tell('paid', order)
    const { 2: second } = await shop.settled(order.id, { 1: 'finalized', 2: 'held' })
    expect(second?.reason).to.equal('fill_on_other_line')
    const released = await shop.test.json(`/v1/storefront/lines/${second?.id}/release`, { method: 'POST' })
    expect(released.status).to.equal(200)
    const { 1: first, 2: copied } = await shop.settled(order.id, { 1: 'finalized', 2: 'finalized' })
    expect(copied?.printed_fill_id).not.to.equal(fill)
    expect(copied?.render_id).not.to.equal(first?.render_id)
    const copy = await shop.readFill(copied?.printed_fill_id)
    expect([copy.quantity, copy.line_ref, copy.status]).to.deep.equal([5, '2', 'finalized'])
    expect(Object.values(copy.values)).to.deep.equal(Object.values((await shop.readFill(fill)).values))
  })
}
