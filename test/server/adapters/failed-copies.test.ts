/** A line of which more is to be printed, and the print file of the others fails. */
import { expect } from 'chai'
import { MOCK } from '../../../adapters/mock/adapter.ts'
import type { Press } from '../../../core/engine/press/press-port.ts'
import { ServiceError } from '../../../core/errors.ts'
import { openSamplePress } from '../../support/service/sample-press.ts'
import { type AdapterShop, nextOrder, openAdapterShop } from '../../support/shops/adapter-shop.ts'
import { type MockPlatform, openMockPlatform } from '../../support/shops/mock-platform.ts'
import type { SampleOrder } from '../../support/shops/sample-order.ts'

describe('A line whose copy for more pieces fails', () => {
  let shop: AdapterShop
  let platform: MockPlatform
  let isBroken = false
  before(async () => {
    platform = await openMockPlatform()
    const press = openSamplePress()
    const reopen: Press['reopen'] = (...asked) => {
      if (isBroken) throw new ServiceError('render_failed')
      return press.reopen(...asked)
    }
    shop = await openAdapterShop(MOCK, platform.env, { press: { ...press, reopen } })
  })
  after(async () => {
    await shop.close()
    await platform.close()
  })

  const tell = async (order: SampleOrder) => shop.send(await platform.hook(order, shop.test.clock.now()))
  /** Two are printed, six are ordered, and the print file of the other four fails. */
  const fail = async (): Promise<{ readonly order: SampleOrder; readonly line: string }> => {
    const fill = await shop.fill()
    const lines = [{ id: '1', fill, product: 'mug', variant: null, quantity: 2 }]
    const order = nextOrder(fill, { lines })
    await tell(order)
    const { 1: line } = await shop.settled(order.id, { 1: 'finalized' })
    const raised = withQuantity(order, 6)
    await tell(raised)
    await shop.settled(order.id, { 1: 'held' })
    isBroken = true
    await shop.release(line.id)
    const { 1: failed } = await shop.settled(order.id, { 1: 'failed' })
    expect(failed).to.include({ reason: 'render_failed', printed_quantity: 2 })
    isBroken = false
    return { order: raised, line: line.id }
  }
  const withQuantity = (order: SampleOrder, quantity: number): SampleOrder => ({
    ...order,
    changedAt: order.changedAt + 1000,
    lines: order.lines.map((line) => ({ ...line, quantity })),
  })

  it('is printed with the other pieces once staff try again', async () => {
    const { order, line } = await fail()
    await shop.test.json(`/v1/storefront/lines/${line}/retry`, { method: 'POST' })
    const { 1: printed } = await shop.settled(order.id, { 1: 'finalized' })
    expect(printed).to.include({ reason: null, printed_quantity: 6 })
    expect(await shop.pieces(order.id, '1')).to.equal(6)
  })

  it('returns to its first print file where the order asks for no more', async () => {
    const { order } = await fail()
    await tell(withQuantity(order, 2))
    await shop.settled(order.id, { 1: 'finalized' })
    await shop.idle()
    const { 1: line } = await shop.lines(order.id)
    expect(line).to.include({ reason: null, printed_quantity: 2, render_status: 'succeeded' })
    const { external_order_id: reference } = await shop.readFill(line.fill_id)
    const asked = `/v1/fills?limit=100&external_order_id=${encodeURIComponent(reference)}`
    const { body } = await shop.test.json(asked)
    expect(body.data.map((fill: { status: string }) => fill.status)).to.deep.equal(['finalized'])
  })
})
