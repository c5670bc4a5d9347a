/** A customer's change of an open fill: of the content until it is approved, and then of a copy beside it. */

import type { FillContent } from '../../engine/scene/content.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { completeValues } from '../../engine/scene/values.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { presentForFill } from '../template/present.ts'
import type { TemplateRevision } from '../template/template.ts'
import { APPROVAL_MOVES, approvalOf, type PendingChange, workingFill } from './approval.ts'
import { type ContentPatch, patchContent } from './content.ts'
import { applyEdit, refuseClosed } from './edit.ts'
import { asOf, type FillRecord, livesOn } from './fill.ts'
import { emitFillEvent } from './fill-events.ts'

type ChangePorts = Pick<Ports, 'clock' | 'makeId' | 'eventObjects' | 'jobs' | 'fillTtlMs'>

/**
 * Within the caller's transaction, which has locked the fill. A change that leads back to what was approved is none.
 * Throws `fill_expired`, `fill_not_open` and what patchContent refuses.
 */
export async function applyChange(
  ports: ChangePorts,
  store: Tx,
  stored: FillRecord,
  templateRevision: TemplateRevision,
  content: ContentPatch,
): Promise<FillRecord> {
  const now = ports.clock.now()
  const fill = asOf(stored, now)
  refuseClosed(fill)
  if (APPROVAL_MOVES[approvalOf(fill)].change !== 'changing')
    return applyEdit(ports, store, stored, templateRevision, { content, facts: {} })
  const { revision } = templateRevision
  const working = workingFill(fill)
  const present = await presentForFill(store, stored.id, revision, working.values, content.values)
  const patched = patchContent(present, working, content)
  const { pendingChange: before } = stored
  const after = isSame(present.scene, stored, patched)
    ? null
    : { ...patched, startedAt: before?.startedAt ?? now }
  if (JSON.stringify(after) === JSON.stringify(before)) return stored
  return writeChange(ports, store, stored, templateRevision, after)
}

/** Keeps what was approved; nothing to do where there is no change. Throws as applyChange. */
export async function discardChange(
  ports: ChangePorts,
  store: Tx,
  stored: FillRecord,
  templateRevision: TemplateRevision,
): Promise<FillRecord> {
  const fill = asOf(stored, ports.clock.now())
  refuseClosed(fill)
  if (APPROVAL_MOVES[approvalOf(fill)].discard === undefined) return stored
  return writeChange(ports, store, stored, templateRevision, null)
}

/** Staff hear that a change begins and ends; what is typed meanwhile is the customer's alone. */
async function writeChange(
  ports: ChangePorts,
  store: Tx,
  stored: FillRecord,
  { template }: TemplateRevision,
  pendingChange: PendingChange | null,
): Promise<FillRecord> {
  const now = ports.clock.now()
  const changes = { pendingChange, updatedAt: now, ...livesOn(stored, now + ports.fillTtlMs) }
  const fill = await store.fills.update(stored.teamId, stored.id, 'open', changes)
  if (fill === null) throw new ServiceError('fill_not_open')
  if ((pendingChange === null) !== (stored.pendingChange === null))
    await emitFillEvent(ports, store, 'fill.updated', fill, stored, template)
  return fill
}

function isSame(scene: Scene, one: FillContent, other: FillContent): boolean {
  const shown = ({ values, colors, assignments, substrate }: FillContent) => {
    const sorted = Object.entries(assignments).sort(([a], [b]) => (a < b ? -1 : 1))
    return JSON.stringify([completeValues(scene, values), colors, sorted, substrate])
  }
  return shown(one) === shown(other)
}
