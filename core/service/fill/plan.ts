/** Plans the production of a fill: its status at the press, notes, assignee and due date, whatever its own status. */
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { OfRecord, Together } from '../access/request.ts'
import { lockFill } from './edit.ts'
import { asOf, type FillRecord, productionStatusOf } from './fill.ts'
import { emitFillEvent } from './fill-events.ts'
import type { FillChanges } from './fill-store.ts'
import { ownOrder } from './own-order.ts'
import { type FillView, templateRevisionOf, viewFill } from './view.ts'

/** What staff or a program can set; the other statuses follow from what happens to a fill. */
export const PLANNED_STATUSES = ['approved', 'to_print', 'printing', 'done', 'held'] as const
export type PlannedStatus = (typeof PLANNED_STATUSES)[number]

/** Only what it names is changed. */
export interface FillPlan {
  readonly productionStatus?: PlannedStatus
  readonly notes?: string | null
  readonly assignee?: string | null
  readonly dueAt?: number | null
  readonly refundedQuantity?: number
}

export interface PlanFill extends OfRecord, Together<FillRecord> {
  readonly plan: FillPlan
}

/**
 * Throws `not_found`, and `fill_status_conflict` for a status that the fill cannot take: before there is a print
 * file nothing is printed, and what is canceled is not planned. Throws `invalid_parameter` for more refunded copies
 * than were printed.
 */
export async function planFill(ports: Ports, { teamId, id, plan, also }: PlanFill): Promise<FillView> {
  const { fill, templateRevision } = await ports.store.transaction(async (store) => {
    const stored = await lockFill(store, teamId, id)
    const templateRevision = await templateRevisionOf(store, stored)
    const { productionStatus, ...facts } = plan
    const now = ports.clock.now()
    if (plan.refundedQuantity !== undefined) checkRefunded(asOf(stored, now), plan.refundedQuantity)
    const moved = productionStatus === undefined ? {} : moveOf(asOf(stored, now), productionStatus, now)
    // As where the customer approves it.
    const isOrdered = moved.approvedAt != null && stored.approvedAt === null && stored.source === 'hosted'
    const order = isOrdered ? await ownOrder(store, stored, now) : {}
    const changes: FillChanges = { ...facts, ...moved, ...order }
    if (JSON.stringify({ ...stored, ...changes }) === JSON.stringify(stored)) {
      await also?.(store, stored)
      return { fill: stored, templateRevision }
    }
    const fill = await store.fills.update(teamId, id, stored.status, { ...changes, updatedAt: now })
    if (fill === null) throw new Error(`${id} changed while it was locked.`)
    await emitFillEvent(ports, store, 'fill.updated', fill, stored, templateRevision.template)
    await also?.(store, fill)
    return { fill, templateRevision }
  })
  return viewFill(ports, asOf(fill, ports.clock.now()), templateRevision)
}

/** Decision: staff can approve a design in place of its customer, as after a call; the draft is then none. */
function moveOf(fill: FillRecord, to: PlannedStatus, now: number): FillChanges {
  // A file that failed stays failed whatever staff say, until it is made again.
  const before = productionStatusOf({ ...fill, printFailed: false })
  if (before === to && (to !== 'approved' || fill.approvedAt !== null)) return {}
  if (before === 'canceled') throw conflict('A canceled or refused fill has no production status to change.')
  if (to === 'held') return { heldReason: 'staff' }
  if (fill.status === 'open') {
    if (to !== 'approved') throw conflict('Create the print file first: finalize the fill.')
    return { heldReason: null, draft: 'none', approvedAt: fill.approvedAt ?? now }
  }
  if (to === 'approved') throw conflict('The fill has its print file already; set it to to_print.')
  if (fill.review === 'requested') throw conflict('The fill waits for review. Approve or refuse it first.')
  const printedAt = to === 'done' ? now : null
  return { heldReason: null, production: to === 'to_print' ? null : to, printedAt }
}

/** Before the print file is created, a refund lowers the quantity itself. */
function checkRefunded(fill: FillRecord, refunded: number): void {
  if (fill.status !== 'finalized')
    throw conflict('Only a finalized fill can have refunded copies. Change the quantity of an open one.')
  if (refunded <= fill.quantity) return
  const message = `refunded_quantity must be at most ${fill.quantity}, the quantity of the fill.`
  throw new ServiceError('invalid_parameter', { message, param: 'refunded_quantity' })
}

function conflict(message: string): ServiceError {
  return new ServiceError('fill_status_conflict', { message })
}

/** Enough for a shop to know what waits; larger counts are given as this one. */
export const MOST_COUNTED = 1000

export interface ProductionCounts {
  readonly approved: number
  readonly toPrint: number
  readonly printing: number
  readonly held: number
  readonly failed: number
  /** Marked as done since the given time. */
  readonly printed: number
}

export async function countProduction(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  teamId: string,
  printedSince: number,
): Promise<ProductionCounts> {
  const now = clock.now()
  const [approved = 0, toPrint = 0, printing = 0, held = 0, failed = 0] = await Promise.all(
    (['approved', 'to_print', 'printing', 'held', 'failed'] as const).map((status) =>
      store.fills.count(teamId, status, now, MOST_COUNTED),
    ),
  )
  const printed = await store.fills.countPrinted(teamId, printedSince, MOST_COUNTED)
  return { approved, toPrint, printing, held, failed, printed }
}
