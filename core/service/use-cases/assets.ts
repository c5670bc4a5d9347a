/** The use cases of pictures by name, as the service has them. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { AssetFilter } from '../asset/asset-store.ts'
import {
  type AssetChanges,
  archiveAsset,
  changeAsset,
  findAsset,
  openPicture,
  type PictureForm,
} from '../asset/keep-asset.ts'
import { type AssetUpload, uploadAsset } from '../asset/upload-asset.ts'

export function assetUseCases(ports: Ports) {
  return {
    upload: (teamId: string, upload: AssetUpload, actor: Actor = SYSTEM) =>
      uploadAsset(ports, teamId, upload, actor),
    list: (teamId: string, filter: AssetFilter, page: PageRequest) =>
      ports.store.assets.list(teamId, filter, page),
    find: (teamId: string, id: string) => findAsset(ports.store, teamId, id),
    change: (teamId: string, id: string, changes: AssetChanges, actor: Actor = SYSTEM) =>
      changeAsset(ports, teamId, id, changes, actor),
    archive: (teamId: string, id: string, actor: Actor = SYSTEM) => archiveAsset(ports, teamId, id, actor),
    /** The file that screens show. */
    open: (teamId: string, id: string, form: PictureForm) => openPicture(ports, teamId, id, form),
  }
}
