/** Rows of lines: removed, added, replaced, without a design, on a product that is mapped or unmapped meanwhile. */
import { expect } from 'chai'
import { eventually } from '../support/run/eventually.ts'
import { nextOrder, type Stage } from '../support/shops/adapter-shop.ts'
import { later, mugs, type OrderRow, withFirst } from './order-row.ts'

async function unmap({ shop }: Stage, mapping: string): Promise<void> {
  const { status } = await shop.test.send(`/v1/product_mappings/${mapping}`, { method: 'DELETE' })
  expect(status).to.be.lessThan(300)
}

async function map({ shop }: Stage, product: string): Promise<string> {
  const { template_id } = await shop.readFill(await shop.fill())
  const body = { external_product_id: product, template_id }
  const made = await shop.test.json('/v1/product_mappings', { body })
  expect(made.status, JSON.stringify(made.body)).to.equal(201)
  return made.body.product_mapping.id
}

export const LINE_ROWS: readonly OrderRow[] = [
  {
    what: 'A line is removed before the print',
    does: 'it is withdrawn and never printed',
    async play({ shop, tell }) {
      const [first, second] = [await shop.fill(), await shop.fill()]
      const lines = [mugs(first), mugs(second, { id: '2' })]
      const order = nextOrder(null, { status: 'open', lines })
      await tell(order)
      await shop.settled(order.id, { 1: 'attached', 2: 'attached' })
      await tell(later(order, { status: 'paid', lines: lines.slice(0, 1) }))
      await shop.settled(order.id, { 1: 'finalized', 2: 'withdrawn' })
      expect(await shop.prints(second)).to.have.length(0)
    },
  },
  {
    what: 'A line is removed after the print',
    does: 'its design is withdrawn, with a warning that the press has it',
    async play({ shop, tell }) {
      const [first, second] = [await shop.fill(), await shop.fill()]
      const lines = [mugs(first), mugs(second, { id: '2' })]
      const order = nextOrder(null, { lines })
      await tell(order)
      await shop.settled(order.id, { 1: 'finalized', 2: 'finalized' })
      await tell(later(order, { lines: lines.slice(0, 1) }))
      const { 2: line } = await shop.settled(order.id, { 1: 'finalized', 2: 'withdrawn' })
      expect(line.reason).to.equal('withdrawn_after_print')
      expect((await shop.readFill(second)).status).to.equal('expired')
    },
  },
  {
    what: 'A line is added',
    does: 'it is printed, and the others are left as they are',
    async play({ shop, tell }) {
      const [first, second] = [await shop.fill(), await shop.fill()]
      const order = nextOrder(first)
      await tell(order)
      await shop.settled(order.id, { 1: 'finalized' })
      await tell(later(order, { lines: [...order.lines, mugs(second, { id: '2', quantity: 4 })] }))
      await shop.settled(order.id, { 1: 'finalized', 2: 'finalized' })
      expect(await shop.pieces(order.id, '2')).to.equal(4)
      expect(await shop.prints(first)).to.have.length(1)
    },
  },
  {
    what: 'A line is replaced by another',
    does: 'the old one is withdrawn, and the new one is printed',
    async play({ shop, tell }) {
      const [before, after] = [await shop.fill(), await shop.fill()]
      const order = nextOrder(before)
      await tell(order)
      await shop.settled(order.id, { 1: 'finalized' })
      await tell(later(order, { lines: [mugs(after, { id: '2' })] }))
      await shop.settled(order.id, { 1: 'withdrawn', 2: 'finalized' })
      expect(await shop.prints(after)).to.have.length(1)
    },
  },
  {
    what: 'The design of a line is replaced before the print',
    does: 'the new design is printed, and the old one stays open',
    async play({ shop, tell }) {
      const [before, after] = [await shop.fill(), await shop.fill()]
      const order = nextOrder(before, { status: 'open' })
      await tell(order)
      await shop.idle()
      await tell(later(withFirst(order, { fill: after }), { status: 'paid' }))
      await eventually(() => shop.prints(after), { until: ({ length }) => length === 1 })
      expect(await shop.prints(before)).to.have.length(0)
      expect((await shop.readFill(before)).status).to.equal('open')
    },
  },
  {
    what: 'A mapped product is ordered without a design',
    does: 'the line is held, and printed once its design comes',
    async play({ shop, tell }) {
      const order = nextOrder(null)
      await tell(order)
      const { 1: line } = await shop.settled(order.id, { 1: 'held' })
      expect(line.reason).to.equal('design_missing')
      const fill = await shop.fill()
      await tell(withFirst(order, { fill }))
      await shop.settled(order.id, { 1: 'finalized' })
      expect(await shop.prints(fill)).to.have.length(1)
    },
  },
  {
    what: 'A product is mapped after it was ordered',
    does: 'its line is held until it has a design',
    isLong: true,
    async play(stage) {
      const { shop, tell } = stage
      const order = nextOrder(null, { lines: [mugs(null, { product: 'vase' })] })
      await tell(order)
      await shop.idle()
      expect(await shop.lines(order.id)).to.deep.equal({})
      const mapping = await map(stage, 'vase')
      await tell(later(order, {}))
      const { 1: line } = await shop.settled(order.id, { 1: 'held' })
      expect(line.reason).to.equal('design_missing')
      await unmap(stage, mapping)
    },
  },
  {
    what: 'A product is unmapped after it was ordered',
    does: 'a line without a design goes away, and one with a design is held',
    isLong: true,
    async play(stage) {
      const { shop, tell } = stage
      const mapping = await map(stage, 'bowl')
      const fill = await shop.fill({ external_product_id: 'bowl' })
      const lines = [mugs(null, { product: 'bowl' }), mugs(fill, { id: '2', product: 'bowl' })]
      const order = nextOrder(null, { status: 'open', lines })
      await tell(order)
      await shop.settled(order.id, { 1: 'held' })
      await unmap(stage, mapping)
      shop.test.clock.advance(20_000)
      await tell(later(order, { status: 'paid' }))
      const found = await shop.settled(order.id, { 2: 'held' })
      expect(found[2].reason).to.equal('product_not_mapped')
      expect(found[1]).to.equal(undefined)
    },
  },
  {
    what: 'An order has nothing personalized',
    does: 'it passes',
    async play({ shop, tell }) {
      const order = nextOrder(null, { lines: [mugs(null, { product: 'tea' })] })
      expect((await tell(order)).status).to.equal(200)
      await shop.idle()
      expect(await shop.lines(order.id)).to.deep.equal({})
    },
  },
]
