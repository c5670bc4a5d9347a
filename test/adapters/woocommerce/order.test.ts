/** What orders of a WooCommerce store ask for, by status, refunds and meta data. */
import { expect } from 'chai'
import { metaOf, timeOf } from '../../../adapters/woocommerce/fields.ts'
import { callsOfOrder } from '../../../adapters/woocommerce/order.ts'
import { readJson } from '../../../core/service/storefront/exact-json.ts'

const STATUSES = ['processing', 'completed']
const line = (changes = {}) => ({
  id: 8,
  product_id: 11,
  variation_id: 0,
  quantity: 2,
  meta_data: [{ id: 77, key: '_pp_fill_id', value: 'fill_A' }],
  ...changes,
})
const order = (changes = {}) => ({
  id: 21,
  number: '1021',
  status: 'processing',
  date_modified_gmt: '2026-11-21T04:52:23',
  billing: { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.test' },
  line_items: [line()],
  refunds: [],
  ...changes,
})
const calls = (changes = {}, refunds: readonly unknown[] = [], statuses: readonly string[] = STATUSES) =>
  callsOfOrder('shop.example', order(changes), refunds, statuses)

describe('orders of WooCommerce', () => {
  it('tell who, what and how many, under a reference of the shop', () => {
    const [call] = calls()
    expect(call).to.deep.equal({
      call: 'finalize',
      order: {
        shop: 'shop.example',
        id: '21',
        reference: 'woocommerce:shop.example:21',
        name: '#1021',
        changedAt: Date.UTC(2026, 10, 21, 4, 52, 23),
        cart: null,
        customer: { email: 'ann@example.test', name: 'Ann Lee' },
        dueAt: null,
      },
      lines: [{ id: '8', fill: 'fill_A', session: null, product: '11', variant: null, quantity: 2 }],
      whole: true,
    })
  })

  for (const [status, expected] of [
    ['pending', ['attach']],
    ['on-hold', ['attach']],
    ['failed', ['attach']],
    ['checkout-draft', ['attach']],
    ['processing', ['finalize']],
    ['completed', ['fulfill']],
    ['in-production', ['attach']],
    ['cancelled', ['attach', 'withdraw']],
    ['refunded', ['attach', 'withdraw']],
    ['trash', ['attach', 'withdraw']],
  ] as const)
    it(`${status} means ${expected.join(' and ')}`, () => {
      expect(calls({ status }).map(({ call }) => call)).to.deep.equal(expected)
    })

  it('are printed at the statuses that are set', () => {
    expect(calls({ status: 'on-hold' }, [], ['on-hold'])[0]?.call).to.equal('finalize')
    expect(calls({ status: 'processing' }, [], ['on-hold'])[0]?.call).to.equal('attach')
  })

  it('name refunded quantities by the line that they were taken of, and amounts not at all', () => {
    const taken = {
      id: 22,
      line_items: [{ id: 10, quantity: -2, meta_data: [{ key: '_refunded_item_id', value: '8' }] }],
    }
    const amount = { id: 23, line_items: [] }
    const [withdraw, finalize] = calls({}, [taken, amount])
    expect(withdraw).to.deep.include({ call: 'withdraw', lines: [{ line: '8', quantity: 2, refund: '22' }] })
    expect(finalize?.call).to.equal('finalize')
    expect(calls({}, [amount]).map(({ call }) => call)).to.deep.equal(['finalize'])
  })

  it('are due when their meta data say so', () => {
    const due = (value: unknown) => {
      const [call] = calls({ meta_data: [{ key: '_pp_due_at', value }] })
      return call?.call === 'erase' ? undefined : call?.order.dueAt
    }
    expect(due('2026-12-01T09:00:00+01:00')).to.equal(Date.UTC(2026, 11, 1, 8))
    expect(due('2026-12-01T09:00:00')).to.equal(Date.UTC(2026, 11, 1, 9))
    expect([due('soon'), due(7), due(null)]).to.deep.equal([null, null, null])
  })

  it('without a fill ask for no print; what is no fill is passed on to be held', () => {
    for (const status of ['processing', 'completed', 'cancelled'])
      expect(calls({ status, line_items: [line({ meta_data: [] })] })).to.have.lengthOf(1)
    expect(calls({ line_items: [line({ meta_data: [] })] })[0]).to.deep.include({
      ...{ call: 'attach', lines: [], whole: true },
    })
    const [odd] = calls({ line_items: [line({ meta_data: [{ key: '_pp_fill_id', value: { a: 1 } }] })] })
    expect(odd).to.deep.nested.include({ 'lines[0].fill': '{"a":1}' })
  })

  it('name the variation and the cart', () => {
    const meta = [
      { key: '_pp_fill_id', value: 'fill_A' },
      { key: '_pp_cart', value: 'cart_x' },
    ]
    const [call] = calls({ line_items: [line({ variation_id: 57, meta_data: meta })] })
    expect(call).to.deep.nested.include({ 'lines[0].variant': '57', 'order.cart': 'cart_x' })
  })

  it('that the plugin has written are read as its lists of one, and its copy as what is printed', () => {
    const meta = [
      { key: '_pp_fill_id', value: ['fill_A'] },
      { key: '_pp_cart', value: ['cart_x'] },
    ]
    const [call] = calls({ line_items: [line({ meta_data: meta })] })
    expect(call).to.deep.nested.include({ 'lines[0].fill': 'fill_A', 'order.cart': 'cart_x' })
    const copied = [...meta, { key: '_pp_copy_id', value: ['fill_B'] }]
    expect(calls({ line_items: [line({ meta_data: copied })] })[0]).to.deep.nested.include({
      'lines[0].fill': 'fill_B',
    })
  })

  it('keep ids that no number holds', () => {
    const read = readJson('{"id":820982911946154508,"total":12.5}')
    expect(read).to.deep.equal({ id: '820982911946154508', total: 12.5 })
    const [call] = callsOfOrder('s', { ...order(), id: '820982911946154508' }, [], STATUSES)
    expect(call).to.deep.nested.include({ 'order.reference': 'woocommerce:s:820982911946154508' })
  })

  it('bear whatever else stands there', () => {
    for (const odd of [null, 7, 'x', [], { id: 0, line_items: [line()] }])
      expect(callsOfOrder('s', odd, [], STATUSES)).to.deep.equal([])
    expect(calls({ line_items: [null, line({ quantity: 'x' })], billing: null })[0]).to.deep.nested.include({
      'lines[0].quantity': 1,
      'order.customer.name': null,
    })
    expect(timeOf('no time')).to.equal(null)
    expect(metaOf({ meta_data: 'x' }, 'a')).to.equal(undefined)
  })
})
