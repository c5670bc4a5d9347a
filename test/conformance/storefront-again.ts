/** Designs that are changed before they are paid, and orders that are repeated: what is printed then, for every adapter. */
import { expect } from 'chai'
import { nextOrder, type Stage } from '../support/shops/adapter-shop.ts'

export function describeChangedDesigns(current: () => Stage): void {
  it('prints the design that a line carries when it is paid, and leaves the one that it replaced', async () => {
    const { shop, tell } = current()
    const [before, after] = [await shop.fill(), await shop.fill()]
    const order = nextOrder(before)
    await tell('created', order)
    await shop.idle()
    const lines = order.lines.map((line) => ({ ...line, fill: after }))
    await tell('paid', { ...order, lines, changedAt: order.changedAt + 1000 })
    await shop.settled(order.id, { 1: 'finalized' })
    expect(await shop.prints(after)).to.have.length(1)
    expect(await shop.prints(before)).to.have.length(0)
    expect((await shop.readFill(before)).status).to.equal('open')
  })

  it('prints the copy with which an order is repeated, once, and leaves the first order as it was', async () => {
    const { shop, tell } = current()
    const fill = await shop.fill()
    const order = nextOrder(fill)
    await tell('paid', order)
    await shop.settled(order.id, { 1: 'finalized' })
    const printed = await shop.readFill(fill)
    const { status, body } = await shop.test.json(`/v1/fills/${fill}/copy`, { method: 'POST' })
    expect(status, JSON.stringify(body)).to.equal(201)
    const copy: string = body.fill.id
    const again = nextOrder(copy)
    await tell('paid', again)
    await shop.settled(again.id, { 1: 'finalized' })
    expect(await shop.prints(copy)).to.have.length(1)
    expect(await shop.prints(fill)).to.have.length(1)
    expect((await shop.readFill(copy)).values).to.deep.equal(printed.values)
    expect(await shop.readFill(fill)).to.deep.include({
      status: 'finalized',
      external_order_id: printed.external_order_id,
      last_render_id: printed.last_render_id,
    })
    // What happens to the repeated order is its own affair.
    await tell('canceled', { ...again, changedAt: again.changedAt + 1000 })
    await shop.settled(again.id, { 1: 'withdrawn' })
    expect((await shop.readFill(fill)).status).to.equal('finalized')
  })

  it('lets an order pass in which nothing is personalized', async () => {
    const { shop, tell } = current()
    const plain = { id: '1', fill: null, product: 'tea', variant: null, quantity: 2 }
    const order = nextOrder(null, { lines: [plain] })
    expect((await tell('paid', order)).status).to.equal(200)
    await shop.idle()
    expect(await shop.lines(order.id)).to.deep.equal({})
  })
}
