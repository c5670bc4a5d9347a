/** Works on one delivery to a hot folder: takes its lease, does what its row says, and cleans up behind dead ones. */
import type { Ports } from '../../../ports.ts'
import type { FolderDelivery, FolderSkip } from '../delivery.ts'
import { ANY_LEASE, FolderFault } from '../out-tray.ts'
import { enqueueDelivery, skipUntouched } from '../send.ts'
import { deliverFile, placedOf, quietly, withdrawFile } from './deliver.ts'
import { DeliveryLease, LeaseLost } from './delivery-lease.ts'

/**
 * Does nothing for a delivery that has ended. One that is not due, or that another worker holds, is looked at again in
 * its time; `isHeir` as for a JobHandler. Throws what is neither the folder's fault nor a lost lease; then the lease is
 * free again.
 */
export async function workOnDelivery(
  ports: Ports,
  teamId: string,
  id: string,
  isHeir = false,
): Promise<void> {
  const lease = await DeliveryLease.claim(ports, teamId, id, isHeir)
  if (lease === null) return comeAgain(ports, teamId, id)
  try {
    if (lease.delivery.action === 'deliver')
      await deliverFile(ports, lease, (isOther) => endOthers(ports, lease.delivery, 'superseded', isOther))
    else await withdrawFiles(ports, lease)
    await cleanFolder(ports, lease.delivery)
  } catch (error) {
    if (error instanceof LeaseLost) return
    await lease.letGo()
    throw error
  }
}

async function comeAgain(ports: Ports, teamId: string, id: string): Promise<void> {
  const row = await ports.store.folderDeliveries.find(teamId, id)
  if (row?.outcome !== 'pending') return
  const scheduledAt = Math.max(row.scheduledAt, row.leaseUntil ?? 0)
  await ports.store.transaction((store) => enqueueDelivery(ports, store, { ...row, scheduledAt }))
}

/** Ends what is under way of the same render, for this reason where it was not begun; see SettleOthers. */
async function endOthers(
  ports: Ports,
  { teamId, id, renderId }: FolderDelivery,
  reason: FolderSkip,
  isOther: (row: FolderDelivery) => boolean,
): Promise<boolean> {
  const { folderDeliveries } = ports.store
  const others = async () =>
    (await folderDeliveries.ofRender(teamId, renderId)).filter(
      (row) => row.id !== id && row.outcome === 'pending' && isOther(row),
    )
  for (const row of await others()) {
    if (await skipUntouched(ports.store, row, reason)) continue
    // Staged and waiting for its folder: now is its time.
    await folderDeliveries.update(teamId, row.id, row, { scheduledAt: ports.clock.now() })
    await workOnDelivery(ports, teamId, row.id)
  }
  return (await others()).length === 0
}

/** Withdraws or erases all that was delivered of the render to this hot folder. */
async function withdrawFiles(ports: Ports, lease: DeliveryLease): Promise<unknown> {
  const { teamId, renderId, hotFolderId, action } = lease.delivery
  const isOurs = (row: FolderDelivery) => row.action === 'deliver' && row.hotFolderId === hotFolderId
  const reason = action === 'erase' ? 'erased' : 'withdrawn'
  if (!(await endOthers(ports, lease.delivery, reason, isOurs))) return lease.postpone(null)
  const rows = (await ports.store.folderDeliveries.ofRender(teamId, renderId)).filter(isOurs)
  try {
    let newest: FolderDelivery | null = null
    for (const row of rows) {
      await lease.renew()
      const done = await (action === 'erase' ? eraseFile(ports, row) : withdrawFile(ports, row))
      if (done.outcome === 'succeeded') newest = done
    }
    const { fileStatus = null, fileName = null } = newest ?? {}
    if (fileStatus === null) return await lease.skip('not_delivered')
    if (fileStatus === 'taken') return await lease.skip('already_taken', { fileStatus, fileName })
    return await lease.succeed({ fileStatus, fileName })
  } catch (error) {
    if (!(error instanceof FolderFault)) throw error
    return lease.fail(error.code)
  }
}

async function eraseFile(ports: Ports, row: FolderDelivery): Promise<FolderDelivery> {
  const { teamId, id, fileStatus } = row
  const placed = placedOf(row)
  // Where it never got a name, nothing was written.
  if (placed === null) return row
  await ports.hotFolders.discard(row, { id, lease: ANY_LEASE }, placed.fileName)
  if (fileStatus !== 'placed' && fileStatus !== 'withdrawn') return row
  const removed = await ports.hotFolders.remove(row, placed)
  const found = removed || fileStatus === 'withdrawn' ? 'erased' : 'taken'
  return (await ports.store.folderDeliveries.update(teamId, id, row, { fileStatus: found })) ?? row
}

/**
 * Removes what dead attempts left hidden in the folder. Decision: files of deliveries that the database does not know
 * stay; they may be another installation's.
 */
async function cleanFolder(ports: Ports, place: FolderDelivery): Promise<void> {
  await quietly(async () => {
    for (const id of await ports.hotFolders.hidden(place)) {
      const row = await ports.store.folderDeliveries.find(place.teamId, id)
      if (row !== null && row.outcome !== 'pending')
        await ports.hotFolders.discard(place, { id, lease: ANY_LEASE }, null)
    }
  })
}
