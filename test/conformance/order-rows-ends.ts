/** Rows of whole orders: canceled, paid after all, deleted, put on hold, and hooks that come late, twice or never. */
import { expect } from 'chai'
import { nextOrder, type Stage } from '../support/shops/adapter-shop.ts'
import { later, mugs, type OrderRow } from './order-row.ts'

async function placed({ shop, tell }: Stage, status: 'open' | 'paid') {
  const fill = await shop.fill()
  const order = nextOrder(fill, { status })
  await tell(order)
  if (status === 'paid') await shop.settled(order.id, { 1: 'finalized' })
  else await shop.idle()
  return { fill, order }
}

export const END_ROWS: readonly OrderRow[] = [
  {
    what: 'An order is not paid yet',
    does: 'nothing is printed until it is',
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await placed(stage, 'open')
      expect((await shop.readFill(fill)).status).to.equal('open')
      await tell(later(order, { status: 'paid' }))
      await shop.settled(order.id, { 1: 'finalized' })
    },
  },
  {
    what: 'A payment fails after the print',
    does: 'the print file stays',
    isLong: true,
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await placed(stage, 'paid')
      const open = later(order, { status: 'open' })
      await tell(open)
      await shop.idle()
      await tell(later(open, { status: 'paid' }))
      await shop.settled(order.id, { 1: 'finalized' })
      await shop.idle()
      expect(await shop.prints(fill)).to.have.length(1)
    },
  },
  {
    what: 'An order is canceled before the print',
    does: 'nothing of it is printed',
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await placed(stage, 'open')
      await tell(later(order, { status: 'canceled' }))
      const { 1: line } = await shop.settled(order.id, { 1: 'withdrawn' })
      expect(line.reason).to.equal(null)
      expect(await shop.prints(fill)).to.have.length(0)
    },
  },
  {
    what: 'An order is canceled after the print',
    does: 'its designs are withdrawn, with a warning that the press has them',
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await placed(stage, 'paid')
      await tell(later(order, { status: 'canceled' }))
      const { 1: line } = await shop.settled(order.id, { 1: 'withdrawn' })
      expect(line.reason).to.equal('withdrawn_after_print')
      expect(await shop.readFill(fill)).to.include({ status: 'expired', status_reason: 'canceled' })
    },
  },
  {
    what: 'A canceled order is paid after all, and was never printed',
    does: 'it is printed once',
    async play(stage) {
      const { shop, tell } = stage
      const { order } = await placed(stage, 'open')
      const canceled = later(order, { status: 'canceled' })
      await tell(canceled)
      await shop.settled(order.id, { 1: 'withdrawn' })
      await tell(later(canceled, { status: 'paid' }))
      await shop.settled(order.id, { 1: 'finalized' })
      await shop.idle()
      expect(await shop.pieces(order.id, '1')).to.equal(2)
    },
  },
  {
    what: 'A canceled order is paid after all, and was printed before',
    does: 'it is held, and a copy is printed once it is released',
    async play(stage) {
      const { shop, tell } = stage
      const { fill, order } = await placed(stage, 'paid')
      const canceled = later(order, { status: 'canceled' })
      await tell(canceled)
      await shop.settled(order.id, { 1: 'withdrawn' })
      await tell(later(canceled, { status: 'paid' }))
      const { 1: held } = await shop.settled(order.id, { 1: 'held' })
      expect(held.reason).to.equal('printed_then_canceled')
      expect(await shop.prints(fill)).to.have.length(1)
      await shop.release(held.id)
      const { 1: line } = await shop.settled(order.id, { 1: 'finalized' })
      const { body } = await shop.test.json(`/v1/renders/${line.render_id}`)
      const copy = await shop.readFill(body.render.fill_id)
      expect([copy.quantity, copy.metadata.copied_from]).to.deep.equal([2, fill])
    },
  },
  {
    what: 'An order is deleted',
    does: 'its designs are withdrawn',
    async play(stage) {
      const { shop, tell, platform } = stage
      const { fill, order } = await placed(stage, 'paid')
      const gone = later(order, { status: 'canceled', lines: [] })
      if (platform.deleted === undefined) await tell(gone)
      else await shop.send(await platform.deleted(gone, shop.test.clock.now()))
      await shop.settled(order.id, { 1: 'withdrawn' })
      expect((await shop.readFill(fill)).status).to.equal('expired')
    },
  },
  {
    what: 'The goods have left',
    does: 'the line is fulfilled',
    needs: 'ships',
    async play(stage) {
      const { order } = await placed(stage, 'paid')
      await stage.tell(later(order, { status: 'fulfilled' }))
      const { 1: line } = await stage.shop.settled(order.id, { 1: 'fulfilled' })
      expect(line.render_status).to.equal('succeeded')
    },
  },
  {
    what: 'A hook comes twice',
    does: 'the order is printed once',
    async play({ shop, hook }) {
      const fill = await shop.fill()
      const paid = await hook(nextOrder(fill, { lines: [mugs(fill)] }))
      const answers = await Promise.all([shop.send(paid), shop.send(paid), shop.send(paid)])
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200])
      await shop.idle()
      expect(await shop.prints(fill)).to.have.length(1)
    },
  },
  {
    what: 'Hooks come late or out of order',
    does: 'the latest state of the order counts',
    async play({ shop, hook }) {
      const fill = await shop.fill()
      const order = nextOrder(fill)
      const late = await hook(order)
      await shop.send(await hook(later(order, { status: 'canceled' })))
      await shop.send(late)
      await shop.idle()
      expect(await shop.prints(fill)).to.have.length(0)
      expect((await shop.readFill(fill)).status).not.to.equal('finalized')
    },
  },
  {
    what: 'A hook never comes',
    does: 'the order is found within ten minutes',
    needs: 'lists',
    async play({ shop, hook }) {
      const fill = await shop.fill()
      const order = nextOrder(fill, { changedAt: shop.test.clock.now() })
      await hook(order)
      shop.test.clock.advance(11 * 60_000)
      await shop.settled(order.id, { 1: 'finalized' })
      expect(await shop.prints(fill)).to.have.length(1)
    },
  },
]
