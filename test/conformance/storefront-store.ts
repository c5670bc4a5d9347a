/** What every Store must do for storefronts: hooks, orders, lines, and what adapters keep. */

import { expect } from 'chai'
import type { Store } from '../../core/store.ts'
import { UniqueViolation } from '../../core/unique-violation.ts'
import { stockTeam } from '../support/database/records.ts'
import {
  storefrontHook,
  storefrontLine,
  storefrontOrder,
  storefrontShop,
} from '../support/database/storefront-records.ts'

const NOW = 1_750_000_000_000
const LATER = NOW + 30_000
const PAGE = { limit: 100, startingAfter: null }

export function describeStorefrontRows(current: () => Store): void {
  describe('keeps storefronts', () => {
    let store: Store
    let teamId: string
    let other: string
    beforeEach(async () => {
      store = current()
      teamId = (await stockTeam(store)).teamId
      other = (await stockTeam(store)).teamId
    })

    const twice = (work: Promise<unknown>) =>
      work.then(
        () => expect.fail('It was kept twice.'),
        (error) => expect(error).to.be.instanceOf(UniqueViolation),
      )

    it('gives back each row as it was written, to its own team alone', async () => {
      const { hooks, orders, lines } = store.storefront
      const order = storefrontOrder(teamId)
      const line = storefrontLine(order)
      const hook = storefrontHook(teamId)
      await orders.insert(order)
      await lines.insert(line)
      expect(await hooks.insert(hook)).to.equal(true)
      expect(await orders.find(teamId, order.id)).to.deep.equal(order)
      expect(await orders.findByKey(teamId, order)).to.deep.equal(order)
      expect(await orders.findMany(teamId, [order.id])).to.deep.equal([order])
      expect(await orders.ofCustomer(teamId, 'ada@example.com')).to.deep.equal([order])
      expect(await lines.find(teamId, line.id)).to.deep.equal(line)
      expect(await lines.ofOrders(teamId, [order.id])).to.deep.equal([line])
      expect(await lines.ofFill(teamId, line.fillId)).to.deep.equal([line])
      expect(await hooks.find(teamId, hook.id)).to.deep.equal(hook)

      expect(await orders.find(other, order.id)).to.equal(null)
      expect(await orders.findByKey(other, order)).to.equal(null)
      expect(await orders.findMany(other, [order.id])).to.deep.equal([])
      expect(await orders.ofCustomer(other, 'ada@example.com')).to.deep.equal([])
      expect((await orders.list(other, {}, PAGE)).items).to.deep.equal([])
      expect(await orders.update(other, order.id, { name: 'Mine' })).to.equal(null)
      expect(await lines.find(other, line.id)).to.equal(null)
      expect(await lines.ofOrder(other, order.id)).to.deep.equal([])
      expect(await lines.ofFill(other, line.fillId)).to.deep.equal([])
      expect(await lines.claim(other, line.id, NOW, LATER)).to.equal(null)
      expect(await lines.update(other, line.id, null, { quantity: 9 })).to.equal(null)
      expect(await hooks.find(other, hook.id)).to.equal(null)
      expect(await hooks.update(other, hook.id, { state: 'done' })).to.equal(null)
    })

    it('takes a hook, an order and a line once', async () => {
      const { hooks, orders, lines } = store.storefront
      const hook = storefrontHook(teamId)
      expect(await hooks.insert(hook)).to.equal(true)
      expect(await hooks.insert({ ...storefrontHook(teamId), hookId: hook.hookId })).to.equal(false)
      expect(await hooks.insert({ ...storefrontHook(other), hookId: hook.hookId })).to.equal(true)
      // What a platform gives no id is never the same.
      for (let times = 0; times < 2; times += 1)
        expect(await hooks.insert(storefrontHook(teamId, { hookId: null }))).to.equal(true)
      const order = storefrontOrder(teamId)
      await orders.insert(order)
      await twice(orders.insert(storefrontOrder(teamId, { orderId: order.orderId })))
      const line = storefrontLine(order)
      await lines.insert(line)
      await twice(lines.insert(storefrontLine(order, { fillId: line.fillId })))
      await lines.insert(storefrontLine(order, { fillId: line.fillId, line: 'l2' }))
    })

    it('removes a line of its own team, and no other', async () => {
      const { orders, lines } = current().storefront
      const [{ teamId }, { teamId: other }] = [await stockTeam(current()), await stockTeam(current())]
      const order = storefrontOrder(teamId)
      await orders.insert(order)
      const [gone, kept] = [storefrontLine(order), storefrontLine(order, { line: 'l2' })]
      for (const one of [gone, kept]) await lines.insert(one)
      await lines.remove(other, gone.id)
      expect(await lines.ofOrder(teamId, order.id)).to.have.length(2)
      await lines.remove(teamId, gone.id)
      expect(await lines.ofOrder(teamId, order.id)).to.deep.equal([kept])
    })

    it('gives a due line to one worker until its lease is over, and fences the others off', async () => {
      const { orders, lines } = store.storefront
      const order = storefrontOrder(teamId)
      await orders.insert(order)
      const line = storefrontLine(order, { nextAttemptAt: NOW + 1 })
      await lines.insert(line)
      expect(await lines.claim(teamId, line.id, NOW, LATER)).to.equal(null)
      const claims = await Promise.all([1, 2, 3].map(() => lines.claim(teamId, line.id, NOW + 1, LATER)))
      expect(claims.filter((one) => one !== null)).to.have.lengthOf(1)
      expect(await lines.claim(teamId, line.id, LATER, LATER + 1)).to.include({ lease: 2 })
      expect(await lines.update(teamId, line.id, 1, { state: 'finalized' })).to.equal(null)
      expect(await lines.update(teamId, line.id, 2, { state: 'finalized' })).to.include({
        state: 'finalized',
      })
      expect(await lines.update(teamId, line.id, null, { nextAttemptAt: null })).to.include({ lease: 2 })
      expect(await lines.claim(teamId, line.id, LATER * 2, LATER * 2)).to.equal(null)
    })

    it('lists orders newest first, by adapter, shop, reference and state of a line', async () => {
      const { orders, lines } = store.storefront
      const one = storefrontOrder(teamId)
      const two = storefrontOrder(teamId, { adapter: 'mock', shop: 'b' })
      for (const order of [one, two]) await orders.insert(order)
      await lines.insert(storefrontLine(one, { state: 'failed' }))
      await lines.insert(storefrontLine(two, { state: 'held' }))
      const listed = async (filter: object, page: object = PAGE) =>
        (await orders.list(teamId, filter, { ...PAGE, ...page })).items.map(({ id }) => id)
      expect(await listed({})).to.deep.equal([two.id, one.id])
      expect(await listed({}, { startingAfter: two.id })).to.deep.equal([one.id])
      expect(await listed({ adapter: 'mock' })).to.deep.equal([two.id])
      expect(await listed({ shop: 'shop' })).to.deep.equal([one.id])
      expect(await listed({ reference: one.reference })).to.deep.equal([one.id])
      expect(await listed({ state: 'failed' })).to.deep.equal([one.id])
      expect(await listed({ state: 'withdrawn' })).to.deep.equal([])
    })

    it('lists hooks newest first, by state, adapter and shop, and forgets what failed ones said', async () => {
      const { hooks } = store.storefront
      const one = storefrontHook(teamId, { state: 'failed' })
      const two = storefrontHook(teamId, { adapter: 'mock', shop: 'b' })
      for (const hook of [one, two]) await hooks.insert(hook)
      const listed = async (filter: object, page: object = PAGE) =>
        (await hooks.list(teamId, filter, { ...PAGE, ...page })).items.map(({ id }) => id)
      expect(await listed({})).to.deep.equal([two.id, one.id])
      expect(await listed({}, { startingAfter: two.id })).to.deep.equal([one.id])
      expect(await listed({ state: 'failed' })).to.deep.equal([one.id])
      expect(await listed({ adapter: 'mock', shop: 'b', state: 'pending' })).to.deep.equal([two.id])
      expect(await listed({ state: 'done' })).to.deep.equal([])
      expect((await hooks.list(other, {}, PAGE)).items).to.deep.equal([])
      await hooks.forgetFailed(other)
      expect(await hooks.find(teamId, one.id)).to.deep.equal(one)
      await hooks.forgetFailed(teamId)
      expect(await hooks.find(teamId, one.id)).to.deep.equal({ ...one, request: null, body: null })
      expect(await hooks.find(teamId, two.id)).to.deep.equal(two)
    })

    it('finds what waits, page by page, and removes old hooks that wait for nothing', async () => {
      const { hooks, orders, lines } = store.storefront
      const order = storefrontOrder(teamId, { nextWriteAt: NOW })
      await orders.insert(order)
      const line = storefrontLine(order)
      await lines.insert(line)
      await lines.insert(storefrontLine(order, { line: 'leased', leaseUntil: LATER }))
      await lines.insert(storefrontLine(order, { line: 'idle', nextAttemptAt: null }))
      const [old, pending] = [storefrontHook(teamId, { state: 'done' }), storefrontHook(teamId)]
      for (const hook of [old, pending]) await hooks.insert(hook)
      const own = (rows: readonly { id: string; teamId: string }[]) =>
        rows.filter((row) => row.teamId === teamId).map(({ id }) => id)
      expect(own(await hooks.waiting(NOW, '', 1000))).to.deep.equal([pending.id])
      expect(own(await hooks.waiting(NOW - 1, '', 1000))).to.deep.equal([])
      expect(own(await orders.waiting(NOW, '', 1000))).to.deep.equal([order.id])
      expect(own(await lines.waiting(NOW, '', 1000))).to.deep.equal([line.id])
      expect(own(await lines.waiting(NOW, line.id, 1000))).to.deep.equal([])
      expect(await hooks.removeBefore(NOW, 1000)).to.equal(0)
      expect(await hooks.removeBefore(NOW + 1, 1000)).to.be.greaterThan(0)
      expect(await hooks.find(teamId, old.id)).to.equal(null)
      expect(await hooks.find(teamId, pending.id)).not.to.equal(null)
    })

    it('keeps a shop and its secrets for its own team alone', async () => {
      const { shops } = store.storefront
      const shop = storefrontShop(teamId)
      await shops.insert(shop)
      expect(await shops.find(teamId, shop.id)).to.deep.equal(shop)
      expect(await shops.findByName(teamId, 'rest', shop.shop)).to.deep.equal(shop)
      expect(await shops.ofAdapter(teamId, 'rest')).to.deep.equal([shop])
      expect(await shops.count(teamId)).to.equal(1)

      expect(await shops.find(other, shop.id)).to.equal(null)
      expect(await shops.findByName(other, 'rest', shop.shop)).to.equal(null)
      expect(await shops.ofAdapter(other, 'rest')).to.deep.equal([])
      expect(await shops.count(other)).to.equal(0)
      expect((await shops.list(other, PAGE)).items).to.deep.equal([])
      expect(await shops.update(other, shop.id, { secretPrefix: 'mine' })).to.equal(null)
      expect(await shops.remove(other, shop.id)).to.equal(false)
      expect(await shops.find(teamId, shop.id)).to.deep.equal(shop)
    })

    it('takes a shop once for each team and adapter, and again after its removal', async () => {
      const { shops } = store.storefront
      const shop = storefrontShop(teamId)
      const same = { shop: shop.shop }
      await shops.insert(shop)
      await twice(shops.insert(storefrontShop(teamId, same)))
      await shops.insert(storefrontShop(other, same))
      await shops.insert(storefrontShop(teamId, { ...same, adapter: 'mock' }))
      expect(await shops.remove(teamId, shop.id)).to.equal(true)
      expect(await shops.remove(teamId, shop.id)).to.equal(false)
      await shops.insert(storefrontShop(teamId, same))
    })

    it('lists shops newest first, and those of one adapter', async () => {
      const { shops } = store.storefront
      const [one, two] = [storefrontShop(teamId), storefrontShop(teamId, { adapter: 'mock' })]
      for (const shop of [one, two]) await shops.insert(shop)
      const listed = async (page: object) =>
        (await shops.list(teamId, { ...PAGE, ...page })).items.map(({ id }) => id)
      expect(await listed({})).to.deep.equal([two.id, one.id])
      expect(await listed({ startingAfter: two.id })).to.deep.equal([one.id])
      expect(await shops.ofAdapter(teamId, 'mock')).to.deep.equal([two])
    })

    it('changes the secrets of a shop and nothing else of it', async () => {
      const { shops } = store.storefront
      const shop = storefrontShop(teamId)
      await shops.insert(shop)
      const changes = { secretCiphertext: 'new', secretPrefix: 'whsec_efgh', previousSecretCiphertext: null }
      expect(await shops.update(teamId, shop.id, changes)).to.deep.equal({ ...shop, ...changes })
    })

    it('keeps what adapters put down, and lets only one of two writers win', async () => {
      const { shelf } = store.storefront
      expect(await shelf.get(teamId, 'rest', 'token')).to.equal(null)
      expect(await shelf.put(teamId, 'rest', 'token', 'a', 0)).to.equal(true)
      expect(await shelf.put(teamId, 'rest', 'token', 'b', 0)).to.equal(false)
      const writes = await Promise.all(['b', 'c'].map((one) => shelf.put(teamId, 'rest', 'token', one, 1)))
      expect(writes.filter((done) => done)).to.have.lengthOf(1)
      expect(await shelf.get(teamId, 'rest', 'token')).to.include({ version: 2 })
      expect(await shelf.put(teamId, 'rest', 'token', 'd', null)).to.equal(true)
      expect(await shelf.get(teamId, 'rest', 'token')).to.deep.equal({ sealed: 'd', version: 3 })
      await shelf.put(teamId, 'rest', 'shop_a', 'x', null)
      expect(await shelf.keys(teamId, 'rest', 'shop_')).to.deep.equal(['shop_a'])
      expect(await shelf.keys(teamId, 'rest', '')).to.deep.equal(['shop_a', 'token'])
      expect(await shelf.keys(other, 'rest', '')).to.deep.equal([])
      expect(await shelf.keys(teamId, 'mock', '')).to.deep.equal([])
      await shelf.remove(teamId, 'rest', 'token')
      expect(await shelf.get(teamId, 'rest', 'token')).to.equal(null)
    })
  })
}
