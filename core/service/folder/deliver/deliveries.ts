/** Deliveries to a hot folder as a team reads them, and those it asks for itself: another attempt, and a release. */

import { notFound, ServiceError } from '../../../errors.ts'
import type { Page, PageRequest } from '../../../page.ts'
import type { Ports } from '../../../ports.ts'
import type { Store } from '../../../store.ts'
import { audit } from '../../access/audit.ts'
import { SYSTEM } from '../../access/audit-store.ts'
import { NOTE_NOTHING } from '../../access/idempotency.ts'
import type { ByActor, Noted, OfRecord, OfTeam } from '../../access/request.ts'
import { FOLDER_MOVES, type FolderDelivery, nextDelivery } from '../delivery.ts'
import type { FolderDeliveryFilter } from '../folder-store.ts'
import { findHotFolder } from '../folders.ts'
import { enqueueDelivery } from '../send.ts'

export interface ListFolderDeliveries extends OfTeam {
  readonly hotFolderId: string
  readonly filter: FolderDeliveryFilter
  readonly page: PageRequest
}

/** Newest first. Throws `not_found` for the hot folder. */
export async function listFolderDeliveries(
  store: Store,
  { teamId, hotFolderId, filter, page }: ListFolderDeliveries,
): Promise<Page<FolderDelivery>> {
  await findHotFolder(store, teamId, hotFolderId)
  return store.folderDeliveries.list(teamId, hotFolderId, filter, page)
}

/** The hot folder's delivery, or `not_found`. */
export async function findFolderDelivery(
  store: Store,
  teamId: string,
  hotFolderId: string,
  id: string,
): Promise<FolderDelivery> {
  const delivery = await store.folderDeliveries.find(teamId, id)
  if (delivery?.hotFolderId !== hotFolderId) throw notFound('hot folder delivery')
  return delivery
}

export interface RetryFolderDelivery extends OfRecord, ByActor, Noted {
  readonly hotFolderId: string
}

/**
 * Releases what is held, brings a waiting attempt forward, and makes a further one of what was given up or was skipped
 * because the hot folder was disabled. What counts is the newest attempt, whichever is named.
 * Decision: a print file is worth more than a webhook, so attempts may be asked for without end; each failure beyond
 * the eighth is the last again. Throws `not_found`, `delivery_already_succeeded`, `delivery_in_progress` and
 * `delivery_skipped`.
 */
export async function retryFolderDelivery(
  ports: Ports,
  { teamId, hotFolderId, id, actor = SYSTEM, note = NOTE_NOTHING }: RetryFolderDelivery,
): Promise<FolderDelivery> {
  return ports.store.transaction(async (store) => {
    const named = await findFolderDelivery(store, teamId, hotFolderId, id)
    // Two retries at once would each write the next attempt.
    await store.lock(`hot folder delivery ${named.renderId}`)
    const newest = await newestOf(store, named)
    const delivery = await again(ports, store, newest)
    if (newest.outcome === 'held') {
      const details = { render: newest.renderId }
      const entry = { actor, action: 'hot_folder_delivery.released', objectId: delivery.id, details } as const
      await audit(ports, store, teamId, entry)
    }
    await enqueueDelivery(ports, store, delivery)
    await note(store, { id: delivery.id })
    return delivery
  })
}

async function newestOf(store: Store, named: FolderDelivery): Promise<FolderDelivery> {
  const rows = await store.folderDeliveries.ofRender(named.teamId, named.renderId)
  const attempts = rows.filter(
    (row) =>
      row.hotFolderId === named.hotFolderId &&
      row.renderAttempt === named.renderAttempt &&
      row.action === named.action,
  )
  return attempts.reduce((newest, row) => (row.attemptNumber > newest.attemptNumber ? row : newest), named)
}

async function again(ports: Ports, store: Store, newest: FolderDelivery): Promise<FolderDelivery> {
  const now = ports.clock.now()
  const isSkippedForGood = newest.outcome === 'skipped' && newest.skipReason !== 'hot_folder_disabled'
  if (newest.outcome === 'succeeded') throw new ServiceError('delivery_already_succeeded')
  if (isSkippedForGood) throw new ServiceError('delivery_skipped')
  const waits = newest.scheduledAt > now && newest.leaseUntil === null
  if (newest.outcome === 'pending' && !waits) throw new ServiceError('delivery_in_progress')
  if (newest.outcome === 'held' || newest.outcome === 'pending') {
    const outcome = FOLDER_MOVES[newest.outcome].release ?? newest.outcome
    const changes = { outcome, trigger: 'manual', scheduledAt: now } as const
    const hurried = await store.folderDeliveries.update(newest.teamId, newest.id, newest, changes)
    // A worker took it in this very moment.
    if (hurried === null) throw new ServiceError('delivery_in_progress')
    return hurried
  }
  const id = ports.makeId('folderDelivery')
  const next = nextDelivery(newest, { id, trigger: 'manual', scheduledAt: now, createdAt: now })
  await store.folderDeliveries.insert(next)
  return next
}
