/** Delivers a print file to its hot folder once: staged, committed, placed. An interrupted delivery is resumed. */

import { createHash } from 'node:crypto'
import { fontKeys } from '../../../engine/scene/font-keys.ts'
import { inksAndPaperOf } from '../../../engine/scene/inks-and-paper.ts'
import type { Ports } from '../../../ports.ts'
import { UniqueViolation } from '../../../unique-violation.ts'
import { openDownload } from '../../render/download.ts'
import { timeOf } from '../../webhook/payload.ts'
import type { FolderDelivery, FolderSkip } from '../delivery.ts'
import { fileNames, type NameFacts, nameKey } from '../file-name.ts'
import type { HotFolderRecord } from '../hot-folder.ts'
import { ANY_LEASE, FolderFault, type FolderFaultCode, type Place, type Placed } from '../out-tray.ts'
import { type DeliveryLease, LeaseLost } from './delivery-lease.ts'
import { type TicketFacts, writeTicket } from './ticket.ts'

/** Ends every open delivery of the render; false if one cannot be decided yet. */
export type SettleOthers = (isOther: (row: FolderDelivery) => boolean) => Promise<boolean>

/** Throws LeaseLost. Faults of the folder end in the row. */
export async function deliverFile(
  ports: Ports,
  lease: DeliveryLease,
  settleOthers: SettleOthers,
): Promise<unknown> {
  const { stagedAt } = lease.delivery
  if (stagedAt !== null) {
    const found = await adoptPlaced(ports, lease)
    if (found !== 'hidden') return found
  }
  const rows = await ports.store.folderDeliveries.ofRender(lease.delivery.teamId, lease.delivery.renderId)
  const context = await deliveryContextOf(ports, lease.delivery)
  const reason = skipReason(context, lease.delivery, rows)
  if (reason !== null) return giveUpDelivery(ports, lease, () => lease.skip(reason))
  const earlier = (row: FolderDelivery) =>
    row.action === 'deliver' && row.renderAttempt < lease.delivery.renderAttempt
  if (!(await settleOthers(earlier))) return lease.postpone(null)
  try {
    if (stagedAt === null) {
      await removeFailed(ports, rows, context.hotFolder.folder)
      await stageFile(ports, lease, context)
    }
    await withdrawEarlier(ports, lease, earlier)
    while ((await placeFile(ports, lease)) === 'name_taken') await stageFile(ports, lease, context)
    return await lease.succeed({ fileStatus: 'placed' })
  } catch (error) {
    if (error instanceof LeaseLost)
      await quietly(() => ports.hotFolders.discard(placeOf(lease), stagedOf(lease), null))
    if (!(error instanceof FolderFault)) throw error
    return failDelivery(ports, lease, error.code)
  }
}

interface DeliveryContext extends TicketFacts {
  readonly hotFolder: HotFolderRecord
}

async function deliveryContextOf(
  { store }: Ports,
  { teamId, renderId, hotFolderId }: FolderDelivery,
): Promise<DeliveryContext> {
  const [render, hotFolder] = [
    await store.renders.find(teamId, renderId),
    await store.hotFolders.find(teamId, hotFolderId),
  ]
  if (render === null || hotFolder === null) throw new Error(`${renderId} or ${hotFolderId} is missing.`)
  const fill = render.fillId === null ? null : await store.fills.find(teamId, render.fillId)
  const template = await store.templates.find(teamId, render.templateId)
  const revision = await store.revisions.find(teamId, render.templateId, render.revision)
  if (template === null || revision === null) throw new Error(`The template of ${renderId} is missing.`)
  return { render, hotFolder, fill, template, revision }
}

/** Why the file is not to be delivered any more, or null. */
function skipReason(
  { render, fill, hotFolder }: DeliveryContext,
  delivery: FolderDelivery,
  rows: readonly FolderDelivery[],
): FolderSkip | null {
  if (render.storageKey.startsWith('erased:')) return 'erased'
  if (fill?.status === 'expired') return 'withdrawn'
  const newer = rows.some((row) => row.action === 'deliver' && row.renderAttempt > delivery.renderAttempt)
  if (newer || render.status !== 'succeeded' || render.contentSha256 !== delivery.contentSha256)
    return 'superseded'
  return hotFolder.status === 'disabled' ? 'hot_folder_disabled' : null
}

/** The ticket of a failed attempt, which may have lost its connection before it was removed, would hold the name. */
async function removeFailed(ports: Ports, rows: readonly FolderDelivery[], folder: string): Promise<void> {
  for (const row of rows)
    if (row.outcome === 'failed' && row.stagedAt !== null && row.folder === folder)
      await ports.hotFolders.discard(row, { id: row.id, lease: ANY_LEASE }, row.fileName)
}

async function stageFile(ports: Ports, lease: DeliveryLease, context: DeliveryContext): Promise<void> {
  const fileName = await reserveName(ports, lease, context)
  const { teamId, scene } = context.revision
  const fonts = await ports.fonts.load(teamId, fontKeys(scene))
  const ticket = writeTicket(ports, fonts, context, lease.delivery, fileName)
  const bytes = printFile(ports, lease.delivery)
  await ports.hotFolders.stage(placeOf(lease), stagedOf(lease), { ticket, bytes }, () => lease.renew())
  // After this commit nothing new is written into the folder: a successor finds everything to rename.
  await lease.write({ stagedAt: ports.clock.now() })
}

/** Names are taken in the database, so that two deliveries never choose the same, and looked for on the disk. */
async function reserveName(ports: Ports, lease: DeliveryLease, context: DeliveryContext): Promise<string> {
  const { hotFolder } = context
  const place = { teamId: hotFolder.teamId, hotFolderId: hotFolder.id, folder: hotFolder.folder }
  for (const fileName of fileNames(hotFolder.namePattern, nameFacts(context), lease.delivery.id)) {
    if (!(await ports.hotFolders.isFree(place, fileName))) continue
    try {
      await lease.write({ folder: hotFolder.folder, fileName, nameKey: nameKey(fileName) })
      return fileName
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
    }
  }
  throw new FolderFault('name_refused')
}

/** Dates are days in UTC. Decision: the template's slug, which is safe, short and the team's own. */
export function nameFacts({ render, fill, template, revision }: TicketFacts): NameFacts {
  const { inks, paper } = inksAndPaperOf(revision.scene, revision.plan, render)
  const copies = fill?.quantity ?? render.quantity
  return {
    order: render.externalOrderId,
    line: fill?.lineRef ?? null,
    quantity: copies === null ? null : String(copies),
    template: template.slug,
    paper: paper?.name || null,
    ink: inks.map(({ name }) => name).join('+') || null,
    fill: render.fillId,
    render: render.id,
    cart: render.externalCartId,
    date: dayOf(render.completedAt),
    due: dayOf(fill?.dueAt ?? null),
  }
}

function dayOf(ms: number | null): string | null {
  return ms === null ? null : timeOf(ms).slice(0, 10)
}

/** The render's bytes. They are hashed on their way: a damaged file never reaches a press. */
async function* printFile(ports: Ports, delivery: FolderDelivery): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  try {
    const download = await openDownload(ports, delivery.teamId, delivery.renderId)
    for await (const chunk of download.read()) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw new FolderFault('print_file_unreadable', error)
  }
  if (hash.digest('hex') !== delivery.contentSha256) throw new FolderFault('print_file_unreadable')
}

/**
 * The wrong file goes before the right one comes, so that no press has both. Decision: one that lay in a folder which
 * is no longer the hot folder's and cannot be reached counts as taken; the right one is not kept waiting for it.
 */
async function withdrawEarlier(
  ports: Ports,
  lease: DeliveryLease,
  isEarlier: (row: FolderDelivery) => boolean,
): Promise<void> {
  const { teamId, renderId } = lease.delivery
  const rows = (await ports.store.folderDeliveries.ofRender(teamId, renderId)).filter(isEarlier)
  let newest: FolderDelivery | null = null
  for (const row of rows.filter(({ outcome }) => outcome === 'succeeded')) {
    await lease.renew()
    try {
      newest = await withdrawFile(ports, row)
    } catch (error) {
      if (!(error instanceof FolderFault) || row.folder === lease.delivery.folder) throw error
      newest = row
    }
  }
  if (newest === null || newest.fileStatus === 'erased') return
  await lease.write({ earlierFile: newest.fileStatus === 'withdrawn' ? 'withdrawn' : 'already_taken' })
}

/** Moves a delivered file aside if it is still there, and stores the outcome. */
export async function withdrawFile(ports: Ports, row: FolderDelivery): Promise<FolderDelivery> {
  const placed = placedOf(row)
  if (row.fileStatus !== 'placed' || placed === null) return row
  const { teamId, id } = row
  const fileStatus = await ports.hotFolders.withdraw(row, placed)
  return (await ports.store.folderDeliveries.update(teamId, id, row, { fileStatus })) ?? row
}

export function placedOf({ id, fileName, contentSha256: sha256, sizeBytes }: FolderDelivery): Placed | null {
  return fileName === null ? null : { id, fileName, sha256, sizeBytes }
}

async function placeFile(ports: Ports, lease: DeliveryLease): Promise<'placed' | 'name_taken'> {
  // A worker without the lease fails here; one that is stopped later finds its hidden files gone.
  await lease.write({ leaseUntil: lease.delivery.leaseUntil })
  const placed = await ports.hotFolders.place(placeOf(lease), stagedOf(lease), lease.delivery.fileName ?? '')
  if (placed === 'lost') throw new LeaseLost()
  // Before anything is written again, or a crash would make removed files look placed.
  if (placed === 'name_taken') await lease.write({ stagedAt: null, fileName: null, nameKey: null })
  return placed
}

/** What an earlier lease staged; where that was placed already, or cannot be told now, the row is written. */
async function adoptPlaced(ports: Ports, lease: DeliveryLease): Promise<'hidden' | FolderDelivery> {
  try {
    const found = await ports.hotFolders.adopt(placeOf(lease), stagedOf(lease))
    if (found === 'lost') throw new LeaseLost()
    return found === 'hidden' ? found : await lease.succeed({ fileStatus: 'placed' })
  } catch (error) {
    if (!(error instanceof FolderFault)) throw error
    return lease.postpone(error.code)
  }
}

/**
 * A failed attempt is one whose file was certainly not placed. A rename whose answer was lost with the connection may
 * still be under way on the server, so what is hidden is taken over under a new lease: that rename then finds nothing.
 */
async function failDelivery(ports: Ports, lease: DeliveryLease, code: FolderFaultCode): Promise<unknown> {
  if (lease.delivery.stagedAt !== null) {
    await lease.raise()
    const found = await adoptPlaced(ports, lease)
    if (found !== 'hidden') return found
  }
  return giveUpDelivery(ports, lease, () => lease.fail(code))
}

/** The row first: a crash in between leaves hidden files, which are cleaned, and never a row that misleads. */
async function giveUpDelivery(
  ports: Ports,
  lease: DeliveryLease,
  write: () => Promise<unknown>,
): Promise<void> {
  const [place, { id }] = [placeOf(lease), stagedOf(lease)]
  const ticketOf = lease.delivery.stagedAt === null ? null : lease.delivery.fileName
  await write()
  await quietly(() => ports.hotFolders.discard(place, { id, lease: ANY_LEASE }, ticketOf))
}

/** A failure here is left to the next cleanup. */
export async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof FolderFault)) throw error
  }
}

function placeOf({ delivery: { teamId, hotFolderId, folder } }: DeliveryLease): Place {
  return { teamId, hotFolderId, folder }
}

function stagedOf({ delivery: { id, lease } }: DeliveryLease) {
  return { id, lease }
}
