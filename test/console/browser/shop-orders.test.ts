/** Orders of a shop in a real browser: lines in every state, in both languages, without faults of axe. */
import { expect } from 'chai'
import { NO_FILL, type StorefrontLine } from '../../../core/service/storefront/line.ts'
import { type ConsoleSite, drawn, openConsole } from '../../support/browser/console-site.ts'
import { noSideways } from '../../support/browser/no-sideways.ts'
import { storefrontLine, storefrontOrder } from '../../support/database/storefront-records.ts'

const ORDERS = '/console/storefronts/orders'
const DONE = {
  renderStatus: 'succeeded',
  attempts: 0,
  nextAttemptAt: null,
  reason: null,
  message: null,
} as const

/** In each state, and each reason that has words of its own. */
const LINES: readonly Partial<StorefrontLine>[] = [
  { ...DONE, state: 'attached', goal: 'attach', renderStatus: null },
  { ...DONE, state: 'finalizing', renderStatus: null },
  {
    ...{ state: 'finalizing', reason: 'waiting', message: 'overloaded: The service is busy.' },
    ...{ renderStatus: null, attempts: 3 },
  },
  { ...DONE, state: 'finalized' },
  { ...DONE, state: 'finalized', reason: 'too_many_at_press', quantity: 5, refunded: 2, printed: 5 },
  { ...DONE, state: 'finalized', reason: 'review_requested', renderStatus: 'queued' },
  {
    ...{ ...DONE, state: 'finalized', reason: 'review_refused', renderStatus: 'canceled' },
    message: 'The design was refused: The logo belongs to another company.',
  },
  { ...DONE, state: 'fulfilled', quantity: 1_200 },
  { ...DONE, state: 'withdrawn', reason: 'withdrawn_after_print' },
  { ...DONE, fillId: NO_FILL, state: 'held', reason: 'design_missing', message: '', renderStatus: null },
  { ...DONE, state: 'held', reason: 'printed_then_canceled', message: '' },
  { ...DONE, state: 'held', reason: 'cart_mismatch', message: '', renderStatus: null },
  { ...DONE, state: 'held', reason: 'fill_of_other_order', message: '', renderStatus: null },
  {
    ...{ ...DONE, state: 'failed', reason: 'values_not_printable', renderStatus: null },
    message: 'Some values cannot be printed. Name: the text is 92 mm wide; the field is 80 mm.',
  },
] as readonly Partial<StorefrontLine>[]

describe('Orders of a shop in a browser', () => {
  let site: ConsoleSite
  let orderId: string
  before(async function () {
    site = await openConsole(this)
    const { store } = site.test.server.ports
    const order = storefrontOrder(site.test.team.id, {
      shop: 'https://paper-and-foil.example',
      status: 'paid',
      canceledAt: null,
    })
    orderId = order.id
    await store.storefront.orders.insert(order)
    for (const [at, line] of LINES.entries())
      await store.storefront.lines.insert(
        storefrontLine(order, { line: String(at + 1), copyId: null, ...line }),
      )
  })
  after(() => site?.close())

  for (const [language, label, action] of [
    ['en', 'In review', 'Print again'],
    ['de', 'In Prüfung', 'Erneut drucken'],
  ] as const)
    it(`say each line and its actions in the language of the console (${language}) @long`, async () => {
      const { page, faults } = await site.another(site.person, { language })
      for (const [name, path] of [
        ['list', ORDERS],
        ['order', `${ORDERS}/${orderId}`],
      ] as const) {
        await page.goto(`${site.service}${path}`)
        await page.getByText(label).waitFor()
        await drawn(page)
        expect(await site.axe(page)).to.deep.equal([])
        for (const width of [1440, 1024, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await noSideways(page)
        }
        await site.shotsOf(page, `shop-${name}-${language}`, ['phone', 'desk', 'wide'])
      }
      await page.getByRole('button', { name: action }).click()
      await page.getByRole('dialog').getByRole('button', { name: action }).waitFor()
      expect(await site.axe(page)).to.deep.equal([])
      await site.shotsOf(page, `shop-release-${language}`)
      expect(faults).to.deep.equal([])
    })
})
