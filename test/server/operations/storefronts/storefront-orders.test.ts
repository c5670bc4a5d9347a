/** Orders of shops over the API: each line in words, with its print file's ink, paper and preflight. */
import { expect } from 'chai'
import type { StorefrontLine } from '../../../../core/service/storefront/line.ts'
import { stockOfLines } from '../../../../core/service/storefront/line-stock.ts'
import { ORDER_STATUSES } from '../../../../core/service/storefront/order.ts'
import { storefrontLine, storefrontOrder } from '../../../support/database/storefront-records.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { openCardShop } from '../../../support/service/printing-shop.ts'
import { makeFill } from '../../../support/service/sample-fill.ts'

describe('An order of a shop over the API', () => {
  let test: TestServer
  let templateId: string
  before(async () => {
    test = await openTestServer({ press: 'workers' })
    templateId = await openCardShop(test)
  })
  after(() => test?.close())

  const store = () => test.server.ports.store.storefront
  const QUIET = { copyId: null, attempts: 0, nextAttemptAt: null, failingSince: null }
  const orderWith = async (...lines: readonly Partial<StorefrontLine>[]) => {
    const order = storefrontOrder(test.team.id, { canceledAt: null })
    await store().orders.insert(order)
    const rows = lines.map((line, at) =>
      storefrontLine(order, { line: String(at), ...QUIET, ...line } as Partial<StorefrontLine>),
    )
    for (const row of rows) await store().lines.insert(row)
    return { order, lines: rows }
  }
  const HELD = { state: 'held', reason: 'cart_mismatch', message: '' } as const
  const read = async (id: string, query = '', headers = {}) =>
    (await test.json(`/v1/storefront/orders/${id}${query}`, { headers })).body.storefront_order
  /** A line whose fill is printed for the order. */
  const printedOrder = async () => {
    const fill = await makeFill(test, { template_id: templateId, values: { 'First name': 'Ada' } })
    const view = await orderWith({ state: 'finalized', reason: null, message: null, fillId: fill.id })
    const body = { external_order_id: view.order.reference }
    expect((await test.json(`/v1/fills/${fill.id}/finalize`, { body })).status).to.equal(200)
    return view
  }

  for (const [asked, query, headers, label, action] of [
    ['English', '?locale=en-GB', {}, 'Held', 'Print anyway'],
    ['German', '?locale=de-AT', {}, 'Angehalten', 'Trotzdem drucken'],
    ['a language that Platen does not speak', '?locale=fi', {}, 'Held', 'Print anyway'],
    ['no language', '', {}, 'Held', 'Print anyway'],
    [
      'German by the header of a browser',
      '',
      { 'accept-language': 'de-DE' },
      'Angehalten',
      'Trotzdem drucken',
    ],
  ] as const)
    it(`is put into words where a client asks for ${asked}`, async () => {
      const { order } = await orderWith(HELD)
      const [line] = (await read(order.id, query, headers)).lines
      expect(line).to.include({ label, tone: 'warning', quantity_label: '2' })
      expect(line.actions).to.deep.equal([{ action: 'release', label: action }])
      const list = await test.json(
        `/v1/storefront/orders?external_order_id=${order.reference}&${query.slice(1)}`,
        { headers },
      )
      expect(list.body.data[0].lines[0]).to.deep.equal(line)
    })

  it('has German words after a release that asks for them', async () => {
    const { lines } = await orderWith(HELD)
    const released = await test.json(`/v1/storefront/lines/${lines[0]?.id}/release?locale=de`, {
      method: 'POST',
    })
    expect(released.status).to.equal(200)
    expect(released.body.storefront_order.lines[0].label).to.match(/^Druckdatei|^Wartet|^Fehl|^Angehalten/)
  })

  it('refuses a release that is not among the actions of the line', async () => {
    const { order, lines } = await orderWith({ ...HELD, reason: 'design_missing' })
    const [line] = (await read(order.id)).lines
    expect(line.actions).to.deep.equal([{ action: 'add_design', label: 'Add design' }])
    const refused = await test.json(`/v1/storefront/lines/${lines[0]?.id}/release`, { method: 'POST' })
    expect(refused.body.error).to.include({ code: 'line_status_conflict', reason: 'design_missing' })
  })

  it('names ink, paper and preflight of a printed line, and none of a line without a print file', async () => {
    const { order } = await printedOrder()
    const [line] = (await read(order.id)).lines
    expect(line.preflight_status).to.be.oneOf(['pass', 'warn', 'fail'])
    expect(line.inks).to.have.length.greaterThan(0)
    for (const ink of line.inks) expect(Object.keys(ink)).to.have.members(['name', 'hex'])
    const other = await orderWith(HELD)
    expect((await read(other.order.id)).lines[0]).to.deep.include({
      preflight_status: null,
      inks: [],
      paper: null,
    })
  })

  it('counts the pieces that were ordered, refunded and sent to print', async () => {
    const { order, lines } = await printedOrder()
    await store().lines.update(test.team.id, String(lines[0]?.id), null, { refunded: 1, printed: 1 })
    const [line] = (await read(order.id)).lines
    expect(line).to.include({ quantity: 2, refunded_quantity: 1, printed_quantity: 1 })
    expect(line.quantity_label).to.equal('2 ordered, 1 refunded, 1 sent to print')
  })

  it('does not name the ink of a design that is printed for another order', async () => {
    const { lines } = await printedOrder()
    const other = await orderWith({
      ...HELD,
      reason: 'fill_of_other_order',
      fillId: String(lines[0]?.fillId),
    })
    expect((await read(other.order.id)).lines[0]).to.deep.include({ preflight_status: null, inks: [] })
  })

  it('has the status that the shop gave it', async () => {
    const { order } = await orderWith(HELD)
    for (const status of ORDER_STATUSES) {
      await store().orders.update(test.team.id, order.id, { status })
      expect(await read(order.id)).to.include({ status })
    }
  })

  it('is settled once nothing of it changes by itself', async () => {
    const working = await orderWith(HELD, { ...HELD, nextAttemptAt: test.clock.now() + 60_000 })
    expect(await read(working.order.id)).to.include({ settled: false })
    const quiet = await orderWith(HELD, { state: 'finalized', reason: null, message: null })
    expect(await read(quiet.order.id)).to.include({ settled: true })
  })

  it('costs a page of orders no more questions for ink and preflight than one order', async () => {
    const views = [await printedOrder(), await printedOrder(), await printedOrder()]
    const { fills, renders, revisions } = test.server.ports.store
    const questionsFor = async (some: typeof views) => {
      let questions = 0
      const counted = <S extends { findMany: unknown }>(table: S): S => ({
        ...table,
        findMany: (...asked: unknown[]) => {
          questions += 1
          return (table.findMany as (...all: unknown[]) => unknown)(...asked)
        },
      })
      const tables = { fills: counted(fills), renders: counted(renders), revisions: counted(revisions) }
      expect((await stockOfLines(tables, test.team.id, some)).size).to.equal(some.length)
      return questions
    }
    expect(await questionsFor(views.slice(0, 1))).to.equal(3)
    expect(await questionsFor(views)).to.equal(3)
  })
})
