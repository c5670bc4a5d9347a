/** The work on a hook: a fault of the machinery is no fault of the hook, and what was seen of a mapping holds for a moment. */
import { expect } from 'chai'
import { MOCK } from '../../../adapters/mock/adapter.ts'
import { ServiceError } from '../../../core/errors.ts'
import { performStorefront } from '../../../core/service/storefront/perform.ts'
import { type AdapterShop, nextOrder, openAdapterShop } from '../../support/shops/adapter-shop.ts'
import { type MockPlatform, openMockPlatform } from '../../support/shops/mock-platform.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Json = any

describe('The work on a hook', () => {
  let shop: AdapterShop
  let platform: MockPlatform
  before(async () => {
    platform = await openMockPlatform()
    // The work is done by the test alone.
    shop = await openAdapterShop(MOCK, { ...platform.env, ROLES: 'api,press' })
  })
  after(async () => {
    await shop.close()
    await platform.close()
  })

  const parts = () => shop.test.server.adapters.parts()
  const take = async (fill: string) => {
    const order = nextOrder(fill)
    const { body } = await shop.send(await platform.hook(order, shop.test.clock.now()))
    return { order, hookId: String(body.id) }
  }
  const hookOf = async (id: string) =>
    shop.test.server.ports.store.storefront.hooks.find(shop.test.team.id, id)
  const drive = async (orderId: string) => {
    for (const { id } of Object.values(await shop.lines(orderId)))
      await performStorefront(await parts(), shop.test.team.id, id)
  }

  it('leaves it as it was where the database is away, and does it when it is back', async () => {
    const { order, hookId } = await take(await shop.fill())
    const whole = await parts()
    const store = {
      ...whole.store,
      transaction: () => Promise.reject(new ServiceError('database_unavailable')),
    }
    const fault = await performStorefront({ ...whole, store }, shop.test.team.id, hookId).catch(
      (error: unknown) => error,
    )
    expect((fault as ServiceError).code).to.equal('database_unavailable')
    expect(await hookOf(hookId)).to.include({ state: 'pending', error: null, attempts: 0 })
    await performStorefront(whole, shop.test.team.id, hookId)
    expect(await hookOf(hookId)).to.include({ state: 'done', body: null })
    await drive(order.id)
    expect((await shop.lines(order.id))[1]?.state).to.equal('finalized')
  })

  it('asks what a product is printed from once for many orders, and anew for a fill of another template', async () => {
    let asked = 0
    const whole = await parts()
    const { mappings } = whole.store
    const findActive: typeof mappings.findActive = (...product) => {
      asked += 1
      return mappings.findActive(...product)
    }
    const watched = { ...whole, store: { ...whole.store, mappings: { ...mappings, findActive } } }
    const work = async (fill: string, product: string) => {
      const line = { id: '1', fill, product, variant: null, quantity: 1 }
      const order = nextOrder(null, { lines: [line] })
      const { body } = await shop.send(await platform.hook(order, shop.test.clock.now()))
      await performStorefront(watched, shop.test.team.id, String(body.id))
      for (const { id } of Object.values(await shop.lines(order.id)))
        await performStorefront(watched, shop.test.team.id, id)
      return (await shop.lines(order.id))[1]?.reason ?? null
    }
    const questions = () => {
      const count = asked
      asked = 0
      return count
    }
    shop.test.clock.advance(20_000)
    for (let count = 0; count < 3; count += 1) expect(await work(await shop.fill(), 'cup')).to.equal(null)
    expect(questions()).to.equal(1)
    expect(await work(await shop.fill(), 'poster')).to.equal('product_not_mapped')
    expect(await work(await shop.fill(), 'poster')).to.equal('product_not_mapped')
    expect(questions()).to.equal(2)
    shop.test.clock.advance(10_000)
    expect(await work(await shop.fill(), 'cup')).to.equal(null)
    expect(questions()).to.equal(1)
  })

  it('tells the job of a copy that was refunded while the refund of another was being told', async () => {
    const fill = await shop.fill()
    const bought = { id: '1', fill, product: 'cup', variant: null, quantity: 3 }
    const order = nextOrder(null, { lines: [bought] })
    const whole = await parts()
    const { id: teamId } = shop.test.team
    const tell = async (refunded: number) => {
      const lines = [{ ...bought, refunded }]
      const told = { ...order, changedAt: order.changedAt + refunded * 1000, lines }
      const { body } = await shop.send(await platform.hook(told, shop.test.clock.now()))
      await performStorefront(whole, teamId, String(body.id))
    }
    await tell(0)
    await drive(order.id)
    await tell(1)
    let isTold = false
    const planFill: typeof whole.useCases.planFill = async (request) => {
      if (!isTold) {
        isTold = true
        await tell(2)
      }
      return whole.useCases.planFill(request)
    }
    const { 1: line } = await shop.lines(order.id)
    await performStorefront({ ...whole, useCases: { ...whole.useCases, planFill } }, teamId, String(line?.id))
    await drive(order.id)
    expect(isTold).to.equal(true)
    expect(await shop.readFill(fill)).to.include({ quantity: 3, refunded_quantity: 2 })
  })

  /** Another worker takes the line, as after a pause longer than its lease, before this one does so with the fill. */
  const loseLeaseBefore = async (name: 'finalizeFill' | 'copyFill' | 'moveFill', lineId: string) => {
    const whole = await parts()
    const { lines } = whole.store.storefront
    let taken = 0
    const useCase = whole.useCases[name] as (request: unknown) => Promise<unknown>
    const losing = async (request: unknown) => {
      const later = shop.test.clock.now() + 31_000
      if ((await lines.claim(shop.test.team.id, lineId, later, later + 30_000)) !== null) taken += 1
      return useCase(request)
    }
    const useCases = { ...whole.useCases, [name]: losing }
    await performStorefront({ ...whole, useCases }, shop.test.team.id, lineId)
    expect(taken).to.equal(1)
    // The other worker dies, and its lease ends.
    shop.test.clock.advance(62_000)
  }
  const lineOf = async (orderId: string) => (await shop.lines(orderId))[1]
  const pay = async (fill: string) => {
    const { order, hookId } = await take(fill)
    await performStorefront(await parts(), shop.test.team.id, hookId)
    return order
  }

  it('leaves the fill open for a worker whose line was taken by another, which prints it once', async () => {
    const fill = await shop.fill()
    const order = await pay(fill)
    await loseLeaseBefore('finalizeFill', (await lineOf(order.id)).id)
    expect((await shop.readFill(fill)).status).to.equal('open')
    expect(await shop.prints(fill)).to.deep.equal([])
    await drive(order.id)
    expect(await lineOf(order.id)).to.include({ state: 'finalized', reason: null })
    expect(await shop.prints(fill)).to.have.lengthOf(1)
  })

  it('leaves no copy of a worker whose line was taken by another, and prints the copy of the other', async () => {
    const fill = await shop.fill()
    const first = await pay(fill)
    await drive(first.id)
    const second = await pay(fill)
    await drive(second.id)
    const { id } = await lineOf(second.id)
    expect(await lineOf(second.id)).to.include({ state: 'held', reason: 'fill_of_other_order' })
    await shop.test.json(`/v1/storefront/lines/${id}/release`, { method: 'POST' })
    const copies = async () => {
      const { body } = await shop.test.json('/v1/fills?limit=100')
      return body.data.filter(({ metadata }: Json) => metadata.copied_from === fill)
    }
    await loseLeaseBefore('copyFill', id)
    expect(await copies()).to.deep.equal([])
    await drive(second.id)
    expect(await lineOf(second.id)).to.include({ state: 'finalized' })
    const [copy, ...more] = await copies()
    expect(more).to.deep.equal([])
    expect(await shop.prints(copy.id)).to.have.lengthOf(1)
    expect(await shop.prints(fill)).to.have.lengthOf(1)
  })

  it('ends no fill for a worker whose line was taken by another, which ends it', async () => {
    const fill = await shop.fill()
    const order = await pay(fill)
    await drive(order.id)
    const canceled = { ...order, status: 'canceled' as const, changedAt: order.changedAt + 1000 }
    const { body } = await shop.send(await platform.hook(canceled, shop.test.clock.now()))
    await performStorefront(await parts(), shop.test.team.id, String(body.id))
    await loseLeaseBefore('moveFill', (await lineOf(order.id)).id)
    expect((await shop.readFill(fill)).status).to.equal('finalized')
    await drive(order.id)
    expect(await lineOf(order.id)).to.include({ state: 'withdrawn', reason: 'withdrawn_after_print' })
    expect(await shop.readFill(fill)).to.include({ status: 'expired', status_reason: 'canceled' })
  })

  it('waits while the service refuses a finalize for now, says why, and prints once it is accepted', async () => {
    const fill = await shop.fill()
    const order = await pay(fill)
    const whole = await parts()
    const { id } = await lineOf(order.id)
    for (const code of ['overloaded', 'render_limit_exceeded', 'rate_limited'] as const) {
      const finalizeFill = () => Promise.reject(new ServiceError(code))
      await performStorefront(
        { ...whole, useCases: { ...whole.useCases, finalizeFill } },
        shop.test.team.id,
        id,
      )
      const line = await lineOf(order.id)
      expect(line).to.include({ state: 'finalizing', reason: 'waiting' })
      expect(line.message).to.match(/^Not printed yet: Platen .+, and tries again automatically\./)
      shop.test.clock.advance(3_600_000)
    }
    await drive(order.id)
    expect(await lineOf(order.id)).to.include({ state: 'finalized', reason: null })
    expect(await shop.prints(fill)).to.have.lengthOf(1)
  })

  it('prints an order whose customer has no usable address, and leaves the address out', async () => {
    const fill = await shop.fill()
    const customer = { email: 'ada at example', name: `Ada ${'L'.repeat(300)}` }
    const order = nextOrder(fill, customer)
    const { body } = await shop.send(await platform.hook(order, shop.test.clock.now()))
    await performStorefront(await parts(), shop.test.team.id, String(body.id))
    await drive(order.id)
    expect(await lineOf(order.id)).to.include({ state: 'finalized', reason: null })
    const { customer_email, customer_name } = await shop.readFill(fill)
    expect([customer_email, customer_name]).to.deep.equal([null, customer.name.slice(0, 200)])
  })

  it('fails a line whose quantity is more than a fill can have', async () => {
    const fill = await shop.fill()
    const lines = [{ id: '1', fill, product: 'mug', variant: null, quantity: 1_000_001 }]
    const order = nextOrder(null, { lines })
    const { body } = await shop.send(await platform.hook(order, shop.test.clock.now()))
    await performStorefront(await parts(), shop.test.team.id, String(body.id))
    await drive(order.id)
    expect(await lineOf(order.id)).to.include({ state: 'failed', reason: 'invalid_parameter' })
    expect((await lineOf(order.id)).message).to.contain('The quantity must be at most 1,000,000.')
    expect((await shop.readFill(fill)).status).to.equal('open')
  })

  it('fails a line by what its fill is refused for', async () => {
    const fill = await shop.fill({ values: { Name: '' } })
    const order = await pay(fill)
    await drive(order.id)
    expect(await lineOf(order.id)).to.include({ state: 'failed', reason: 'values_not_printable' })
    expect(await shop.prints(fill)).to.deep.equal([])
  })
})
