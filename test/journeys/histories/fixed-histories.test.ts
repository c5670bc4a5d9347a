/** Histories of orders that once ended wrong, each with what its lines must end as. */
import { expect } from 'chai'
import { nextOrder } from '../../support/shops/adapter-shop.ts'
import type { SampleLine, SampleOrder } from '../../support/shops/sample-order.ts'
import { History, MAPPED } from './history.ts'
import { type OrderShop, openOrderShop } from './order-shop.ts'

describe('An order that changes', () => {
  let shop: OrderShop
  before(async () => {
    shop = await openOrderShop('sqlite')
  })
  after(() => shop.close())

  const line = (id: string, fill: string, changes: Partial<SampleLine> = {}): SampleLine => ({
    ...{ id, fill, product: MAPPED, variant: null, quantity: 3 },
    ...changes,
  })
  /** An order, each of whose messages is worked off, and compared with the model. */
  const begin = async (lines: readonly SampleLine[], status: 'paid' | 'open' = 'paid') => {
    const history = new History(shop, 'a product that is not mapped')
    for (const fill of new Set(lines.map((one) => one.fill))) history.know(fill ?? '')
    const order = nextOrder(null, { status, lines })
    await history.tell(order, 'rest')
    return {
      change: (changes: Partial<SampleOrder>) => history.change(0, () => changes, 'rest'),
      release: (index: number) => history.decide(index, 'release', 'rest'),
      async see() {
        const { rows } = await shop.see(order.id)
        return rows.map(({ row, standing, surplus }) => [row.state, row.reason, standing, surplus])
      },
    }
  }

  it('counts the pieces that are too many again when it is shipped with its refund deleted', async () => {
    const fill = await shop.fill(false)
    const order = await begin([line('1', fill)])
    await order.change({ lines: [line('1', fill, { refunded: 1 })] })
    expect(await order.see()).to.deep.equal([['finalized', 'too_many_at_press', 3, 1]])
    await order.change({ status: 'fulfilled', lines: [line('1', fill)] })
    expect(await order.see()).to.deep.equal([['fulfilled', null, 3, 0]])
  })

  it('takes the surplus from the job when more is ordered than was printed', async () => {
    const fill = await shop.fill(false)
    const order = await begin([line('1', fill)])
    await order.change({ lines: [line('1', fill, { refunded: 1 })] })
    await order.change({ lines: [line('1', fill, { quantity: 5 })] })
    expect(await order.see()).to.deep.equal([['held', 'more_to_print', 3, 0]])
    await order.release(0)
    expect(await order.see()).to.deep.equal([['finalized', null, 5, 0]])
  })

  it('holds its second line of a design again after it was canceled and paid', async () => {
    const fill = await shop.fill(false)
    const order = await begin([line('1', fill), line('2', fill)])
    await order.change({ status: 'canceled' })
    await order.change({ status: 'paid' })
    expect(await order.see()).to.deep.equal([
      ['held', 'printed_then_canceled', 0, 0],
      ['held', 'fill_on_other_line', 0, 0],
    ])
  })

  it('prints a copy for a new line whose design went with the old one before the print', async () => {
    const fill = await shop.fill(false)
    const order = await begin([line('1', fill)], 'open')
    await order.change({ lines: [line('2', fill)] })
    await order.change({ status: 'paid' })
    expect(await order.see()).to.deep.equal([
      ['withdrawn', null, 0, 0],
      ['finalized', null, 3, 0],
    ])
  })

  it('prints a copy for a released line whose design went with another one before the print', async () => {
    const fill = await shop.fill(false)
    const unmapped = { product: 'an unmapped product' }
    const order = await begin([line('1', fill, unmapped)])
    await order.change({ status: 'open', lines: [line('1', fill, unmapped), line('2', fill)] })
    await order.change({ lines: [line('1', fill, unmapped)] })
    expect(await order.see()).to.deep.equal([
      ['held', 'product_not_mapped', 0, 0],
      ['withdrawn', null, 0, 0],
    ])
    await order.release(0)
    expect((await order.see())[0]).to.deep.equal(['finalized', null, 3, 0])
  })

  it('keeps the print of a line when another line of its design is removed after its release', async () => {
    const fill = await shop.fill(false)
    const first = line('1', fill, { product: 'an unmapped product' })
    const order = await begin([first, line('2', fill)])
    expect(await order.see()).to.deep.equal([
      ['held', 'product_not_mapped', 0, 0],
      ['finalized', null, 3, 0],
    ])
    await order.release(0)
    await order.change({ lines: [line('2', fill)] })
    expect(await order.see()).to.deep.equal([
      ['withdrawn', null, 0, 0],
      ['finalized', null, 3, 0],
    ])
  })
})
