/** Writes the calls of a storefront into its orders and lines; repeated, late or reordered calls do no harm. */

import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { customerKey } from '../fill/customer.ts'
import type { Call } from './contract.ts'
import {
  GOALS,
  type Goal,
  HOLDS,
  moveLine,
  NO_FILL,
  NOTES,
  refundedOf,
  reopenHold,
  type StorefrontLine,
  type StorefrontOrder,
} from './line.ts'
import type { Line, Order, RefundedLine } from './order.ts'
import type { PerformParts } from './perform-parts.ts'
import { askToWrite } from './write-back.ts'

type Parts = Pick<Ports, 'store' | 'clock' | 'makeId' | 'jobs'> & Pick<PerformParts, 'adapters'>
type OrderCall = Extract<Call, { readonly order: Order }>

/** Orders and lines at most this long are taken; nothing of a storefront is longer. */
const LONGEST = 255

/**
 * In one transaction an order, whose hooks wait for each other; `also` is done in the same one. Gives the order's row,
 * null where the call is about no line of an order that is not known.
 */
export async function acceptCall(
  ports: Parts,
  teamId: string,
  adapter: string,
  call: OrderCall,
  also: (store: Tx) => Promise<void> = async () => {},
): Promise<StorefrontOrder | null> {
  const { shop, id } = call.order
  return ports.store.transaction(async (store) => {
    await lockOrder(store, { teamId, adapter, shop, orderId: id })
    const order = await writeCall(ports, store, teamId, adapter, call)
    await also(store)
    return order
  })
}

async function writeCall(
  ports: Parts,
  store: Tx,
  teamId: string,
  adapter: string,
  call: OrderCall,
): Promise<StorefrontOrder | null> {
  const { shop, id } = call.order
  const known = await store.storefront.orders.findByKey(teamId, { adapter, shop, orderId: id })
  if (known === null && call.lines.length === 0) return null
  const before = known ?? newOrder(ports, teamId, adapter, call.order)
  const isNews = !isOlder(call.order, before)
  let lines = known === null ? [] : await store.storefront.lines.ofOrder(teamId, known.id)
  const order = withoutGone(orderAfter(ports, before, call), call, isNews ? lines : [])
  if (known === null) await store.storefront.orders.insert(order)
  else await store.storefront.orders.update(teamId, known.id, order)
  if (call.call !== 'withdraw')
    for (const line of call.lines)
      lines = await storeLine(ports, store, order, lines, line, call.call, isNews)
  // A known line may have advanced in between.
  if (known !== null) lines = await store.storefront.lines.ofOrder(teamId, known.id)
  await raiseGoals(ports, store, before, order, lines)
  return order
}

function newOrder(ports: Parts, teamId: string, adapter: string, order: Order): StorefrontOrder {
  const now = ports.clock.now()
  return {
    id: ports.makeId('storefrontOrder'),
    ...{ teamId, adapter, shop: order.shop.slice(0, LONGEST), orderId: order.id.slice(0, LONGEST) },
    ...{ reference: order.reference.slice(0, LONGEST), name: null, cart: null },
    ...{ customerEmail: null, customerName: null, customerKey: null, dueAt: null, changedAt: null },
    ...{ canceledAt: null, refunds: {}, writtenSha256: null, writeAttempts: 0, nextWriteAt: null },
    ...{ createdAt: now, updatedAt: now },
  }
}

/** Is the call older than the known state? Without times, the later call wins. */
function isOlder(order: Order, known: StorefrontOrder): boolean {
  return order.changedAt !== null && known.changedAt !== null && order.changedAt < known.changedAt
}

/**
 * Decision: a cancellation stands until the platform shows the order alive at a later time of its own, so that a
 * paid-hook after the cancellation prints nothing, and a reopened order is noticed.
 */
function orderAfter(ports: Parts, before: StorefrontOrder, call: OrderCall): StorefrontOrder {
  const { order } = call
  const now = ports.clock.now()
  const older = isOlder(order, before)
  const facts = older
    ? {}
    : {
        name: order.name ?? before.name,
        cart: order.cart ?? before.cart,
        customerEmail: order.customer?.email ?? before.customerEmail,
        customerName: order.customer?.name ?? before.customerName,
        dueAt: order.dueAt ?? before.dueAt,
        changedAt: order.changedAt ?? before.changedAt,
      }
  const after = { ...before, ...facts, updatedAt: now }
  const email = after.customerEmail
  const keyed = { ...after, customerKey: email === null ? null : customerKey(email) }
  if (call.call !== 'withdraw') {
    const isAlive =
      before.canceledAt !== null && order.changedAt !== null && order.changedAt > before.canceledAt
    return isAlive ? { ...keyed, canceledAt: null } : keyed
  }
  if (call.lines !== 'all') return { ...keyed, refunds: withRefunds(before.refunds, call.lines) }
  return older ? keyed : { ...keyed, canceledAt: order.changedAt ?? before.canceledAt ?? now }
}

/** Stands for a refund where a line was taken off its order: it is withdrawn just so. */
const TAKEN_OFF = 'taken off'

function withoutGone(
  order: StorefrontOrder,
  call: OrderCall,
  known: readonly StorefrontLine[],
): StorefrontOrder {
  if (call.call === 'withdraw' || call.whole !== true) return order
  const gone = known.filter(({ line }) => call.lines.every(({ id }) => id !== line))
  const refunded = gone.map(({ line, quantity }) => ({ line, quantity, refund: TAKEN_OFF }))
  return { ...order, refunds: withRefunds(order.refunds, refunded) }
}

function withRefunds(
  before: StorefrontOrder['refunds'],
  refunded: readonly RefundedLine[],
): StorefrontOrder['refunds'] {
  const after: Record<string, Record<string, number>> = Object.fromEntries(
    Object.entries(before).map(([refund, lines]) => [refund, { ...lines }]),
  )
  for (const { refund, line, quantity } of refunded) {
    const lines = after[refund] ?? {}
    lines[line] = Math.max(lines[line] ?? 0, quantity)
    after[refund] = lines
  }
  return after
}

/** Gives the order's lines as they are after it. */
async function storeLine(
  ports: Parts,
  store: Store,
  order: StorefrontOrder,
  onOrder: readonly StorefrontLine[],
  line: Line,
  goal: Exclude<Goal, 'withdraw'>,
  isNews: boolean,
): Promise<readonly StorefrontLine[]> {
  const { lines } = store.storefront
  const fillId = line.fill === null ? NO_FILL : line.fill.slice(0, LONGEST)
  const known = onOrder.find((one) => one.line === line.id && one.fillId === fillId)
  if (known === undefined) {
    const ofLine = onOrder.filter((one) => one.line === line.id)
    // An older hook may show the line as it was before its design came.
    if (fillId === NO_FILL && ofLine.length > 0) return onOrder
    const added = newLine(ports, order, { ...line, fill: fillId }, goal, onOrder)
    await lines.insert(added)
    const missing = ofLine.find((one) => one.fillId === NO_FILL)
    if (missing === undefined) return [...onOrder, added]
    await lines.remove(order.teamId, missing.id)
    return [...onOrder.filter((one) => one !== missing), added]
  }
  const raised = GOALS.indexOf(goal) > GOALS.indexOf(known.goal) ? { goal } : {}
  const changed = isNews && known.quantity !== line.quantity ? { quantity: line.quantity } : {}
  const printed = known.state === 'finalized' || known.state === 'fulfilled'
  const note =
    'quantity' in changed && printed ? { reason: 'quantity_changed', message: NOTES.quantity_changed } : {}
  const session = line.session ?? known.session
  const changes = { ...raised, ...changed, ...note, session }
  const kept = (await lines.update(order.teamId, known.id, null, changes)) ?? known
  return onOrder.map((one) => (one === known ? kept : one))
}

/** raiseGoals requests the work, in the same transaction. */
function newLine(
  ports: Parts,
  order: StorefrontOrder,
  line: Line & { readonly fill: string },
  goal: Goal,
  onOrder: readonly StorefrontLine[],
): StorefrontLine {
  const now = ports.clock.now()
  const before = onOrder.filter((one) => one.line === line.id && one.fillId !== NO_FILL)
  const replaces = before.some((one) => one.createdAt < now)
  const hold =
    line.fill === NO_FILL ? ('design_missing' as const) : replaces ? ('line_has_other_fill' as const) : null
  return {
    id: ports.makeId('storefrontLine'),
    ...{ teamId: order.teamId, orderRowId: order.id, line: line.id.slice(0, LONGEST) },
    ...{ fillId: line.fill.slice(0, LONGEST), session: line.session, product: line.product },
    ...{ variant: line.variant, quantity: line.quantity, goal },
    state: hold === null ? 'attached' : 'held',
    ...{ reason: hold, message: hold === null ? null : HOLDS[hold], trusted: false, copyId: null },
    ...{ renderId: null, renderStatus: null, attempts: 0, nextAttemptAt: null, failingSince: null },
    ...{ lease: 0, leaseUntil: null, createdAt: now, updatedAt: now },
  }
}

/** Raises the goals that follow from the order as a whole, and requests work for the lines that need it. */
async function raiseGoals(
  ports: Parts,
  store: Tx,
  before: StorefrontOrder,
  order: StorefrontOrder,
  lines: readonly StorefrontLine[],
): Promise<void> {
  const { teamId } = order
  const now = ports.clock.now()
  const wasReopened = before.canceledAt !== null && order.canceledAt === null
  for (const line of lines) {
    const isGone = order.canceledAt !== null || refundedOf(order, line.line) >= line.quantity
    if (isGone) {
      if (line.state !== 'withdrawn')
        await store.storefront.lines.update(teamId, line.id, null, { goal: 'withdraw', nextAttemptAt: now })
    } else if (line.state === 'withdrawn' || line.goal === 'withdraw') {
      if (wasReopened) await reopenLine(store, line, now)
    } else if (isRefundedAfterPrint(before, order, line)) {
      const note = { reason: 'refunded_after_print', message: NOTES.refunded_after_print }
      await store.storefront.lines.update(teamId, line.id, null, { ...note, nextAttemptAt: now })
      await askToWrite(ports, store, order)
    } else if (!isDone(line)) {
      // One that waits for the service to come back keeps its time.
      if (line.nextAttemptAt === null)
        await store.storefront.lines.update(teamId, line.id, null, { nextAttemptAt: now })
    } else continue
    await enqueueLine(ports, store, order, line.id, now)
  }
}

/** A refund of some of what went to press: staff are told on the platform's order, and the job carries the number. */
export function isRefundedAfterPrint(
  before: StorefrontOrder,
  order: StorefrontOrder,
  line: StorefrontLine,
): boolean {
  const printed = line.state === 'finalized' || line.state === 'fulfilled'
  return printed && isDone(line) && refundedOf(order, line.line) > refundedOf(before, line.line)
}

/** Lines that are not withdrawn yet continue; withdrawn ones are held, and staff decide. */
async function reopenLine(store: Store, line: StorefrontLine, now: number): Promise<void> {
  const changes =
    line.state === 'withdrawn'
      ? {
          ...{ state: moveLine(line.state, 'reopen'), reason: reopenHold(line), goal: 'finalize' as const },
          ...{ message: HOLDS[reopenHold(line)], nextAttemptAt: null },
        }
      : { goal: 'finalize' as const, nextAttemptAt: now }
  await store.storefront.lines.update(line.teamId, line.id, null, changes)
}

/** Nothing is to be done for the line now: its state is what its goal asks for, or staff have the word. */
export function isDone({ goal, state }: Pick<StorefrontLine, 'goal' | 'state'>): boolean {
  if (goal === 'withdraw') return state === 'withdrawn'
  if (state === 'held' || state === 'failed' || state === 'withdrawn' || state === 'fulfilled') return true
  if (goal === 'attach') return state === 'attached' || state === 'finalized'
  return goal === 'finalize' && state === 'finalized'
}

/** Hooks, staff and the work on lines change an order and its lines one after the other. */
export function lockOrder(
  store: Tx,
  { teamId, adapter, shop, orderId }: Pick<StorefrontOrder, 'teamId' | 'adapter' | 'shop' | 'orderId'>,
): Promise<void> {
  return store.lock(`storefront ${teamId} ${adapter} ${shop} ${orderId}`)
}

/** Lines of one shop share places. */
export async function enqueueLine(
  ports: Pick<Ports, 'jobs'>,
  store: Tx,
  { teamId, adapter, shop }: Pick<StorefrontOrder, 'teamId' | 'adapter' | 'shop'>,
  lineId: string,
  runAt: number,
): Promise<void> {
  await ports.jobs.enqueue(store, {
    kind: 'storefront',
    teamId,
    objectId: lineId,
    group: `${adapter}:${shop}`.slice(0, LONGEST),
    runAt,
  })
}
