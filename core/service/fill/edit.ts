/** Edits an open fill: its values, its colour group, its references and its customer. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import type { OfRecord } from '../access/request.ts'
import { presentForFill } from '../template/present.ts'
import type { TemplateRevision } from '../template/template.ts'
import { correctedChange } from './approval.ts'
import { type ContentPatch, patchContent } from './content.ts'
import type { FillFacts } from './create.ts'
import { asOf, type DraftState, type FillRecord, livesOn } from './fill.ts'
import { emitFillEvent } from './fill-events.ts'
import { type FillView, templateRevisionOf, viewFill } from './view.ts'

export interface FillEdit {
  readonly content: ContentPatch
  readonly facts: Partial<FillFacts>
}

/** Throws `not_found`, `fill_expired`, `fill_not_open` and what patchContent refuses; then nothing is changed. */
export async function editFill(
  ports: Ports,
  { teamId, id, edit }: OfRecord & { readonly edit: FillEdit },
): Promise<FillView> {
  const { fill, templateRevision } = await ports.store.transaction(async (store) => {
    const stored = await lockFill(store, teamId, id)
    const templateRevision = await templateRevisionOf(store, stored)
    return { fill: await applyEdit(ports, store, stored, templateRevision, edit), templateRevision }
  })
  return viewFill(ports, fill, templateRevision)
}

/**
 * Locks the fill's active sessions, for callers that may end them: a session's row is always locked before its fill's,
 * or two transactions could wait for each other.
 */
export async function lockSessions(store: Store, teamId: string, fillId: string): Promise<void> {
  for (const { id, updatedAt } of await store.sessions.active(teamId, { fillId }))
    await store.sessions.update(teamId, id, ['active'], { updatedAt })
}

/** The stored fill, locked for the transaction; an open one can be past its expiry. */
export async function lockFill(store: Store, teamId: string, id: string): Promise<FillRecord> {
  const stored = await store.fills.findForUpdate(teamId, id)
  if (stored === null) throw notFound('fill')
  return stored
}

/**
 * Writes the edit of the shop into the caller's transaction. An edit that changes nothing leaves no event.
 * Decision: an edit is activity and restarts the fill's expiry.
 */
export async function applyEdit(
  ports: Pick<Ports, 'clock' | 'makeId' | 'eventObjects' | 'jobs' | 'fillTtlMs'>,
  store: Tx,
  stored: FillRecord,
  { template, revision }: TemplateRevision,
  { content, facts }: FillEdit,
): Promise<FillRecord> {
  const now = ports.clock.now()
  refuseClosed(asOf(stored, now))
  const present = await presentForFill(store, stored.id, revision, stored.values, content.values)
  const patched = patchContent(present, stored, content)
  const edited = { ...stored, ...patched, ...facts, metadata: mergeMetadata(stored.metadata, facts.metadata) }
  if (JSON.stringify(edited) === JSON.stringify(stored)) return stored
  const changes = {
    ...patched,
    pendingChange: correctedChange(stored.pendingChange, stored, patched),
    ...facts,
    metadata: edited.metadata,
    updatedAt: now,
    ...livesOn(stored, now + ports.fillTtlMs),
    draft: draftAfter(stored, facts),
  }
  const fill = await store.fills.update(stored.teamId, stored.id, 'open', changes)
  if (fill === null) throw new ServiceError('fill_not_open')
  await emitFillEvent(ports, store, 'fill.updated', fill, stored, template)
  return fill
}

/** A fill with a change is listed, and an ordered one is no draft. */
function draftAfter({ draft }: FillRecord, { externalOrderId }: Partial<FillFacts>): DraftState {
  if (externalOrderId != null) return 'none'
  return draft === 'untouched' ? 'started' : draft
}

/** Throws `fill_expired` or `fill_not_open` unless the fill, as of now, is open. */
export function refuseClosed(fill: FillRecord): void {
  if (fill.status === 'expired') throw new ServiceError('fill_expired')
  if (fill.status !== 'open') throw new ServiceError('fill_not_open')
}

const METADATA_ENTRIES = 50

/** Decision: metadata is merged by name, and an empty text removes a name. */
export function mergeMetadata(
  stored: FillRecord['metadata'],
  given: FillRecord['metadata'] = {},
): FillRecord['metadata'] {
  const merged = Object.entries({ ...stored, ...given }).filter(([, value]) => value !== '')
  if (merged.length > METADATA_ENTRIES)
    throw new ServiceError('invalid_parameter', {
      message: `metadata can have at most ${METADATA_ENTRIES} keys.`,
      param: 'metadata',
    })
  return Object.fromEntries(merged)
}
