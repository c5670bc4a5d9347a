/** Orders that the adapter reads from a WooCommerce store: one that a delivery names, and all that changed. */
import { expect } from 'chai'
import { WOOCOMMERCE } from '../../../adapters/woocommerce/woocommerce.ts'
import type { Call } from '../../../core/service/storefront/contract.ts'
import { orderOf } from '../../support/shops/adapter-shop.ts'
import { type LoneAdapter, openLoneAdapter } from '../../support/shops/open-adapter.ts'
import { HOOK_SECRET, openWooStore, type WooStore, wooOrder } from '../../support/shops/woo-store.ts'

describe('Orders read from a WooCommerce store', () => {
  let store: WooStore
  let lone: LoneAdapter
  beforeEach(async () => {
    store = await openWooStore()
    lone = openLoneAdapter(WOOCOMMERCE, {
      ...{ WOOCOMMERCE_STORES: store.setting, WOOCOMMERCE_HOOK_SECRET: HOOK_SECRET },
    })
  })
  afterEach(() => store.close())

  const hear = (id: string): Promise<readonly Call[]> =>
    lone.adapter.translate({
      ...{ path: '/hooks', query: {}, headers: {}, body: Buffer.from(`{"id":${id}}`) },
      ...{ shop: store.shop, topic: 'order.updated', receivedAt: lone.now },
    })
  const lookThrough = async (): Promise<readonly Call[]> => {
    const calls: Call[] = []
    for await (const some of lone.adapter.listOrders?.(store.shop, 0) ?? []) calls.push(...some)
    return calls
  }
  const statusesOf = (calls: readonly Call[]) =>
    calls.flatMap((call) => (call.call === 'order' ? [[call.order.id, call.order.status]] : []))

  it('are open, paid, fulfilled and canceled, those in the trash too', async () => {
    for (const [id, status] of [
      ['1', 'on-hold'],
      ['2', 'processing'],
      ['3', 'completed'],
      ['4', 'trash'],
    ] as const)
      store.orders.set(id, wooOrder(orderOf('fill_A', { id }), status))
    expect(statusesOf(await lookThrough())).to.deep.equal([
      ['1', 'open'],
      ['2', 'paid'],
      ['3', 'fulfilled'],
      ['4', 'canceled'],
    ])
    expect(statusesOf(await hear('4'))).to.deep.equal([['4', 'canceled']])
  })

  it('are canceled without lines once the store has deleted them', async () => {
    const [call] = await hear('7')
    expect(call).to.deep.nested.include({
      ...{ call: 'order', 'order.status': 'canceled', 'order.lines': [] },
      'order.reference': `woocommerce:${store.shop}:7`,
    })
  })

  it('have their refunds read only where they name some', async () => {
    store.orders.set('8', wooOrder(orderOf('fill_A', { id: '8' })))
    await hear('8')
    expect(store.asked.map(({ path }) => path)).to.deep.equal(['/orders/8'])
  })

  it('are 250, all of them read', async () => {
    for (let id = 1; id <= 250; id += 1)
      store.orders.set(String(id), wooOrder(orderOf(null, { id: String(id) })))
    expect(statusesOf(await lookThrough())).to.have.length(250)
  })
})
