/** Deliveries as WooCommerce really sends them: recorded ones replayed as they came, and its oddities one by one. */
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { RENDER_META } from '../../../adapters/woocommerce/order.ts'
import { WOOCOMMERCE } from '../../../adapters/woocommerce/woocommerce.ts'
import { readJson } from '../../../core/service/storefront/exact-json.ts'
import { eventually } from '../../support/run/eventually.ts'
import { leavePending } from '../../support/run/leave-pending.ts'
import { type AdapterShop, openAdapterShop, orderOf } from '../../support/shops/adapter-shop.ts'
import {
  deliveryOf,
  HOOK_SECRET,
  openWooPlatform,
  type openWooStore,
  wooJson,
  wooOrder,
} from '../../support/shops/woo-store.ts'

const RECORDED = join(import.meta.dirname, '../../../../shared/fixtures/woocommerce')

// biome-ignore lint/suspicious/noExplicitAny: recorded traffic has many forms; what is expected is the check.
type Json = any

/** The recordings lie beside the project where it is worked on; elsewhere the project's own deliveries serve. */
function recordedDeliveries(): readonly { headers: Record<string, string>; body: string }[] {
  const path = join(RECORDED, 'woo-webhook-deliveries.ndjson')
  if (existsSync(path))
    return readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const order = orderOf('fill_A', { id: '21', lines: [] })
  return ['processing', 'refunded'].map((status) => {
    const body = wooJson(wooOrder(order, status))
    const sent = deliveryOf('http://127.0.0.1:8088', 'order.updated', Buffer.from(body), 'another secret')
    return { headers: { ...sent.headers }, body }
  })
}

describe('deliveries of WooCommerce', () => {
  let store: Awaited<ReturnType<typeof openWooStore>>
  let shop: AdapterShop
  before(async () => {
    const platform = await openWooPlatform()
    store = platform.store
    // The recording's store is known too; it has not been connected.
    const env = { ...platform.env, WOOCOMMERCE_STORES: `${store.setting} http://127.0.0.1:8088` }
    shop = await openAdapterShop(WOOCOMMERCE, env)
  })
  after(async () => {
    await shop.close()
    await store.close()
  })

  let ids = 400
  const place = (fill: string | null, status: string, changes: Parameters<typeof orderOf>[1] = {}) => {
    ids += 1
    const order = orderOf(fill, { id: String(ids), changedAt: shop.test.clock.now(), ...changes })
    store.orders.set(order.id, wooOrder(order, status))
    return order
  }
  const hint = (id: string, topic = 'order.updated', body: unknown = store.orders.get(id)) =>
    shop.send(deliveryOf(store.url, topic, Buffer.from(wooJson(body))))
  const writesTo = (id: string) =>
    store.asked.filter(({ method, path }) => method === 'PUT' && path === `/orders/${id}`)

  it('that were recorded are believed byte by byte, under the secret that signs them', async () => {
    const recorded = recordedDeliveries()
    expect(recorded.length).to.be.greaterThan(1)
    for (const { headers, body } of recorded) {
      const bytes = Buffer.from(body)
      const signature = createHmac('sha256', HOOK_SECRET).update(bytes).digest('base64')
      const { 'content-length': _, connection: __, host: ___, ...sent } = headers
      const signed = {
        path: '/hooks',
        body: bytes,
        headers: { ...sent, 'x-wc-webhook-signature': signature },
      }
      const isPing = headers['x-wc-webhook-topic'] === undefined
      if (isPing) {
        expect((await shop.send({ path: '/hooks', body: bytes, headers: sent })).status).to.equal(200)
        continue
      }
      expect((await shop.send(signed)).status).to.equal(200)
      // The signature of another secret, as it was recorded, and one bit of difference.
      expect((await shop.send({ ...signed, headers: sent })).status).to.equal(401)
      const changed = Buffer.from(bytes)
      changed[100] = (changed[100] ?? 0) ^ 1
      expect((await shop.send({ ...signed, body: changed })).status).to.equal(401)
    }
  })

  it('that were recorded, one after the other, print once and end with the refund', async function () {
    const recorded = recordedDeliveries().map(({ headers, body }) => ({ headers, shown: JSON.parse(body) }))
    if (recorded[0]?.shown.line_items.length === 0) leavePending(this, 'recorded deliveries of a line')
    const fill = await shop.fill()
    const states: string[] = []
    for (const { headers, shown } of recorded) {
      const text = JSON.stringify(shown)
        .replaceAll('fill_A', fill)
        .replaceAll('"product_id":11', '"product_id":"mug"')
      const before = store.orders.get('21')
      const own = before?.line_items[0].meta_data.filter((one: Json) =>
        /^_pp_(state|reason|render)/.test(one.key),
      )
      const order = JSON.parse(text)
      order.line_items[0].meta_data = [
        ...order.line_items[0].meta_data.filter((one: Json) => one.key === '_pp_fill_id'),
        ...(own ?? []),
      ]
      store.orders.set('21', order)
      const refund = readFileSync(join(RECORDED, 'woo-rest-refund.json'), 'utf8')
      store.refunds.set('21', shown.refunds.length === 0 ? [] : [JSON.parse(refund)])
      const { headers: signed } = deliveryOf(
        store.url,
        headers['x-wc-webhook-topic'] ?? '',
        Buffer.from(text),
      )
      const query = `?shop=${store.shop}`
      const sent = { path: `/hooks${query}`, headers: { ...headers, ...signed }, body: Buffer.from(text) }
      delete (sent.headers as Json)['content-length']
      expect((await shop.send(sent)).status).to.equal(200)
      const state = shown.refunds.length === 0 && shown.status === 'processing' ? 'finalized' : 'withdrawn'
      await shop.settled('21', { [order.line_items[0].id]: state })
      states.push(state)
    }
    expect(states).to.deep.equal(['finalized', 'finalized', 'finalized', 'withdrawn', 'withdrawn'])
    expect((await shop.readFill(fill)).status_reason).to.equal('refunded')
    expect(await shop.prints(fill)).to.have.length(1)
  })

  it('whose order was recorded are read as the store showed it', function () {
    const path = join(RECORDED, 'woo-rest-order-after-writeback.json')
    if (!existsSync(path)) leavePending(this, 'a recorded order')
    const order = readJson(readFileSync(path, 'utf8')) as Json
    expect(order.line_items[0].meta_data[1]).to.deep.include({ key: RENDER_META, value: 'rnd_1' })
  })

  it('of a new webhook are a form that nobody signed: answered with 200, and nothing is done', async () => {
    await shop.idle()
    const asked = store.asked.length
    const ping = {
      path: '/hooks',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from('webhook_id=2'),
    }
    expect((await shop.send(ping)).status).to.equal(200)
    const longer = { ...ping, body: Buffer.from(`webhook_id=2&order=${'9'.repeat(80)}`) }
    expect((await shop.send(longer)).status).to.equal(401)
    await shop.idle()
    expect(store.asked.length).to.equal(asked)
  })

  it('of three orders under one delivery id are all three looked up', async () => {
    const orders = await Promise.all([1, 2, 3].map(async () => place(await shop.fill(), 'processing')))
    for (const { id } of orders) expect((await hint(id)).status).to.equal(200)
    for (const { id } of orders) await shop.settled(id, { 1: 'finalized' })
  })

  it('in the wrong order, with a payload that is refunded already, print nothing', async () => {
    const fill = await shop.fill()
    const order = place(fill, 'refunded')
    const created = wooOrder({ ...order, changedAt: order.changedAt - 60_000 }, 'processing')
    await hint(order.id, 'order.updated')
    await hint(order.id, 'order.created', created)
    await shop.settled(order.id, { 1: 'withdrawn' })
    expect(await shop.prints(fill)).to.have.length(0)
    expect((await shop.readFill(fill)).status).to.equal('expired')
  })

  it('are hints: what their payload says is not believed', async () => {
    const fill = await shop.fill()
    const order = place(fill, 'on-hold')
    await hint(order.id, 'order.updated', wooOrder(order, 'processing'))
    await shop.settled(order.id, { 1: 'attached' })
    await shop.idle()
    expect(await shop.prints(fill)).to.have.length(0)
  })

  it('of our own writing write nothing more', async () => {
    const fill = await shop.fill()
    const order = place(fill, 'processing')
    store.onUpdate = (id) => {
      if (id === order.id) void hint(id)
    }
    await hint(order.id)
    await shop.settled(order.id, { 1: 'finalized' })
    await shop.idle()
    const written = writesTo(order.id).length
    for (let again = 0; again < 3; again += 1) await hint(order.id)
    await shop.idle()
    store.onUpdate = null
    expect(writesTo(order.id).length).to.equal(written)
    expect(written).to.be.lessThan(4)
  })

  it('written back keep the print file that the plugin has made', async () => {
    const order = place('fill_01kq3fc2d5f7g9h1j3k5m7n9p1', 'processing')
    const placed = store.orders.get(order.id)
    placed.line_items[0].meta_data.push({ id: 99, key: RENDER_META, value: 'rnd_of_the_plugin' })
    await hint(order.id)
    await shop.settled(order.id, { 1: 'held' })
    await shop.idle()
    const metas = store.orders.get(order.id).line_items[0].meta_data
    expect(metas.find((one: Json) => one.key === RENDER_META).value).to.equal('rnd_of_the_plugin')
    expect(metas.find((one: Json) => one.key === '_pp_state').value).to.equal('held')
  })

  it('written back leave totals and other lines as they are, and the same entry is changed', async () => {
    const fill = await shop.fill()
    const plain = { id: '2', fill: null, product: 'tea', variant: null, quantity: 1 }
    const mug = { id: '1', fill, product: 'mug', variant: null, quantity: 1 }
    const order = place(null, 'processing', { lines: [mug, plain] })
    const before = structuredClone(store.orders.get(order.id))
    await hint(order.id)
    await shop.settled(order.id, { 1: 'finalized' })
    await shop.idle()
    const after = store.orders.get(order.id)
    expect(JSON.stringify(after.line_items[1])).to.equal(JSON.stringify(before.line_items[1]))
    expect([after.total, after.status, after.line_items[0].quantity]).to.deep.equal([
      before.total,
      before.status,
      before.line_items[0].quantity,
    ])
    const entry = after.line_items[0].meta_data.find((one: Json) => one.key === RENDER_META)
    const [print] = await shop.prints(fill)
    expect(entry.value).to.equal(print.id)
    store.orders.set(order.id, {
      ...after,
      status: 'cancelled',
      date_modified_gmt: new Date(shop.test.clock.now() + 5000).toISOString().slice(0, 19),
    })
    await hint(order.id)
    await shop.settled(order.id, { 1: 'withdrawn' })
    await shop.idle()
    const metas = store.orders.get(order.id).line_items[0].meta_data
    expect(metas.filter((one: Json) => one.key === RENDER_META).map((one: Json) => one.id)).to.deep.equal([
      entry.id,
    ])
    for (const { text } of writesTo(order.id)) {
      expect(Object.keys(JSON.parse(text))).to.deep.equal(['line_items'])
      for (const item of JSON.parse(text).line_items)
        expect(Object.keys(item)).to.have.members(['id', 'meta_data'])
    }
  })

  it('of a line that is held leave one note for staff', async () => {
    const order = place('fill_01kq3f8w2bx6mt4v9y0hzd5s7e', 'processing')
    await hint(order.id)
    await shop.settled(order.id, { 1: 'held' })
    await hint(order.id)
    await shop.idle()
    const notes = store.notes.filter((one) => one.order === order.id)
    expect(notes).to.have.length(1)
    expect(notes[0]?.note).to.contain('Not printed: the design does not exist in Platen.')
  })

  it('of a deleted order, which holds only its id, withdraw it', async () => {
    const fill = await shop.fill()
    const order = place(fill, 'processing')
    await hint(order.id)
    await shop.settled(order.id, { 1: 'finalized' })
    store.orders.delete(order.id)
    await hint(order.id, 'order.deleted', { id: Number(order.id) })
    await shop.settled(order.id, { 1: 'withdrawn' })
    expect((await shop.readFill(fill)).status_reason).to.equal('canceled')
  })

  it('of other topics, without an order, or of a store that was never named do nothing', async () => {
    const asked = store.asked.length
    const product = deliveryOf(store.url, 'product.updated', Buffer.from('{"id":11}'))
    expect((await shop.send(product)).status).to.equal(200)
    for (const body of ['{}', '[]', '{"id":"../products/1"}', '{"id":-1}', 'no json'])
      expect((await shop.send(deliveryOf(store.url, 'order.updated', Buffer.from(body)))).status).to.equal(
        400,
      )
    const stranger = deliveryOf('https://evil.example', 'order.updated', Buffer.from('{"id":1}'))
    expect((await shop.send(stranger)).status).to.equal(404)
    await shop.idle()
    expect(store.asked.length).to.equal(asked)
  })

  it('wait while the store is away, in maintenance, or refuses its keys, and nothing is lost', async () => {
    const fill = await shop.fill()
    const order = place(fill, 'processing')
    const faults = [
      { status: 503, body: '<html>Briefly unavailable for scheduled maintenance.</html>' },
      { status: 200, body: '<html>A firewall</html>' },
      { status: 401, body: '{"code":"woocommerce_rest_authentication_error"}' },
      { status: 404, body: '{"code":"rest_no_route"}' },
      { status: 429, body: '{"code":"too_many_requests"}', headers: { 'retry-after': '30' } },
    ]
    for (const fault of faults) {
      store.before = () => fault
      await hint(order.id)
      await shop.idle()
    }
    store.before = null
    expect(await shop.lines(order.id)).to.deep.equal({})
    shop.test.clock.advance(2 * 3_600_000)
    await shop.settled(order.id, { 1: 'finalized' })
    expect(await shop.prints(fill)).to.have.length(1)
  })

  it('written back wait while the store says that it is too much, for as long as it says so', async () => {
    const fill = await shop.fill()
    const order = place(fill, 'processing')
    store.before = ({ method }) =>
      method === 'PUT' ? { status: 429, body: '{}', headers: { 'retry-after': '600' } } : null
    await hint(order.id)
    await shop.settled(order.id, { 1: 'finalized' })
    await shop.idle()
    shop.test.clock.advance(120_000)
    await shop.idle()
    const tries = writesTo(order.id).length
    expect(tries).to.be.within(1, 2)
    store.before = null
    shop.test.clock.advance(3_600_000)
    const [print] = await shop.prints(fill)
    const written = () =>
      store.orders.get(order.id).line_items[0].meta_data.find((one: Json) => one.key === RENDER_META)
    expect((await eventually(written)).value).to.equal(print.id)
  })

  it('of an order from which a line was taken off withdraw its fill, and the other is printed on', async () => {
    const lines = [await shop.fill(), await shop.fill()].map((fill, at) => ({
      ...{ id: String(at + 1), fill, product: 'mug', variant: null, quantity: 2 },
    }))
    const order = place(null, 'processing', { lines })
    await hint(order.id)
    await shop.settled(order.id, { 1: 'finalized', 2: 'finalized' })
    await shop.idle()
    const shown = store.orders.get(order.id)
    const left = (count: number) => ({ ...shown, line_items: shown?.line_items.slice(0, count) }) as never
    shop.test.clock.advance(2000)
    store.orders.set(order.id, left(1))
    await hint(order.id)
    await shop.settled(order.id, { 1: 'finalized', 2: 'withdrawn' })
    expect((await shop.readFill(lines[1]?.fill ?? '')).status).to.equal('expired')
    // Nothing personalized is left of it: found by looking through, too.
    store.orders.set(order.id, left(0))
    await hint(order.id)
    await shop.settled(order.id, { 1: 'withdrawn', 2: 'withdrawn' })
  })
})
