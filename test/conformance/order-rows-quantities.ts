/** Rows of quantities: raised, lowered, refunded, before the print and after it. */
import { expect } from 'chai'
import { eventually } from '../support/run/eventually.ts'
import { nextOrder, type Stage } from '../support/shops/adapter-shop.ts'
import type { SampleOrder } from '../support/shops/sample-order.ts'
import { later, mugs, type OrderRow, withFirst } from './order-row.ts'

async function printed({ shop, tell }: Stage, quantity: number) {
  const fill = await shop.fill()
  const order = nextOrder(null, { lines: [mugs(fill, { quantity })] })
  await tell(order)
  await shop.settled(order.id, { 1: 'finalized' })
  return { fill, order }
}

/** Waits until staff see this reason, or none, on the first line. */
async function noted({ shop }: Stage, order: SampleOrder, reason: string | null) {
  const found = await eventually(() => shop.lines(order.id), {
    until: ({ 1: line }) => line?.reason === reason && line.state === 'finalized',
  })
  return found[1]
}

const refundedOf = ({ shop }: Stage, fill: string, count: number) =>
  eventually(() => shop.readFill(fill), { until: (read) => read.refunded_quantity === count })

async function changedBeforePrint(stage: Stage, quantity: number): Promise<void> {
  const { shop, tell } = stage
  const fill = await shop.fill()
  const order = nextOrder(null, { status: 'open', lines: [mugs(fill, { quantity: 3 })] })
  await tell(order)
  const changed = withFirst(order, { quantity })
  await tell(changed)
  await tell(later(changed, { status: 'paid' }))
  await shop.settled(order.id, { 1: 'finalized' })
  expect(await shop.pieces(order.id, '1')).to.equal(quantity)
}

export const QUANTITY_ROWS: readonly OrderRow[] = [
  {
    what: 'A quantity is raised before the print',
    does: 'the print file has the new quantity',
    play: (stage) => changedBeforePrint(stage, 5),
  },
  {
    what: 'A quantity is lowered before the print',
    does: 'the print file has the new quantity',
    isLong: true,
    play: (stage) => changedBeforePrint(stage, 1),
  },
  {
    what: 'A quantity is raised after the print',
    does: 'the rest is held, and printed as a copy once it is released',
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await printed(stage, 1)
      const raised = withFirst(order, { quantity: 5 })
      await tell(raised)
      const { 1: held } = await shop.settled(order.id, { 1: 'held' })
      expect(held.reason).to.equal('more_to_print')
      expect(await shop.pieces(order.id, '1')).to.equal(1)
      await shop.release(held.id)
      const { 1: line } = await shop.settled(order.id, { 1: 'finalized' })
      expect(line.reason).to.equal(null)
      expect(await shop.pieces(order.id, '1')).to.equal(5)
      expect(await shop.prints(fill)).to.have.length(1)
      await tell(later(raised, {}))
      await shop.idle()
      expect(await shop.pieces(order.id, '1')).to.equal(5)
    },
  },
  {
    what: 'A quantity is lowered after the print',
    does: 'a note and the job say how many pieces too many are at the press',
    async play(stage) {
      const { fill, order } = await printed(stage, 5)
      await stage.tell(withFirst(order, { quantity: 2 }))
      await noted(stage, order, 'too_many_at_press')
      await refundedOf(stage, fill, 3)
    },
  },
  {
    what: 'A quantity returns to the printed one',
    does: 'the hold or the note goes away',
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await printed(stage, 2)
      const raised = withFirst(order, { quantity: 5 })
      await tell(raised)
      await shop.settled(order.id, { 1: 'held' })
      const back = withFirst(raised, { quantity: 2 })
      await tell(back)
      await noted(stage, order, null)
      const lowered = withFirst(back, { quantity: 1 })
      await tell(lowered)
      await noted(stage, order, 'too_many_at_press')
      await tell(withFirst(lowered, { quantity: 2 }))
      await noted(stage, order, null)
      await refundedOf(stage, fill, 0)
      expect(await shop.pieces(order.id, '1')).to.equal(2)
    },
  },
  {
    what: 'Part of a line is refunded before the print',
    does: 'the rest is printed',
    async play({ shop, tell }) {
      const fill = await shop.fill()
      const order = nextOrder(null, { status: 'open', lines: [mugs(fill, { quantity: 3 })] })
      await tell(order)
      const refunded = withFirst(order, { refunded: 1 })
      await tell(refunded)
      await tell(later(refunded, { status: 'paid' }))
      await shop.settled(order.id, { 1: 'finalized' })
      expect(await shop.pieces(order.id, '1')).to.equal(2)
    },
  },
  {
    what: 'Part of a line is refunded after the print',
    does: 'a note and the job say how many pieces too many are at the press',
    async play(stage) {
      const { fill, order } = await printed(stage, 3)
      const one = withFirst(order, { refunded: 1 })
      await stage.tell(one)
      await noted(stage, order, 'too_many_at_press')
      await refundedOf(stage, fill, 1)
      await stage.tell(withFirst(one, { refunded: 2 }))
      await refundedOf(stage, fill, 2)
    },
  },
  {
    what: 'All of a line is refunded',
    does: 'its design is withdrawn, and no other',
    async play({ shop, tell }) {
      const [first, second] = [await shop.fill(), await shop.fill()]
      const order = nextOrder(null, { lines: [mugs(first), mugs(second, { id: '2' })] })
      await tell(order)
      await shop.settled(order.id, { 1: 'finalized', 2: 'finalized' })
      await tell(withFirst(order, { refunded: 2 }))
      const { 1: line } = await shop.settled(order.id, { 1: 'withdrawn', 2: 'finalized' })
      expect(line.reason).to.equal('withdrawn_after_print')
      const fill = await shop.readFill(first)
      expect([fill.status, fill.status_reason]).to.deep.equal(['expired', 'refunded'])
      expect((await shop.readFill(second)).status).to.equal('finalized')
    },
  },
  {
    what: 'A refund is deleted',
    does: 'the quantity counts again, and nothing is printed twice',
    async play(stage) {
      const { fill, order } = await printed(stage, 3)
      const refunded = withFirst(order, { refunded: 1 })
      await stage.tell(refunded)
      await noted(stage, order, 'too_many_at_press')
      await stage.tell(withFirst(refunded, { refunded: 0 }))
      await noted(stage, order, null)
      await refundedOf(stage, fill, 0)
      expect(await stage.shop.pieces(order.id, '1')).to.equal(3)
    },
  },
  {
    what: 'An amount is refunded without pieces',
    does: 'everything stays as it is',
    isLong: true,
    async play(stage) {
      const { fill, order } = await printed(stage, 1)
      await stage.tell(later(order, {}))
      await stage.shop.idle()
      expect((await stage.shop.lines(order.id))[1]).to.include({ state: 'finalized', reason: null })
      expect((await stage.shop.readFill(fill)).status).to.equal('finalized')
    },
  },
  {
    what: 'A quantity has decimals',
    does: 'it is rounded up',
    needs: 'decimals',
    async play({ shop, tell }) {
      const fill = await shop.fill()
      const order = nextOrder(null, { lines: [mugs(fill, { quantity: 2.5 })] })
      await tell(order)
      await shop.settled(order.id, { 1: 'finalized' })
      expect(await shop.pieces(order.id, '1')).to.equal(3)
    },
  },
]
