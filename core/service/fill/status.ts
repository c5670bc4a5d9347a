/** Moves a fill as the shop requests: cancels, refunds, expires or reopens it. */

import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord, Together } from '../access/request.ts'
import { withdrawFromFolders } from '../folder/send.ts'
import { releaseRender } from '../render/count.ts'
import { emitRenderEvent } from '../render/render-events.ts'
import type { TemplateRecord } from '../template/template.ts'
import { lockFill, lockSessions } from './edit.ts'
import { asOf, type FillReason, type FillRecord, type FillStatus, mayExpire, mayReopen } from './fill.ts'
import { emitFillEvent } from './fill-events.ts'
import type { FillChanges } from './fill-store.ts'
import { forgetPicturesOf } from './own-pictures.ts'
import { type FillView, templateRevisionOf, viewFill } from './view.ts'

/** Decision: `canceled` and `refunded` are accepted as short for expired with that reason. */
export const STATUS_WORDS = ['open', 'finalized', 'expired', 'canceled', 'refunded'] as const

export interface StatusChange {
  readonly status: (typeof STATUS_WORDS)[number]
  readonly reason: FillReason | null
  /** The order that requests it; stored if the fill has none yet. */
  readonly externalOrderId: string | null
}

export interface MoveFill extends OfRecord, ByActor, Together<FillRecord> {
  readonly change: StatusChange
}

/**
 * Setting the current status again changes nothing. Throws `not_found`, `invalid_parameter` for a reason that does
 * not go with the status, and `fill_status_conflict`.
 */
export async function moveFill(
  ports: Ports,
  { teamId, id, change, actor = SYSTEM, also }: MoveFill,
): Promise<FillView> {
  const { to, reason } = readChange(change)
  const { fill, templateRevision } = await ports.store.transaction(async (store) => {
    await lockSessions(store, teamId, id)
    const stored = await lockFill(store, teamId, id)
    const templateRevision = await templateRevisionOf(store, stored)
    const fill = await move(ports, store, stored, templateRevision.template, {
      to,
      reason,
      order: change.externalOrderId,
    })
    const before = asOf(stored, ports.clock.now())
    if (fill.status !== before.status) {
      const details = { from: before.status, to: fill.status, reason: fill.statusReason }
      await audit(ports, store, teamId, { actor, action: 'fill.status', objectId: id, details })
    }
    await also?.(store, fill)
    return { fill, templateRevision }
  })
  return viewFill(ports, fill, templateRevision)
}

async function move(
  ports: Ports,
  store: Tx,
  stored: FillRecord,
  template: TemplateRecord,
  { to, reason, order }: { to: FillStatus; reason: FillReason; order: string | null },
): Promise<FillRecord> {
  const now = ports.clock.now()
  const fill = asOf(stored, now)
  if (fill.status === to) return fill
  const allowed = to === 'open' ? mayReopen(fill) : to === 'expired' && mayExpire(fill, reason)
  if (!allowed) throw statusConflict(fill, to)
  // Decision: an order cannot cancel what another order has bought.
  if (order !== null && fill.externalOrderId !== null && fill.externalOrderId !== order)
    throw new ServiceError('fill_status_conflict', { message: 'The fill belongs to another order.' })
  const kept = { externalOrderId: fill.externalOrderId ?? order }
  if (to === 'expired') {
    if (stored.lastRenderId !== null)
      await withdrawFromFolders(ports, store, stored.teamId, stored.lastRenderId)
    return endFill(ports, store, stored, template, reason, kept)
  }
  return writeStatus(ports, store, stored, template, {
    ...kept,
    status: 'open',
    statusReason: null,
    expiredAt: null,
    expiresAt: now + ports.fillTtlMs,
  })
}

/**
 * Expires a fill within the caller's transaction: its active session is canceled with it, and a render that is
 * still queued. The caller has asked mayExpire.
 */
export async function endFill(
  ports: Pick<Ports, 'clock' | 'makeId' | 'eventObjects' | 'jobs'>,
  store: Tx,
  stored: FillRecord,
  template: TemplateRecord,
  reason: FillReason,
  more: FillChanges = {},
): Promise<FillRecord> {
  const now = ports.clock.now()
  const { teamId, id } = stored
  // A session past its end has already expired.
  const active = await store.sessions.active(teamId, { fillId: id })
  for (const session of active.filter(({ expiresAt }) => expiresAt > now))
    await store.sessions.update(teamId, session.id, ['active'], {
      status: 'canceled',
      canceledAt: now,
      updatedAt: now,
    })
  if (stored.lastRenderId !== null) await cancelQueued(ports, store, teamId, stored.lastRenderId, template)
  // Decision: a fill that was never ordered keeps no customer image; after reopening it, the customer uploads it again.
  if (stored.finalizedAt === null) await forgetPicturesOf(ports, store, teamId, id)
  // A fill that expired did so at its expiry, not when it was next read.
  const expiredAt = asOf(stored, now).expiredAt ?? now
  return writeStatus(ports, store, stored, template, {
    ...more,
    status: 'expired',
    statusReason: reason,
    expiredAt,
    ...(stored.review === 'requested' ? { review: 'withdrawn' as const } : {}),
  })
}

async function writeStatus(
  ports: Pick<Ports, 'clock' | 'makeId' | 'eventObjects' | 'jobs'>,
  store: Tx,
  stored: FillRecord,
  template: TemplateRecord,
  changes: FillChanges,
): Promise<FillRecord> {
  const { teamId, id, status } = stored
  const updatedAt = ports.clock.now()
  const fill = await store.fills.update(teamId, id, status, { ...changes, updatedAt })
  if (fill === null) throw new ServiceError('fill_status_conflict')
  const type = fill.status === 'expired' ? 'fill.expired' : 'fill.updated'
  await emitFillEvent(ports, store, type, fill, stored, template)
  return fill
}

/** A render that succeeded stays: the shop may have printed it. */
export async function cancelQueued(
  ports: Pick<Ports, 'clock' | 'makeId' | 'eventObjects' | 'jobs'>,
  store: Tx,
  teamId: string,
  renderId: string,
  template: TemplateRecord,
): Promise<void> {
  const render = await store.renders.find(teamId, renderId)
  if (render?.status !== 'queued') return
  const now = ports.clock.now()
  const canceled = await store.renders.update(teamId, renderId, render.attempt, {
    status: 'canceled',
    attempt: render.attempt + 1,
    countedMonth: null,
    updatedAt: now,
    completedAt: now,
  })
  if (canceled === null) return
  await releaseRender(store, render)
  await emitRenderEvent(ports, store, canceled, template)
}

function readChange({ status, reason }: StatusChange): { to: FillStatus; reason: FillReason } {
  if (status === 'canceled' || status === 'refunded') {
    if (reason !== null && reason !== status) throw wrongReason(status)
    return { to: 'expired', reason: status }
  }
  if (status !== 'expired' && reason !== null) throw wrongReason(status)
  return { to: status, reason: reason ?? 'manual' }
}

function wrongReason(status: string): ServiceError {
  return new ServiceError('invalid_parameter', {
    message: `reason is not allowed with the status ${status}.`,
    param: 'reason',
  })
}

function statusConflict(fill: FillRecord, to: FillStatus): ServiceError {
  const said: Readonly<Record<FillStatus, string>> = {
    finalized: 'Use the finalize operation to finalize a fill.',
    expired: 'A finalized fill expires only with the reason refunded or canceled.',
    open: 'A finalized, refunded or erased fill cannot be reopened.',
  }
  return new ServiceError('fill_status_conflict', {
    message: said[to],
    extra: { status: fill.status, status_reason: fill.statusReason },
  })
}
