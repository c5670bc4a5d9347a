/** What Shopify's orders mean. */
import { expect } from 'chai'
import type { Mapped } from '../../../adapters/shopify/mapped-products.ts'
import { callsOfHook, callsOfOrder, callsOfRefund } from '../../../adapters/shopify/order.ts'
import { readJson } from '../../../core/service/storefront/exact-json.ts'
import { orderJson, SHOP } from '../../support/shops/mock-shopify.ts'

const ID = '820982911946154508'
const LINE = '466157049000000001'
const SETTINGS = { finalizeOn: 'paid', customerData: false, requireDesign: true, mapped: {} } as const
const line = { id: LINE, product: '632910392', fill: 'fill_A', session: 'esn_1', quantity: 2 }

const calls = (topic: string, json: string, settings: Parameters<typeof callsOfHook>[3] = SETTINGS) =>
  callsOfHook(SHOP, topic, readJson(json), settings)
const kinds = (all: readonly { readonly call: string }[]) => all.map(({ call }) => call)

describe('An order of Shopify', () => {
  it('keeps ids that pass 2^53 to their last digit', () => {
    const [call] = calls('orders/paid', orderJson(ID, {}, [line]))
    expect(call).to.deep.include({
      call: 'finalize',
      lines: [
        {
          id: LINE,
          fill: 'fill_A',
          session: 'esn_1',
          product: '632910392',
          variant: '39072856',
          quantity: 2,
        },
      ],
    })
    expect(call).to.have.nested.property('order.reference', `shopify:${SHOP}:${ID}`)
    expect(call).to.have.nested.property('order.customer', null)
  })

  it('is one line for each that carries a fill, and passes what is no fill on for staff to see', () => {
    const [call] = calls(
      'orders/paid',
      orderJson(ID, {}, [
        line,
        { id: '2', product: '5' },
        { id: '3', product: '6', fill: 'fill_B' },
        { id: '4', product: '6', fill: { no: 'text' } },
      ]),
    )
    expect(call).to.have.property('lines').with.length(3)
    expect(JSON.stringify(call)).to.contain('fill_B').and.to.contain('{\\"no\\"')
    expect(calls('orders/paid', orderJson(ID, {}, [{ id: '2', product: '5' }]))).to.deep.equal([])
  })

  it('shows a line without a design where its product or variant is mapped, unless designs are optional', () => {
    const json = orderJson(ID, {}, [{ id: '2', product: '5' }])
    const linesUnder = (mapped: Mapped, requireDesign = true) =>
      calls('orders/paid', json, { ...SETTINGS, mapped, requireDesign }).flatMap((call) =>
        call.call === 'finalize' ? call.lines.map(({ id, fill }) => [id, fill]) : [],
      )
    expect(linesUnder({ 5: 'all' })).to.deep.equal([['2', null]])
    expect(linesUnder({ 5: ['39072856'] })).to.deep.equal([['2', null]])
    expect(linesUnder({ 5: ['1'], 6: 'all' })).to.deep.equal([])
    expect(linesUnder({ 5: 'all' }, false)).to.deep.equal([])
  })

  it('is read with its properties as a map, empty or missing', () => {
    const body = readJson(orderJson(ID, {}, [line, line, line])) as { line_items: { properties: unknown }[] }
    const properties: unknown[] = [{ _fill_id: 'fill_M' }, [], null]
    properties.forEach((one, at) => {
      const item = body.line_items[at]
      if (item !== undefined) item.properties = one
    })
    const [call] = callsOfHook(SHOP, 'orders/paid', body, SETTINGS)
    expect(call).to.have.property('lines').with.length(1)
    expect(call).to.have.nested.property('lines[0].fill', 'fill_M')
  })

  it('is printed once it is paid, or at once where the shop says so, and never once it is canceled', () => {
    const pending = orderJson(ID, { financial_status: 'pending' }, [line])
    expect(kinds(calls('orders/create', pending))).to.deep.equal(['attach'])
    expect(kinds(calls('orders/create', pending, { ...SETTINGS, finalizeOn: 'created' }))).to.deep.equal([
      'finalize',
    ])
    expect(kinds(calls('orders/paid', pending))).to.deep.equal(['finalize'])
    const canceled = orderJson(ID, { cancelled_at: '2026-11-01T11:00:00Z' }, [line])
    for (const topic of ['orders/cancelled', 'orders/paid', 'orders/create'])
      expect(calls(topic, canceled)).to.have.nested.property('[0].lines', 'all')
  })

  it('tells name and address only where the app may pass them on', () => {
    const [call] = calls('orders/paid', orderJson(ID, {}, [line]), { ...SETTINGS, customerData: true })
    expect(call).to.have.deep.nested.property('order.customer', {
      email: 'ann@example.test',
      name: 'Ann Lee',
    })
  })

  it('withdraws a line of which nothing is left, before it is printed', () => {
    const edited = orderJson(ID, {}, [
      { ...line, left: 0 },
      { id: '3', product: '6', fill: 'fill_B' },
    ])
    const all = calls('orders/paid', edited)
    expect(kinds(all)).to.deep.equal(['attach', 'withdraw', 'finalize'])
    expect(all[1]).to.have.deep.nested.property('lines', [{ line: LINE, quantity: 2, refund: 'removed' }])
  })

  it('says the same when it is asked for as when its webhook comes', () => {
    const node = {
      id: `gid://shopify/Order/${ID}`,
      name: '#1001',
      updatedAt: '2026-11-01T15:00:05Z',
      cancelledAt: null,
      displayFinancialStatus: 'PAID',
      displayFulfillmentStatus: 'UNFULFILLED',
      lineItems: {
        nodes: [
          {
            id: `gid://shopify/LineItem/${LINE}`,
            quantity: 2,
            currentQuantity: 2,
            customAttributes: [
              { key: '_fill_id', value: 'fill_A' },
              { key: '_fill_session', value: 'esn_1' },
            ],
            product: { legacyResourceId: '632910392' },
            variant: { legacyResourceId: '39072856' },
          },
        ],
      },
    }
    expect(callsOfOrder(SHOP, node, SETTINGS)).to.deep.equal(calls('orders/paid', orderJson(ID, {}, [line])))
    expect(
      kinds(callsOfOrder(SHOP, { ...node, displayFinancialStatus: 'REFUNDED' }, SETTINGS)),
    ).to.deep.equal(['attach'])
    const sent = { ...node, displayFulfillmentStatus: 'FULFILLED' }
    expect(kinds(callsOfOrder(SHOP, sent, SETTINGS))).to.deep.equal(['finalize', 'fulfill'])
  })
})

describe('A refund of Shopify', () => {
  const refund = (lines: readonly object[]) => ({ id: 509562969, order_id: ID, refund_line_items: lines })

  it('tells how many of which line went back', () => {
    const [call] = callsOfRefund(SHOP, refund([{ id: 1, line_item_id: LINE, quantity: 1 }]))
    expect(call).to.deep.include({
      call: 'withdraw',
      lines: [{ line: LINE, quantity: 1, refund: '509562969' }],
    })
  })

  it('of an amount alone is no call', () => {
    expect(callsOfRefund(SHOP, refund([]))).to.deep.equal([])
    expect(() => callsOfRefund(SHOP, { id: 1 })).to.throw('has no order id')
  })
})
