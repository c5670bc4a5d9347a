/** Writes what an order asks for into its row and lines; the work on the lines follows. Repeated or late orders do no harm. */

import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { customerKey } from '../fill/customer.ts'
import { templateOf } from './fill-of-line.ts'
import {
  GOAL_OF,
  GOALS,
  type Goal,
  HOLDS,
  type Hold,
  moveLine,
  NO_FILL,
  nextMove,
  type StorefrontLine,
  type StorefrontOrder,
  wantedOf,
} from './line.ts'
import type { Line, Order } from './order.ts'
import type { PerformParts } from './perform-parts.ts'
import { askToWrite } from './write-back.ts'

type Parts = Pick<Ports, 'store' | 'clock' | 'makeId' | 'jobs'> & Pick<PerformParts, 'adapters'>

/** Orders and lines at most this long are taken; nothing of a storefront is longer. */
const LONGEST = 255

/** In one transaction, in which the orders of one id wait for each other; `also` is done in the same one. */
export async function acceptOrder(
  ports: Parts,
  teamId: string,
  adapter: string,
  order: Order,
  also: (store: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await ports.store.transaction(async (store) => {
    await lockOrder(store, { teamId, adapter, shop: order.shop, orderId: order.id })
    await writeOrder(ports, store, teamId, adapter, order)
    await also(store)
  })
}

async function writeOrder(
  ports: Parts,
  store: Tx,
  teamId: string,
  adapter: string,
  shown: Order,
): Promise<void> {
  const { orders, lines } = store.storefront
  const known = await orders.findByKey(teamId, { adapter, shop: shown.shop, orderId: shown.id })
  if (known !== null && isOlder(shown, known)) return
  const rows = known === null ? [] : await lines.ofOrder(teamId, known.id)
  const personalized = await personalizedOf(store, teamId, shown.lines, rows)
  if (known === null && personalized.length === 0) return
  const before = known ?? newOrder(ports, teamId, adapter, shown)
  const order = orderAfter(ports, before, shown)
  if (known === null) await orders.insert(order)
  else await orders.update(teamId, known.id, order)

  const carried = new Set<string>()
  for (const line of personalized)
    carried.add(await writeLineOf(ports, store, order, before, rows, carried, line))
  for (const row of rows) if (!carried.has(row.id)) await dropLine(ports, store, order, row)
}

/** Without times, the later order counts. */
function isOlder(order: Order, known: StorefrontOrder): boolean {
  return order.changedAt !== null && known.changedAt !== null && order.changedAt < known.changedAt
}

/** Lines with a design, and those whose product asks for one. */
async function personalizedOf(
  store: Store,
  teamId: string,
  lines: readonly Line[],
  rows: readonly StorefrontLine[],
): Promise<readonly Line[]> {
  const found: Line[] = []
  for (const line of lines) {
    // The same line twice is one.
    if (found.some(({ id, fill }) => id === line.id && fill === line.fill)) continue
    const isKnown = () => rows.some((row) => row.line === line.id && row.fillId !== NO_FILL)
    const isMapped = async () =>
      line.product !== '' && (await templateOf({ store, teamId }, line.product, line.variant)) !== null
    if (line.fill !== null || isKnown() || (await isMapped())) found.push(line)
  }
  return found
}

function newOrder(ports: Parts, teamId: string, adapter: string, order: Order): StorefrontOrder {
  const now = ports.clock.now()
  return {
    id: ports.makeId('storefrontOrder'),
    ...{ teamId, adapter, shop: order.shop.slice(0, LONGEST), orderId: order.id.slice(0, LONGEST) },
    ...{ reference: order.reference.slice(0, LONGEST), name: null, cart: null, status: order.status },
    ...{ customerEmail: null, customerName: null, customerKey: null, dueAt: null, changedAt: null },
    ...{ canceledAt: null, writtenSha256: null, writeAttempts: 0, nextWriteAt: null },
    ...{ createdAt: now, updatedAt: now },
  }
}

function orderAfter(ports: Parts, before: StorefrontOrder, order: Order): StorefrontOrder {
  const now = ports.clock.now()
  const changedAt = order.changedAt ?? before.changedAt
  const email = order.customer?.email ?? before.customerEmail
  return {
    ...before,
    ...{ status: order.status, changedAt, name: order.name ?? before.name, cart: order.cart ?? before.cart },
    ...{ customerEmail: email, customerName: order.customer?.name ?? before.customerName },
    ...{ customerKey: email === null ? null : customerKey(email), dueAt: order.dueAt ?? before.dueAt },
    canceledAt: order.status === 'canceled' ? (before.canceledAt ?? changedAt ?? now) : null,
    updatedAt: now,
  }
}

/** Gives the id of the line's row. */
async function writeLineOf(
  ports: Parts,
  store: Tx,
  order: StorefrontOrder,
  before: StorefrontOrder,
  rows: readonly StorefrontLine[],
  taken: ReadonlySet<string>,
  line: Line,
): Promise<string> {
  const { lines } = store.storefront
  const ofLine = rows.filter((row) => row.line === line.id && !taken.has(row.id))
  const known = rowOf(ofLine, line)
  const goal = goalOf(order, before, line, known)
  const facts = { ...factsOf(line), goal }
  if (known !== null) {
    const session = line.session ?? known.session
    const changed = await lines.update(order.teamId, known.id, null, { ...facts, session })
    return wake(ports, store, order, known, changed ?? known)
  }
  const { session } = line
  const fillId = (line.fill ?? NO_FILL).slice(0, LONGEST)
  const replaced = await replaceDesign(ports, store, ofLine, { ...facts, session, fillId })
  if (replaced !== null) return wake(ports, store, order, null, replaced)
  const hold = fillId === NO_FILL ? 'design_missing' : ofLine.some(isAtPress) ? 'line_has_other_fill' : null
  const added = newLine(ports, order, line.id, { ...facts, session, fillId }, hold)
  await lines.insert(added)
  if (hold !== null) await askToWrite(ports, store, order)
  return wake(ports, store, order, null, added)
}

function isAtPress({ state, printed }: StorefrontLine): boolean {
  return printed > 0 || state === 'finalizing' || state === 'finalized' || state === 'fulfilled'
}

/** The row that the line continues: the one of its design, or without a design the latest that is in play. */
function rowOf(ofLine: readonly StorefrontLine[], { fill }: Line): StorefrontLine | null {
  const fillId = fill?.slice(0, LONGEST) ?? NO_FILL
  const same = ofLine.find((row) => row.fillId === fillId)
  if (same !== undefined || fill !== null) return same ?? null
  return ofLine.findLast(({ state }) => state !== 'withdrawn') ?? ofLine.at(-1) ?? null
}

type LineFacts = ReturnType<typeof factsOf> & Pick<StorefrontLine, 'fillId' | 'session' | 'goal'>

function factsOf({ quantity, refunded, cart, copiedFrom, product, variant }: Line) {
  return { quantity, refunded: Math.min(refunded, quantity), cart, copiedFrom, product, variant }
}

/** A goal that staff have raised stays while the status of the order does. */
function goalOf(
  order: StorefrontOrder,
  before: StorefrontOrder,
  line: Line,
  known: StorefrontLine | null,
): Goal {
  const goal = wantedOf(line) === 0 ? 'withdraw' : GOAL_OF[order.status]
  if (known === null || known.goal === 'withdraw' || order.status !== before.status) return goal
  return GOALS.indexOf(goal) > GOALS.indexOf(known.goal) ? goal : known.goal
}

/** Before the print a line takes another design: it is checked as if it were new. Null where the press has the first. */
async function replaceDesign(
  ports: Parts,
  store: Tx,
  ofLine: readonly StorefrontLine[],
  facts: LineFacts,
): Promise<StorefrontLine | null> {
  for (const row of ofLine) {
    const isWaiting = row.state === 'attached' || row.state === 'held' || row.state === 'failed'
    if (!isWaiting || row.printed > 0 || row.reason === 'line_has_other_fill') continue
    // A worker that has taken the line meanwhile prints the first design.
    const changed = await store.storefront.lines.update(row.teamId, row.id, row.lease, {
      ...facts,
      ...{ state: moveLine(row.state, 'replace'), reason: null, message: null, trusted: false, copyId: null },
      ...{ renderId: null, renderStatus: null, attempts: 0, failingSince: null, nextAttemptAt: null },
      updatedAt: ports.clock.now(),
    })
    if (changed !== null) return changed
  }
  return null
}

function newLine(
  ports: Parts,
  order: StorefrontOrder,
  line: string,
  facts: LineFacts,
  hold: Hold | null,
): StorefrontLine {
  const now = ports.clock.now()
  return {
    id: ports.makeId('storefrontLine'),
    ...{ teamId: order.teamId, orderRowId: order.id, line: line.slice(0, LONGEST), ...facts, printed: 0 },
    ...(hold === null
      ? { state: 'attached' as const, reason: null, message: null }
      : { state: 'held' as const, reason: hold, message: HOLDS[hold] }),
    ...{ trusted: false, copyId: null, renderId: null, renderStatus: null },
    ...{ attempts: 0, nextAttemptAt: null, failingSince: null, lease: 0, leaseUntil: null },
    ...{ createdAt: now, updatedAt: now },
  }
}

/** A line that was removed, or carries another design than the one that was printed. */
async function dropLine(ports: Parts, store: Tx, order: StorefrontOrder, row: StorefrontLine): Promise<void> {
  if (row.fillId === NO_FILL) {
    await store.storefront.lines.remove(row.teamId, row.id)
    return askToWrite(ports, store, order)
  }
  if (row.goal === 'withdraw') return
  const dropped = await store.storefront.lines.update(row.teamId, row.id, null, { goal: 'withdraw' })
  await wake(ports, store, order, row, dropped ?? row)
}

/** Requests the work on a line if there is any. One that waits for the service to come back keeps its time. */
async function wake(
  ports: Parts,
  store: Tx,
  order: StorefrontOrder,
  before: StorefrontLine | null,
  line: StorefrontLine,
): Promise<string> {
  const move = nextMove(line)
  const isCounted = before !== null && line.printed > 0 && wantedOf(before) !== wantedOf(line)
  if (move === null && !isCounted) return line.id
  const now = ports.clock.now()
  const isAtOnce = line.nextAttemptAt === null || move === 'withdraw' || isCounted
  if (isAtOnce) await store.storefront.lines.update(line.teamId, line.id, null, { nextAttemptAt: now })
  await enqueueLine(ports, store, order, line.id, isAtOnce ? now : (line.nextAttemptAt ?? now))
  return line.id
}

/** Orders that come in, staff and the work on lines change an order and its lines one after the other. */
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
