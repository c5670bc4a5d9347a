/** A sale goes on while the service is away, full or slow: hooks are taken in, nothing is lost or printed twice. */
import { expect } from 'chai'
import { REST } from '../../adapters/rest/adapter.ts'
import { eventually } from '../support/run/eventually.ts'
import { nextOrder } from '../support/shops/adapter-shop.ts'
import { openApartShop } from '../support/shops/apart-shop.ts'
import { openRestPlatform } from '../support/shops/rest-platform.ts'
import type { SampleOrder, SamplePlatform } from '../support/shops/sample-order.ts'

type Shop = Awaited<ReturnType<typeof openApartShop>>

describe('A storefront whose service is not there', () => {
  let shop: Shop
  let platform: SamplePlatform
  before(async () => {
    platform = await openRestPlatform({ REST_ORDERS_URL: '' })
    shop = await openApartShop(REST, platform.env)
  })
  after(async () => {
    await shop.close()
    await platform.close()
  })
  afterEach(() => shop.road.set('open'))

  const tell = async (order: SampleOrder) =>
    shop.send(await platform.hook('paid', order, shop.test.clock.now()))

  /** Time goes by, and whatever is due in it is done. */
  const pass = async (minutes: number, step = 1): Promise<void> => {
    for (let gone = 0; gone < minutes; gone += step) {
      shop.test.clock.advance(step * 60_000)
      await shop.idle()
    }
  }

  const sale = async (count: number): Promise<readonly { order: SampleOrder; fill: string }[]> => {
    const sold = []
    for (let sales = 0; sales < count; sales += 1) {
      const fill = await shop.fill()
      sold.push({ fill, order: nextOrder(fill) })
    }
    return sold
  }

  it('takes an hour of orders in while the service is down, and prints each once it is back @long', async () => {
    const [first, ...rest] = await sale(5)
    if (first === undefined) throw new Error('Nothing was sold.')
    await tell(first.order)
    await shop.settled(first.order.id, { 1: 'finalized' })
    shop.road.set('closed')
    for (const { order } of rest) {
      const { status, ms } = await tell(order)
      expect(status).to.equal(200)
      expect(ms).to.be.a('number')
      await pass(15, 5)
    }
    for (const { order } of rest) {
      const { 1: line } = await shop.settled(order.id, { 1: 'finalizing' })
      expect(line?.reason).to.equal('waiting')
      expect(line?.attempts).to.be.greaterThan(0)
    }
    shop.road.set('open')
    await pass(20, 5)
    for (const { order, fill } of [first, ...rest]) {
      const { 1: line } = await shop.settled(order.id, { 1: 'finalized' })
      expect(line?.reason).to.equal(null)
      expect(await shop.prints(fill)).to.have.lengthOf(1)
    }
  })

  it('waits out a service that answers 429 for minutes, without pressing it @long', async () => {
    const sold = await sale(3)
    shop.road.set('too many requests')
    const before = shop.road.traffic.length
    for (const { order } of sold) expect((await tell(order)).status).to.equal(200)
    await pass(4)
    // Three lines, each with its own growing delays, over four minutes.
    expect(shop.road.traffic.length - before).to.be.lessThan(40)
    for (const { order } of sold) await shop.settled(order.id, { 1: 'finalizing' })
    shop.road.set('open')
    await pass(20, 5)
    for (const { order, fill } of sold) {
      await shop.settled(order.id, { 1: 'finalized' })
      expect(await shop.prints(fill)).to.have.lengthOf(1)
    }
  })

  it('answers a hook while the service hangs, and cancels what was canceled meanwhile', async () => {
    const [sold] = await sale(1)
    if (sold === undefined) throw new Error('Nothing was sold.')
    shop.road.set('hanging')
    const before = shop.road.traffic.length
    expect((await tell(sold.order)).status).to.equal(200)
    await eventually(() => shop.road.traffic.length > before)
    shop.road.set('closed')
    const later = { ...sold.order, changedAt: sold.order.changedAt + 1000 }
    await shop.send(await platform.hook('canceled', later, shop.test.clock.now()))
    await pass(2)
    shop.road.set('open')
    await pass(20, 5)
    await shop.settled(sold.order.id, { 1: 'withdrawn' })
    expect(await shop.prints(sold.fill)).to.have.lengthOf(0)
    expect((await shop.readFill(sold.fill)).status_reason).to.equal('canceled')
  })
})
