/** The work on a hook: a fault of the machinery is no fault of the hook, and what was seen of a mapping holds for a moment. */
import { expect } from 'chai'
import { MOCK } from '../../../adapters/mock/adapter.ts'
import { ServiceError } from '../../../core/errors.ts'
import { performStorefront } from '../../../core/service/storefront/perform.ts'
import { type AdapterShop, nextOrder, openAdapterShop } from '../../support/shops/adapter-shop.ts'
import { type MockPlatform, openMockPlatform } from '../../support/shops/mock-platform.ts'

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
    const { body } = await shop.send(await platform.hook('paid', order, shop.test.clock.now()))
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
    const asked: string[] = []
    const whole = await parts()
    const api = {
      call: (...args: Parameters<typeof whole.api.call>) => {
        asked.push(args[1])
        return whole.api.call(...args)
      },
    }
    const work = async (fill: string, product: string) => {
      const line = { id: '1', fill, product, variant: null, quantity: 1 }
      const order = nextOrder(null, { lines: [line] })
      const { body } = await shop.send(await platform.hook('paid', order, shop.test.clock.now()))
      await performStorefront({ ...whole, api }, shop.test.team.id, String(body.id))
      for (const { id } of Object.values(await shop.lines(order.id)))
        await performStorefront({ ...whole, api }, shop.test.team.id, id)
      return (await shop.lines(order.id))[1]?.reason ?? null
    }
    const questions = () => asked.splice(0).filter((path) => path.includes('product_mappings')).length
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
    const tell = async (kind: 'paid' | 'refunded', ids: readonly string[]) => {
      const refunds = ids.map((id) => ({ id, lines: [{ line: '1', quantity: 1 }] }))
      const told = { ...order, changedAt: order.changedAt + ids.length * 1000, refunds }
      const { body } = await shop.send(await platform.hook(kind, told, shop.test.clock.now()))
      await performStorefront(whole, teamId, String(body.id))
    }
    await tell('paid', [])
    await drive(order.id)
    await tell('refunded', ['first'])
    let isTold = false
    const api: typeof whole.api = {
      async call(...args) {
        if (args[0] === 'PATCH' && !isTold) {
          isTold = true
          await tell('refunded', ['first', 'second'])
        }
        return whole.api.call(...args)
      },
    }
    const { 1: line } = await shop.lines(order.id)
    await performStorefront({ ...whole, api }, teamId, String(line?.id))
    await drive(order.id)
    expect(isTold).to.equal(true)
    expect(await shop.readFill(fill)).to.include({ quantity: 3, refunded_quantity: 2 })
  })
})
