/** Rows of copies: renewals, duplicates, orders that are split and merged, one design on two lines. */
import { expect } from 'chai'
import { eventually } from '../support/run/eventually.ts'
import { nextOrder, type Stage } from '../support/shops/adapter-shop.ts'
import { later, mugs, type OrderRow, withFirst } from './order-row.ts'

async function printed({ shop, tell }: Stage, quantity: number) {
  const fill = await shop.fill()
  const order = nextOrder(null, { lines: [mugs(fill, { quantity })] })
  await tell(order)
  await shop.settled(order.id, { 1: 'finalized' })
  return { fill, order }
}

export const COPY_ROWS: readonly OrderRow[] = [
  {
    what: 'An order is copied: a renewal, a duplicate, order again',
    does: 'a copy is printed once, and the first order is left as it is',
    needs: 'copies',
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await printed(stage, 2)
      const again = nextOrder(null, { copiedFrom: order.id, lines: [mugs(fill, { quantity: 3 })] })
      await tell(again)
      await tell(again)
      await shop.settled(again.id, { 1: 'finalized' })
      expect(await shop.pieces(again.id, '1')).to.equal(3)
      expect(await shop.pieces(order.id, '1')).to.equal(2)
      await tell(later(again, { status: 'canceled' }))
      await shop.settled(again.id, { 1: 'withdrawn' })
      expect((await shop.readFill(fill)).status).to.equal('finalized')
    },
  },
  {
    what: 'A design comes in another order that is no copy',
    does: 'the line is held, and nothing of the first order ends',
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await printed(stage, 2)
      const second = nextOrder(fill, { email: 'mallory@example.com' })
      await tell(second)
      const { 1: line } = await shop.settled(second.id, { 1: 'held' })
      expect(line.reason).to.equal('fill_of_other_order')
      await tell(later(second, { status: 'canceled' }))
      await shop.settled(second.id, { 1: 'withdrawn' })
      expect(await shop.readFill(fill)).to.include({ status: 'finalized', customer_email: 'ada@example.com' })
      expect(await shop.pieces(order.id, '1')).to.equal(2)
    },
  },
  {
    what: 'A design is on two lines of an order',
    does: 'the second is held, and printed as a copy once it is released',
    async play({ shop, tell }) {
      const fill = await shop.fill()
      const order = nextOrder(null, { lines: [mugs(fill), mugs(fill, { id: '2', quantity: 5 })] })
      await tell(order)
      const { 2: second } = await shop.settled(order.id, { 1: 'finalized', 2: 'held' })
      expect(second.reason).to.equal('fill_on_other_line')
      await shop.release(second.id)
      await shop.settled(order.id, { 1: 'finalized', 2: 'finalized' })
      expect([await shop.pieces(order.id, '1'), await shop.pieces(order.id, '2')]).to.deep.equal([2, 5])
    },
  },
  {
    what: 'An order is split before the print',
    does: 'each part is printed with its own quantity',
    needs: 'copies',
    isLong: true,
    async play({ shop, tell }) {
      const fill = await shop.fill()
      const order = nextOrder(null, { status: 'open', lines: [mugs(fill, { quantity: 5 })] })
      await tell(order)
      const kept = later(withFirst(order, { quantity: 3 }), { status: 'paid' })
      await tell(kept)
      await shop.settled(order.id, { 1: 'finalized' })
      const part = nextOrder(null, { copiedFrom: order.id, lines: [mugs(fill, { quantity: 2 })] })
      await tell(part)
      await shop.settled(part.id, { 1: 'finalized' })
      expect([await shop.pieces(order.id, '1'), await shop.pieces(part.id, '1')]).to.deep.equal([3, 2])
    },
  },
  {
    what: 'An order is split after the print',
    does: 'the new part is held, as its pieces are at the press already',
    needs: 'copies',
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await printed(stage, 5)
      await tell(withFirst(order, { quantity: 3 }))
      await eventually(() => shop.lines(order.id), {
        until: ({ 1: line }) => line?.reason === 'too_many_at_press',
      })
      const part = nextOrder(null, { copiedFrom: order.id, lines: [mugs(fill, { quantity: 2 })] })
      await tell(part)
      const { 1: line } = await shop.settled(part.id, { 1: 'held' })
      expect(line.reason).to.equal('printed_with_source')
      expect(await shop.prints(fill)).to.have.length(1)
    },
  },
  {
    what: 'Orders are merged',
    does: 'a moved line is held if it was printed for the order that ends',
    needs: 'copies',
    isLong: true,
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await printed(stage, 2)
      const stays = nextOrder(await shop.fill())
      await tell(stays)
      await shop.settled(stays.id, { 1: 'finalized' })
      await tell(later(order, { status: 'canceled' }))
      await shop.settled(order.id, { 1: 'withdrawn' })
      const moved = mugs(fill, { id: '2', copiedFrom: order.id })
      await tell(later(stays, { lines: [...stays.lines, moved] }))
      const { 2: line } = await shop.settled(stays.id, { 1: 'finalized', 2: 'held' })
      expect(line.reason).to.equal('printed_with_source')
      expect(await shop.prints(fill)).to.have.length(1)
    },
  },
]
