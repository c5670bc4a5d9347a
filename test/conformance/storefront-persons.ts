/** That no adapter lets a fill be printed for, or ended by, anybody but who made it. */
import { expect } from 'chai'
import { leavePending } from '../support/run/leave-pending.ts'
import { nextOrder, type Stage } from '../support/shops/adapter-shop.ts'

export function describeWrongPersons(current: () => Stage): void {
  const held = async (order: ReturnType<typeof nextOrder>, reason: string): Promise<void> => {
    const { shop, tell } = current()
    await tell(order)
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
    await tell({ ...order, status: 'canceled', changedAt: order.changedAt + 1000 })
    await shop.settled(order.id, { 1: 'withdrawn' })
    expect((await shop.readFill(fill)).status).to.equal('open')
    const own = nextOrder(fill, { cart: 'cart-of-ada' })
    await tell(own)
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

  it('cancels nothing that a canceled order never had, though nobody had looked yet', async function () {
    const { shop, tell, abilities } = current()
    if (!abilities.carts) leavePending(this, 'a platform with carts')
    const fill = await shop.fill({ external_cart_id: 'cart-of-ada' })
    const order = nextOrder(fill, { cart: 'cart-of-mallory' })
    await tell({ ...order, status: 'open' })
    await tell({ ...order, status: 'canceled', changedAt: order.changedAt + 1000 })
    await shop.settled(order.id, { 1: 'withdrawn' })
    expect((await shop.readFill(fill)).status).to.equal('open')
  })
}
