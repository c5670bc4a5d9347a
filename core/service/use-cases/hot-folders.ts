/** The use cases of hot folders by name, as the service has them. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { NoteMade } from '../access/idempotency.ts'
import {
  findFolderDelivery,
  listFolderDeliveries,
  retryFolderDelivery,
} from '../folder/deliver/deliveries.ts'
import type { FolderDeliveryFilter } from '../folder/folder-store.ts'
import {
  changeHotFolder,
  createHotFolder,
  disableHotFolder,
  findHotFolder,
  type HotFolderChanges,
  type HotFolderDraft,
  probeHotFolder,
} from '../folder/folders.ts'

export function hotFolderUseCases(ports: Ports) {
  return {
    create: (teamId: string, draft: HotFolderDraft, actor: Actor = SYSTEM, note?: NoteMade) =>
      createHotFolder(ports, teamId, draft, actor, note),
    list: (teamId: string, page: PageRequest) => ports.store.hotFolders.list(teamId, page),
    find: (teamId: string, id: string) => findHotFolder(ports.store, teamId, id),
    change: (teamId: string, id: string, changes: HotFolderChanges, actor: Actor = SYSTEM) =>
      changeHotFolder(ports, teamId, id, changes, actor),
    disable: (teamId: string, id: string, actor: Actor = SYSTEM) =>
      disableHotFolder(ports, teamId, id, actor),
    probe: (teamId: string, id: string) => probeHotFolder(ports, teamId, id),
    deliveries: (teamId: string, id: string, filter: FolderDeliveryFilter, page: PageRequest) =>
      listFolderDeliveries(ports.store, teamId, id, filter, page),
    delivery: (teamId: string, hotFolderId: string, id: string) =>
      findFolderDelivery(ports.store, teamId, hotFolderId, id),
    retry: (teamId: string, hotFolderId: string, id: string, actor: Actor = SYSTEM, note?: NoteMade) =>
      retryFolderDelivery(ports, teamId, hotFolderId, id, actor, note),
  }
}
