/** Orders of a WooCommerce store as the adapter says them to the service. */
import { expect } from 'chai'
import { metaOf, timeOf } from '../../../adapters/woocommerce/fields.ts'
import { deletedOrder, readOrder } from '../../../adapters/woocommerce/order.ts'
import { readJson } from '../../../core/service/storefront/exact-json.ts'

const STATUSES = ['processing', 'completed']
const FILL = { id: 77, key: '_pp_fill_id', value: 'fill_A' }
const line = (changes = {}) => ({
  ...{ id: 8, product_id: 11, variation_id: 0, quantity: 2, meta_data: [FILL] },
  ...changes,
})
const shown = (changes = {}) => ({
  id: 21,
  number: '1021',
  status: 'processing',
  date_modified_gmt: '2026-11-21T04:52:23',
  billing: { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.test' },
  line_items: [line()],
  refunds: [],
  ...changes,
})
const read = (changes = {}, refunds: readonly unknown[] = [], statuses: readonly string[] = STATUSES) => {
  const order = readOrder('shop.example', shown(changes), refunds, statuses)
  if (order === null) throw new Error('This is no order.')
  return order
}
const readLine = (changes = {}, refunds: readonly unknown[] = []) =>
  read({ line_items: [line(changes)] }, refunds).lines[0]
const withMeta = (...entries: readonly (readonly [string, unknown])[]) => ({
  meta_data: [FILL, ...entries.map(([key, value]) => ({ key, value }))],
})
const refund = (id: number, quantity: number) => ({
  ...{ id, line_items: [{ id: 10, quantity, meta_data: [{ key: '_refunded_item_id', value: '8' }] }] },
})

describe('An order of WooCommerce', () => {
  it('is said whole, under a reference of the shop', () => {
    expect(read()).to.deep.equal({
      shop: 'shop.example',
      id: '21',
      reference: 'woocommerce:shop.example:21',
      name: '#1021',
      changedAt: Date.UTC(2026, 10, 21, 4, 52, 23),
      cart: null,
      customer: { email: 'ann@example.test', name: 'Ann Lee' },
      dueAt: null,
      status: 'paid',
      lines: [
        {
          ...{ id: '8', fill: 'fill_A', session: null, cart: null, product: '11', variant: null },
          ...{ quantity: 2, refunded: 0, copiedFrom: null },
        },
      ],
    })
  })

  for (const [status, expected] of [
    ['pending', 'open'],
    ['on-hold', 'open'],
    ['failed', 'open'],
    ['checkout-draft', 'open'],
    ['in-production', 'open'],
    ['processing', 'paid'],
    ['completed', 'fulfilled'],
    ['cancelled', 'canceled'],
    ['refunded', 'canceled'],
    ['trash', 'canceled'],
  ] as const)
    it(`is ${expected} at the status ${status}`, () => {
      expect(read({ status }).status).to.equal(expected)
    })

  it('is paid at the statuses that are set', () => {
    expect(read({ status: 'on-hold' }, [], ['on-hold']).status).to.equal('paid')
    expect(read({ status: 'processing' }, [], ['on-hold']).status).to.equal('open')
  })

  it('is canceled and has no lines once it is deleted', () => {
    expect(deletedOrder('shop.example', '21')).to.deep.include({
      ...{ reference: 'woocommerce:shop.example:21', status: 'canceled', lines: [], changedAt: null },
    })
  })

  it('adds up the refunds of a line, and counts no amount', () => {
    const amount = { id: 23, line_items: [] }
    expect(readLine({ quantity: 5 }, [refund(22, -1), refund(24, -2), amount])?.refunded).to.equal(3)
    expect(readLine({}, [amount])?.refunded).to.equal(0)
  })

  for (const [ordered, back, quantity, refunded] of [
    [2.5, 0, 3, 0],
    [2.5, 0.5, 3, 1],
    [2.5, 0.2, 3, 0],
    [2.5, 2.5, 3, 3],
    [0.3, 0.3, 1, 1],
    [1.2, 0.2, 2, 1],
    [4.1, 1.1, 5, 2],
    [2, 7, 2, 2],
  ] as const)
    it(`rounds ${ordered} with ${back} refunded up to ${quantity - refunded} of ${quantity}`, () => {
      expect(readLine({ quantity: ordered }, [refund(22, -back)])).to.include({ quantity, refunded })
    })

  it('leaves out a line with the quantity 0', () => {
    expect(read({ line_items: [line({ quantity: 0 })] }).lines).to.deep.equal([])
  })

  it('is due when its meta data say so', () => {
    const due = (value: unknown) => read({ meta_data: [{ key: '_pp_due_at', value }] }).dueAt
    expect(due('2026-12-01T09:00:00+01:00')).to.equal(Date.UTC(2026, 11, 1, 8))
    expect(due('2026-12-01T09:00:00')).to.equal(Date.UTC(2026, 11, 1, 9))
    expect([due('soon'), due(7), due(null)]).to.deep.equal([null, null, null])
  })

  it('keeps a line without a design', () => {
    expect(readLine({ meta_data: [] })).to.include({ id: '8', fill: null, product: '11' })
  })

  it('passes on a value that is no fill id, so that staff see the line', () => {
    expect(readLine({ meta_data: [{ key: '_pp_fill_id', value: { a: 1 } }] })?.fill).to.equal('{"a":1}')
  })

  it('names the variation of a line', () => {
    expect(readLine({ variation_id: 57 })?.variant).to.equal('57')
  })

  it('names the cart of each line, and the first one for lines without', () => {
    const [first, second] = ['cart_x', 'cart_y'].map((cart, at) =>
      line({ id: 8 + at, ...withMeta(['_pp_cart', cart]) }),
    )
    const order = read({ line_items: [line({ id: 7 }), first, second] })
    expect(order.cart).to.equal('cart_x')
    expect(order.lines.map(({ cart }) => cart)).to.deep.equal([null, 'cart_x', 'cart_y'])
  })

  it('reads values that the plugin keeps as lists of one', () => {
    const meta = [
      { key: '_pp_fill_id', value: ['fill_A'] },
      { key: '_pp_cart', value: ['cart_x'] },
    ]
    expect(readLine({ meta_data: meta })).to.include({ fill: 'fill_A', cart: 'cart_x' })
  })

  it('names the copy that an earlier version of the plugin printed', () => {
    expect(readLine(withMeta(['_pp_copy_id', ['fill_B']]))?.fill).to.equal('fill_B')
  })

  it('says from which order a line was copied', () => {
    const source = { order: '19', reference: 'woocommerce:shop.example:19' }
    for (const meta of [
      [['_pp_of', ['19:5']]],
      [
        ['_pp_of', '21:8'],
        ['_pp_copied_from', ['19']],
      ],
    ] as const)
      expect(readLine(withMeta(...meta))?.copiedFrom).to.deep.equal(source)
  })

  it('says of no line that it was copied from its own order, or from an odd value', () => {
    for (const value of ['21:8', '21:5', 'x:1', '', 7, null])
      expect(readLine(withMeta(['_pp_of', value]))?.copiedFrom).to.equal(null)
  })

  it('keeps ids that no number holds', () => {
    const json = readJson('{"id":820982911946154508,"total":12.5}')
    expect(json).to.deep.equal({ id: '820982911946154508', total: 12.5 })
    expect(read({ id: '820982911946154508' }).reference).to.equal(
      'woocommerce:shop.example:820982911946154508',
    )
  })

  it('is none without an id or a list of lines, so that no line counts as removed', () => {
    for (const odd of [null, 7, 'x', [], { id: 0, line_items: [line()] }, { id: 21 }])
      expect(readOrder('s', odd, [], STATUSES)).to.equal(null)
  })

  it('bears missing names, odd quantities and odd meta data', () => {
    const order = read({ line_items: [null, line({ quantity: 'x' })], billing: null })
    expect(order.customer).to.deep.equal({ email: null, name: null })
    expect(order.lines.map(({ quantity }) => quantity)).to.deep.equal([1])
    expect(timeOf('no time')).to.equal(null)
    expect(metaOf({ meta_data: 'x' }, 'a')).to.equal(undefined)
  })
})
