/** Everything that shops, staff and failing machines do to orders, as commands of a history. */
import fc from 'fast-check'
import { ORDER_STATUSES } from '../../../core/service/storefront/order.ts'
import { nextOrder } from '../../support/shops/adapter-shop.ts'
import type { SampleLine } from '../../support/shops/sample-order.ts'
import { type After, type Command, type History, MAPPED, withLine } from './history.ts'

const index = fc.nat(5)
const quantity = fc.integer({ min: 1, max: 5 })
const status = fc.constantFrom('paid', 'paid', 'paid', ...ORDER_STATUSES)

const death = fc.record({
  at: fc.integer({ min: 1, max: 8 }),
  when: fc.constantFrom('before' as const, 'after' as const),
  recovers: fc.boolean(),
})
const after: fc.Arbitrary<After> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('rest' as const) },
  { weight: 1, arbitrary: fc.constant('nothing' as const) },
  { weight: 1, arbitrary: fc.constant('hear' as const) },
  { weight: 3, arbitrary: death },
)

/** A new design, a known one, one that cannot be printed, or none. */
const design = fc.oneof(
  { weight: 5, arbitrary: fc.constant('new' as const) },
  { weight: 3, arbitrary: index },
  { weight: 1, arbitrary: fc.constant('unprintable' as const) },
  { weight: 2, arbitrary: fc.constant(null) },
)
type DesignSpec = number | 'new' | 'unprintable' | null

const spec = fc.record({
  design,
  isOwn: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  quantity,
  /** A line can say which order it was copied from. */
  copiedFrom: fc.option(index, { freq: 6 }),
})
type Spec = typeof spec extends fc.Arbitrary<infer T> ? T : never

async function designOf(history: History, wanted: DesignSpec): Promise<string | null> {
  if (wanted === null) return null
  return history.design(typeof wanted === 'number' ? wanted : null, wanted === 'unprintable')
}

let lines = 0
async function lineOf(history: History, { design, isOwn, quantity, copiedFrom }: Spec): Promise<SampleLine> {
  lines += 1
  const source = copiedFrom === null || history.sent.length === 0 ? null : history.order(copiedFrom).id
  return {
    ...{ id: String(lines), fill: await designOf(history, design), variant: null, quantity },
    ...{ product: isOwn ? history.own : MAPPED, copiedFrom: source },
  }
}

/** One that needs an order. */
function change(name: string, given: object, does: (history: History) => Promise<void>): Command {
  return {
    check: (history) => history.sent.length > 0,
    run: (history) => does(history),
    toString: () => `${name} ${JSON.stringify(given)}`,
  }
}

const place = fc.record({ status, after, lines: fc.array(spec, { minLength: 1, maxLength: 3 }) }).map(
  (given): Command => ({
    check: ({ sent }) => sent.length < 4,
    async run(history) {
      const made: SampleLine[] = []
      for (const line of given.lines) made.push(await lineOf(history, line))
      await history.tell(nextOrder(null, { status: given.status, lines: made }), given.after)
    },
    toString: () => `place ${JSON.stringify(given)}`,
  }),
)

const copy = fc.record({ index, status, quantity: fc.option(quantity), after }).map(
  (given): Command => ({
    check: ({ sent }) => sent.length > 0 && sent.length < 4,
    async run(history) {
      const source = history.order(given.index)
      const copied = source.lines.map((line) => ({
        ...{ ...line, refunded: 0, copiedFrom: null, quantity: given.quantity ?? line.quantity },
      }))
      await history.tell(
        nextOrder(null, { status: given.status, copiedFrom: source.id, lines: copied }),
        given.after,
      )
    },
    toString: () => `copy ${JSON.stringify(given)}`,
  }),
)

const ordered = fc.record({ index, line: index, quantity, after }).map((given) =>
  change('order', given, (history) =>
    history.change(
      given.index,
      (order) => ({
        lines: withLine(order, given.line, (line) => ({ ...line, quantity: given.quantity })),
      }),
      given.after,
    ),
  ),
)

/** Less than before: a refund is deleted. */
const refund = fc.record({ index, line: index, pieces: fc.nat(5), after }).map((given) =>
  change('refund', given, (history) =>
    history.change(
      given.index,
      (order) => ({
        lines: withLine(order, given.line, (line) => ({
          ...{ ...line, refunded: Math.min(given.pieces, line.quantity) },
        })),
      }),
      given.after,
    ),
  ),
)

const remove = fc
  .record({ index, line: index, after })
  .map((given) =>
    change('remove', given, (history) =>
      history.change(
        given.index,
        (order) => ({ lines: withLine(order, given.line, () => null) }),
        given.after,
      ),
    ),
  )

const add = fc.record({ index, spec, after }).map((given) =>
  change('add', given, async (history) => {
    const line = await lineOf(history, given.spec)
    await history.change(given.index, (order) => ({ lines: [...order.lines, line] }), given.after)
  }),
)

/** The line goes, and another comes: with its design, where it is the one of this number. */
const replace = fc.record({ index, line: index, spec, after }).map((given) =>
  change('replace', given, async (history) => {
    const line = await lineOf(history, given.spec)
    await history.change(
      given.index,
      (order) => ({ lines: withLine(order, given.line, () => line) }),
      given.after,
    )
  }),
)

const redesign = fc.record({ index, line: index, design, after }).map((given) =>
  change('redesign', given, async (history) => {
    const fill = await designOf(history, given.design)
    await history.change(
      given.index,
      (order) => ({ lines: withLine(order, given.line, (line) => ({ ...line, fill })) }),
      given.after,
    )
  }),
)

const turn = fc
  .record({ index, status, after })
  .map((given) =>
    change('turn', given, (history) =>
      history.change(given.index, () => ({ status: given.status }), given.after),
    ),
  )

/** A line that was removed comes again. */
const restore = fc.record({ index, at: index, status, after }).map((given) =>
  change('restore', given, (history) => {
    const { id } = history.order(given.index)
    const known = history.sent.find(([first]) => first?.id === id) ?? []
    const earlier = known[given.at % known.length]
    return history.change(
      given.index,
      (order) => ({ status: given.status, lines: earlier?.lines ?? order.lines }),
      given.after,
    )
  }),
)

const deleted = fc
  .record({ index, after })
  .map((given) =>
    change('delete', given, (history) =>
      history.change(given.index, () => ({ status: 'canceled', lines: [] }), given.after),
    ),
  )

const repeat = fc
  .record({ index, after })
  .map((given) => change('repeat', given, (history) => history.tell(history.order(given.index), given.after)))

const late = fc.record({ index, at: index, after }).map((given) =>
  change('late', given, async (history) => {
    const { id } = history.order(given.index)
    const known = history.sent.find(([first]) => first?.id === id) ?? []
    const earlier = known[given.at % known.length]
    if (earlier !== undefined) await history.tell(earlier, given.after)
  }),
)

const staff = fc
  .record({ index: fc.nat(9), action: fc.constantFrom('release', 'release', 'retry'), after })
  .map((given) =>
    change('staff', given, (history) =>
      history.decide(given.index, given.action as 'release' | 'retry', given.after),
    ),
  )

const mapping: fc.Arbitrary<Command> = fc.constant({
  check: () => true,
  run: (history) => history.turnMapping(),
  toString: () => 'turn mapping',
})

const work = after.map((given) => change('work', { given }, (history) => history.go(given)))

/** Each history begins with an order. */
export const FIRST: fc.Arbitrary<Command> = place

export const COMMANDS = [
  ...[place, copy, ordered, ordered, refund, refund, remove, add, replace, redesign],
  ...[turn, turn, restore, deleted, repeat, late, staff, staff, mapping, work],
]
