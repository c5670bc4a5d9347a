/** Storefront orders as staff see them, and what staff decide: a failed line is tried again, a held one released. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord } from '../access/request.ts'
import { enqueueLine, lockOrder } from './accept-orders.ts'
import {
  COPY_WANTED,
  type Hold,
  type LineMove,
  moveLine,
  type StorefrontLine,
  type StorefrontOrder,
} from './line.ts'
import { actionsOf } from './line-actions.ts'
import { type LineStock, stockOfLines } from './line-stock.ts'
import type { StorefrontOrderFilter } from './storefront-store.ts'

type StaffPorts = Pick<Ports, 'store' | 'clock' | 'jobs' | 'makeId'>

export interface OrderView {
  readonly order: StorefrontOrder
  readonly lines: readonly StorefrontLine[]
  /** By line. */
  readonly stock: ReadonlyMap<string, LineStock>
}

/** Nothing about the lines changes until the shop or staff change something. */
export function isSettled(lines: readonly StorefrontLine[]): boolean {
  return lines.every((line) => line.nextAttemptAt === null)
}

/** Newest first. */
export async function listOrders(
  store: Store,
  teamId: string,
  filter: StorefrontOrderFilter,
  page: PageRequest,
): Promise<Page<OrderView>> {
  const { items, hasMore } = await store.storefront.orders.list(teamId, filter, page)
  const lines = await store.storefront.lines.ofOrders(
    teamId,
    items.map((order) => order.id),
  )
  const found = items.map((order) => ({ order, lines: lines.filter((line) => line.orderRowId === order.id) }))
  const stock = await stockOfLines(store, teamId, found)
  return { items: found.map((one) => ({ ...one, stock })), hasMore }
}

/** Throws `not_found`. */
export async function findOrder(store: Store, teamId: string, id: string): Promise<OrderView> {
  return viewOf(store, await orderRecord(store, teamId, id))
}

/** The record alone. Throws `not_found`. */
export async function orderRecord(store: Store, teamId: string, id: string): Promise<StorefrontOrder> {
  const order = await store.storefront.orders.find(teamId, id)
  if (order === null) throw notFound('storefront order')
  return order
}

async function viewOf(store: Store, order: StorefrontOrder): Promise<OrderView> {
  const lines = await store.storefront.lines.ofOrder(order.teamId, order.id)
  return { order, lines, stock: await stockOfLines(store, order.teamId, [{ order, lines }]) }
}

function lineConflict(line: StorefrontLine, move: 'retry' | 'release'): ServiceError {
  const done = move === 'retry' ? 'tried again' : 'released'
  const why = line.state === 'held' ? `: ${line.message}` : '.'
  return new ServiceError('line_status_conflict', {
    message: `A line with the state ${line.state} cannot be ${done}${why}`,
    extra: { state: line.state, reason: line.reason },
  })
}

/** Tries a failed line again. Throws `not_found` and `line_status_conflict`. */
export function retryLine(ports: StaffPorts, { teamId, id, actor = SYSTEM }: OfRecord & ByActor) {
  return moveByStaff(ports, teamId, id, 'retry', actor)
}

/** Printed as a copy when released: the fill is printed already, or was ended with its order. */
const COPIED: readonly Hold[] = [
  ...(['fill_of_other_order', 'fill_on_other_line', 'printed_with_source'] as const),
  ...(['more_to_print', 'printed_then_canceled'] as const),
]

/**
 * Prints a held line in spite of what held it. Decision: a fill that another order has is copied, so that each order
 * has its own print file; what is no fill at all stays held. Throws `not_found` and `line_status_conflict`.
 */
export function releaseLine(ports: StaffPorts, { teamId, id, actor = SYSTEM }: OfRecord & ByActor) {
  return moveByStaff(ports, teamId, id, 'release', actor)
}

async function moveByStaff(
  ports: StaffPorts,
  teamId: string,
  id: string,
  move: Extract<LineMove, 'retry' | 'release'>,
  actor: Actor,
): Promise<OrderView> {
  const order = await ports.store.transaction(async (store) => {
    const line = await store.storefront.lines.find(teamId, id)
    const order = line === null ? null : await store.storefront.orders.find(teamId, line.orderRowId)
    if (line === null || order === null) throw notFound('storefront line')
    await lockOrder(store, order)
    if (!actionsOf(line).includes(move)) throw lineConflict(line, move)
    const hold = line.state === 'held' ? line.reason : null
    const now = ports.clock.now()
    const needsCopy = hold !== null && COPIED.includes(hold)
    const changed = await store.storefront.lines.update(teamId, id, line.lease, {
      ...{ state: moveLine(line.state, move), goal: line.goal === 'attach' ? 'finalize' : line.goal },
      ...(move === 'release' ? { trusted: true } : {}),
      ...(needsCopy ? { copyId: COPY_WANTED, renderId: null, renderStatus: null } : {}),
      // All of it again.
      ...(hold === 'printed_then_canceled' ? { printed: 0 } : {}),
      ...{ reason: null, message: null, attempts: 0, failingSince: null, nextAttemptAt: now, updatedAt: now },
    })
    if (changed === null) throw new ServiceError('line_status_conflict')
    await enqueueLine(ports, store, order, id, now)
    const action = move === 'retry' ? 'storefront_line.retried' : 'storefront_line.released'
    await audit(ports, store, teamId, { actor, action, objectId: id, details: { reason: line.reason } })
    return order
  })
  return viewOf(ports.store, order)
}
