/** Writes the status of its lines to the platform's order whenever it differs from the last written one. */

import { createHash } from 'node:crypto'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { Later } from './contract.ts'
import { NO_FILL, type StorefrontLine, type StorefrontOrder } from './line.ts'
import { type LineStock, NO_STOCK, stockOfLines } from './line-stock.ts'
import type { LineOutcome, OrderOutcome } from './order.ts'
import type { PerformParts } from './perform-parts.ts'
import { lineWords } from './words.ts'

const DELAYS_SECONDS = [2, 10, 60, 300, 900, 3600]
/** Decision: after a week of failures it stops; staff see the status in Platen, and each change tries again. */
const MOST_ATTEMPTS = 170
/** Of one reference there is one order, or one for each shop that uses the same. */
const MOST_ORDERS = 100

/** In the transaction of the change. */
export async function askToWrite(
  parts: Pick<PerformParts, 'adapters' | 'clock' | 'jobs'>,
  store: Tx,
  order: StorefrontOrder,
): Promise<void> {
  if (parts.adapters.get(order.adapter)?.writeBack === undefined) return
  const now = parts.clock.now()
  await store.storefront.orders.update(order.teamId, order.id, { nextWriteAt: now, writeAttempts: 0 })
  await enqueueWrite(parts, store, order, now)
}

export async function enqueueWrite(
  parts: Pick<Ports, 'jobs'>,
  store: Tx,
  { teamId, id, adapter, shop }: StorefrontOrder,
  runAt: number,
): Promise<void> {
  const group = `${adapter}:${shop}`
  await parts.jobs.enqueue(store, { kind: 'storefront', teamId, objectId: id, group, runAt })
}

/** In the transaction of a correction: the orders of this reference are written again, as they name ink and paper. */
export async function rewriteOrders(
  ports: Pick<Ports, 'clock' | 'jobs'>,
  store: Tx,
  teamId: string,
  reference: string,
): Promise<void> {
  const page = { limit: MOST_ORDERS, startingAfter: null }
  const { items } = await store.storefront.orders.list(teamId, { reference }, page)
  const now = ports.clock.now()
  for (const order of items) {
    // One that was never written has its turn when its lines are done.
    if (order.writtenSha256 === null) continue
    await store.storefront.orders.update(teamId, order.id, { nextWriteAt: now, writeAttempts: 0 })
    await enqueueWrite(ports, store, order, now)
  }
}

/** The job of an order. Twice at once writes the same twice. */
export async function writeBack(parts: PerformParts, id: string): Promise<void> {
  const { store, clock, teamId } = parts
  const order = await store.storefront.orders.find(teamId, id)
  if (order === null || order.nextWriteAt === null || order.nextWriteAt > clock.now()) return
  const adapter = parts.adapters.get(order.adapter)
  if (adapter?.writeBack === undefined) return
  const lines = await store.storefront.lines.ofOrder(teamId, id)
  let stock: ReadonlyMap<string, LineStock>
  let digest: string
  try {
    stock = await stockOfLines(store, teamId, [{ order, lines }])
    const outcome = outcomeOf(order, lines, stock)
    digest = createHash('sha256').update(JSON.stringify(outcome)).digest('hex')
    if (digest !== order.writtenSha256) await adapter.writeBack(outcome)
  } catch (error) {
    return writeLater(parts, order, error)
  }
  await store.transaction(async (inside) => {
    const after = outcomeOf(order, await inside.storefront.lines.ofOrder(teamId, id), stock)
    const before = outcomeOf(order, lines, stock)
    // Asked again meanwhile: an ink or a paper was corrected after it was read.
    const asked = (await inside.storefront.orders.find(teamId, id))?.nextWriteAt ?? null
    const isNews =
      JSON.stringify(after) !== JSON.stringify(before) || (asked !== null && asked !== order.nextWriteAt)
    const nextWriteAt = isNews ? clock.now() : null
    await inside.storefront.orders.update(teamId, id, {
      writtenSha256: digest,
      writeAttempts: 0,
      nextWriteAt,
    })
    if (nextWriteAt !== null) await enqueueWrite(parts, inside, order, nextWriteAt)
  })
}

async function writeLater(parts: PerformParts, order: StorefrontOrder, error: unknown): Promise<void> {
  const writeAttempts = order.writeAttempts + 1
  const standard = DELAYS_SECONDS[Math.min(writeAttempts, DELAYS_SECONDS.length) - 1] ?? 3600
  const asked = error instanceof Later ? error.retryAfterSeconds : null
  const nextWriteAt =
    writeAttempts >= MOST_ATTEMPTS ? null : parts.clock.now() + Math.max(standard, asked ?? 0) * 1000
  const why = error instanceof Error ? error.message : String(error)
  if (!(error instanceof Later) || nextWriteAt === null)
    parts.log('The print status could not be written to an order.', { order: order.id, why })
  await parts.store.transaction(async (store) => {
    await store.storefront.orders.update(order.teamId, order.id, { writeAttempts, nextWriteAt })
    if (nextWriteAt !== null) await enqueueWrite(parts, store, order, nextWriteAt)
  })
}

/** An order as adapters receive it. */
export function outcomeOf(
  order: StorefrontOrder,
  lines: readonly StorefrontLine[],
  stock: ReadonlyMap<string, LineStock>,
): OrderOutcome {
  return {
    id: order.id,
    shop: order.shop,
    order: order.orderId,
    reference: order.reference,
    name: order.name,
    lines: lines.map((line) => lineOutcome(line, stock.get(line.id) ?? NO_STOCK)),
  }
}

export function lineOutcome(line: StorefrontLine, stock: LineStock): LineOutcome {
  return {
    id: line.id,
    line: line.line,
    fill: line.fillId === NO_FILL ? null : line.fillId,
    state: line.state,
    reason: line.reason,
    message: lineWords(line, 'en').message,
    render: line.renderId,
    renderStatus: line.renderStatus,
    inks: stock.inks,
    paper: stock.paper,
  }
}
