/** Orders of Shopify as the adapter says them to the service. */
import { expect } from 'chai'
import { deletedOrder, orderOfHook, orderOfNode } from '../../../adapters/shopify/order.ts'
import { readJson } from '../../../core/service/storefront/exact-json.ts'
import { orderJson, SHOP } from '../../support/shops/mock-shopify.ts'

const ID = '820982911946154508'
const LINE = '466157049000000001'
type Settings = Parameters<typeof orderOfHook>[2]
const SETTINGS: Settings = { finalizeOn: 'paid', customerData: false, requireDesign: true }
const line = { id: LINE, product: '632910392', fill: 'fill_A', session: 'esn_1', quantity: 2 }
const ofHook = (changes: Record<string, unknown> = {}, lines = [line], settings: Partial<Settings> = {}) =>
  orderOfHook(SHOP, readJson(orderJson(ID, changes, lines)), { ...SETTINGS, ...settings })
const NODE = {
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

describe('An order of Shopify', () => {
  it('is said whole, with ids beyond 2^53 exact to their last digit', () => {
    expect(ofHook()).to.deep.equal({
      shop: SHOP,
      id: ID,
      reference: `shopify:${SHOP}:${ID}`,
      name: '#1001',
      changedAt: Date.UTC(2026, 10, 1, 15, 0, 5),
      cart: null,
      customer: null,
      dueAt: null,
      status: 'paid',
      lines: [
        {
          ...{ id: LINE, fill: 'fill_A', session: 'esn_1', cart: null, copiedFrom: null },
          ...{ product: '632910392', variant: '39072856', quantity: 2, refunded: 0 },
        },
      ],
    })
  })

  it('is the same in an answer of the Admin API as in a webhook', () => {
    expect(orderOfNode(SHOP, NODE, SETTINGS)).to.deep.equal(ofHook())
  })

  for (const [changes, status] of [
    [{ financial_status: 'pending' }, 'open'],
    [{ financial_status: 'authorized' }, 'open'],
    [{ financial_status: 'partially_paid' }, 'open'],
    [{ financial_status: 'paid' }, 'paid'],
    [{ financial_status: 'partially_refunded' }, 'paid'],
    [{ financial_status: 'refunded' }, 'open'],
    [{ financial_status: 'refunded', fulfillment_status: 'fulfilled' }, 'open'],
    [{ fulfillment_status: 'partial' }, 'paid'],
    [{ fulfillment_status: 'fulfilled' }, 'fulfilled'],
    [{ financial_status: 'pending', fulfillment_status: 'fulfilled' }, 'open'],
    [{ cancelled_at: '2026-11-01T11:00:00Z', fulfillment_status: 'fulfilled' }, 'canceled'],
  ] as const)
    it(`is ${status} with ${JSON.stringify(changes)}`, () => {
      expect(ofHook(changes).status).to.equal(status)
    })

  for (const [payment, status] of [
    ['PENDING', 'paid'],
    ['AUTHORIZED', 'paid'],
    ['REFUNDED', 'open'],
    ['VOIDED', 'open'],
  ] as const)
    it(`is ${status} with ${payment} where the shop prints before payment`, () => {
      const node = { ...NODE, displayFinancialStatus: payment }
      expect(orderOfNode(SHOP, node, { ...SETTINGS, finalizeOn: 'created' }).status).to.equal(status)
    })

  it('counts refunded and removed units of a line together', () => {
    const lines = [
      { ...line, left: 1 },
      { ...line, id: '2', left: 0 },
    ]
    expect(ofHook({}, lines).lines.map(({ quantity, refunded }) => [quantity, refunded])).to.deep.equal([
      [2, 1],
      [2, 2],
    ])
  })

  it('keeps lines without a design, for the service knows the mapped products', () => {
    const json = orderJson(ID, {}, [line, { id: '2', product: '5' }])
    expect(orderOfHook(SHOP, readJson(json), SETTINGS).lines.map(({ fill }) => fill)).to.deep.equal([
      'fill_A',
      null,
    ])
  })

  it('leaves out lines without a design where a design is optional', () => {
    const json = orderJson(ID, {}, [line, { id: '2', product: '5' }])
    const order = orderOfHook(SHOP, readJson(json), { ...SETTINGS, requireDesign: false })
    expect(order.lines.map(({ id }) => id)).to.deep.equal([LINE])
  })

  it('passes on a property that is no fill id, so that staff see the line', () => {
    const json = orderJson(ID, {}, [{ id: '4', product: '6', fill: { no: 'text' } }])
    expect(orderOfHook(SHOP, readJson(json), SETTINGS).lines[0]?.fill).to.equal('{"no":"text"}')
  })

  it('is read with its properties as a map, empty or missing', () => {
    const body = readJson(orderJson(ID, {}, [line, line, line])) as { line_items: { properties: unknown }[] }
    const properties: unknown[] = [{ _fill_id: 'fill_M' }, [], null]
    properties.forEach((one, at) => {
      const item = body.line_items[at]
      if (item !== undefined) item.properties = one
    })
    expect(orderOfHook(SHOP, body, SETTINGS).lines.map(({ fill }) => fill)).to.deep.equal([
      'fill_M',
      null,
      null,
    ])
  })

  it('names the customer only where the app may pass the data on', () => {
    expect(ofHook({}, [line], { customerData: true }).customer).to.deep.equal({
      email: 'ann@example.test',
      name: 'Ann Lee',
    })
  })

  it('without an id or a list of lines is refused, so that no line counts as removed', () => {
    expect(() => orderOfHook(SHOP, { line_items: [] }, SETTINGS)).to.throw('has no id')
    expect(() => orderOfHook(SHOP, { id: 7 }, SETTINGS)).to.throw('has no list of lines')
  })

  it('is canceled and has no lines once it is deleted', () => {
    expect(deletedOrder(SHOP, readJson(`{"id":${ID}}`))).to.deep.include({
      ...{ id: ID, status: 'canceled', lines: [], changedAt: null },
    })
    expect(() => deletedOrder(SHOP, {})).to.throw('has no order id')
  })
})
