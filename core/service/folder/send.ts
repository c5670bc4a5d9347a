/** Records changes of renders for hot folders, in the transaction of the change. */

import { conversionOf } from '../../engine/press/output.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import type { RenderRecord } from '../render/render.ts'
import { emit } from '../webhook/emit.ts'
import { type FolderDelivery, type FolderSkip, newDelivery } from './delivery.ts'

type Parts = Pick<Ports, 'clock' | 'makeId' | 'jobs' | 'eventObjects'>

/**
 * A final render succeeded: it is to be delivered to the folder that applies, if there is one.
 * Decision: a render that was run again and gave the very same bytes is not delivered twice, unless the first
 * delivery was withdrawn or came to nothing, or its ticket names another paper now (`isRestocked`).
 */
export async function sendToFolder(
  ports: Parts,
  store: Tx,
  render: RenderRecord,
  isRestocked = false,
): Promise<void> {
  if (render.kind !== 'final' || render.status !== 'succeeded' || render.contentSha256 === null) return
  const { teamId, contentSha256 } = render
  // A new render was never sent.
  const earlier = render.attempt === 1 ? [] : await store.folderDeliveries.ofRender(teamId, render.id)
  const last = earlier.findLast(({ action }) => action === 'deliver')
  if (!isRestocked && last?.contentSha256 === contentSha256 && stands(last)) return
  const hotFolder = await store.hotFolders.applying(teamId, render.templateId)
  for (const row of earlier) if (row.outcome === 'held') await skipDelivery(store, row, 'superseded')
  if (hotFolder === null) return
  const fill = render.fillId === null ? null : await store.fills.find(teamId, render.fillId)
  const now = ports.clock.now()
  const delivery = newDelivery({
    id: ports.makeId('folderDelivery'),
    ...{ teamId, contentSha256, hotFolderId: hotFolder.id, folder: hotFolder.folder },
    ...{ renderId: render.id, renderAttempt: render.attempt, sizeBytes: render.sizeBytes },
    action: 'deliver',
    scheduledAt: now,
    createdAt: now,
  })
  if (fill?.status === 'expired')
    return store.folderDeliveries.insert({ ...delivery, outcome: 'skipped', skipReason: 'withdrawn' })
  const isOther = hotFolder.output === 'pdfx4' && render.output !== 'pdfx4'
  const isUnconverted = hotFolder.convert === 'cmyk' && !(await isConverted(store, render))
  if (isOther || isUnconverted || (hotFolder.holdOnFail && render.preflightStatus === 'fail'))
    return holdDelivery(ports, store, { ...delivery, outcome: 'held' })
  await store.folderDeliveries.insert(delivery)
  await enqueueDelivery(ports, store, delivery)
}

async function isConverted(
  store: Pick<Tx, 'revisions'>,
  { teamId, templateId, revision }: RenderRecord,
): Promise<boolean> {
  const found = await store.revisions.find(teamId, templateId, revision)
  return found !== null && conversionOf(found.plan) === 'cmyk'
}

/** A person must check it before a press gets it, so an event is sent. */
async function holdDelivery(ports: Parts, store: Tx, delivery: FolderDelivery): Promise<void> {
  await store.folderDeliveries.insert(delivery)
  await emit(ports, store, delivery.teamId, {
    type: 'hot_folder_delivery.held',
    objectId: delivery.id,
    object: ports.eventObjects.folderDelivery(delivery),
  })
}

/** Is it delivered, or may it still be? */
function stands({ outcome, fileStatus }: FolderDelivery): boolean {
  if (outcome === 'succeeded') return fileStatus === 'placed' || fileStatus === 'taken'
  return outcome === 'pending' || outcome === 'held' || outcome === 'failed'
}

/**
 * The order of a finalized fill was refunded or canceled: what waits is not delivered any more, what was delivered is
 * taken back. A fill that was finalized never opens again, so nothing of it is ever put back.
 */
export function withdrawFromFolders(ports: Parts, store: Tx, teamId: string, renderId: string) {
  return queueWithdrawals(ports, store, teamId, renderId, 'withdraw')
}

/** A render was erased: its files are removed too, wherever the press moved them. */
export function eraseFromFolders(ports: Parts, store: Tx, teamId: string, renderId: string) {
  return queueWithdrawals(ports, store, teamId, renderId, 'erase')
}

const SKIPS = { withdraw: 'withdrawn', erase: 'erased' } as const

/** One row for each hot folder in which something of the render lies, or may come to lie. */
async function queueWithdrawals(
  ports: Parts,
  store: Tx,
  teamId: string,
  renderId: string,
  action: 'withdraw' | 'erase',
): Promise<void> {
  const rows = await store.folderDeliveries.ofRender(teamId, renderId)
  const left = new Map<string, FolderDelivery>()
  for (const row of rows) {
    if (row.action !== 'deliver' || (await skipUntouched(store, row, SKIPS[action]))) continue
    const lies = row.fileStatus === 'placed' || (action === 'erase' && row.fileStatus === 'withdrawn')
    if (row.outcome === 'pending' || lies) left.set(row.hotFolderId, row)
  }
  const now = ports.clock.now()
  for (const row of left.values()) {
    const { contentSha256, sizeBytes, hotFolderId, folder, renderAttempt } = row
    const isAsked = (one: FolderDelivery) =>
      one.action === action && one.hotFolderId === hotFolderId && one.renderAttempt === renderAttempt
    if (rows.some(isAsked)) continue
    const delivery = newDelivery({
      id: ports.makeId('folderDelivery'),
      ...{ teamId, renderId, renderAttempt, hotFolderId, folder, contentSha256, sizeBytes },
      action,
      scheduledAt: now,
      createdAt: now,
    })
    await store.folderDeliveries.insert(delivery)
    await enqueueDelivery(ports, store, delivery)
  }
}

/** Skips what is held, or waits and was not begun; true where it did. */
export async function skipUntouched(store: Store, row: FolderDelivery, reason: FolderSkip): Promise<boolean> {
  const untouched = row.outcome === 'pending' && row.leaseUntil === null && row.stagedAt === null
  if (!untouched && row.outcome !== 'held') return false
  return skipDelivery(store, row, reason)
}

async function skipDelivery(store: Store, row: FolderDelivery, skipReason: FolderSkip): Promise<boolean> {
  const skipped = await store.folderDeliveries.update(row.teamId, row.id, row, {
    outcome: 'skipped',
    skipReason,
  })
  return skipped !== null
}

/** Jobs of one hot folder share a place, so that a render's deliveries follow one another. */
export function enqueueDelivery(
  ports: Pick<Ports, 'jobs'>,
  store: Tx,
  delivery: FolderDelivery,
): Promise<void> {
  const { teamId, id, hotFolderId, scheduledAt } = delivery
  return ports.jobs.enqueue(store, {
    kind: 'folder',
    teamId,
    objectId: id,
    group: hotFolderId,
    runAt: scheduledAt,
  })
}
