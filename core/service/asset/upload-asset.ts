/** Takes an uploaded picture into the team's catalogue, or finds the one that it already is. */

import type { Picture } from '../../engine/scene/picture.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfTeam } from '../access/request.ts'
import type { AssetRecord } from './asset.ts'
import { PICTURE_FORMS, withPicturePaths } from './intake.ts'

/** A received file under its temporary name; the receiver removes it. */
export interface AssetUpload {
  readonly temporaryPath: string
  readonly sha256: string
  readonly fileName: string | null
  readonly name: string | null
  readonly label: string | null
  readonly tags: readonly string[] | null
  readonly metadata: Readonly<Record<string, string>> | null
}

export interface AssetResult {
  readonly asset: AssetRecord
  readonly deduplicated?: true
  readonly restored?: true
}

/**
 * Decision: the same bytes are the same picture of a team: present, it is answered as it stands (`deduplicated`), and
 * an archived one is taken back (`restored`), in both cases with the name, label, tags and metadata that are given.
 * Throws `invalid_image`, `image_too_complex` and `renderer_not_configured`; nothing is kept then.
 */
export async function uploadAsset(
  ports: Ports,
  { teamId, upload, actor = SYSTEM }: OfTeam & ByActor & { readonly upload: AssetUpload },
): Promise<AssetResult> {
  const known = await ports.store.assets.findBySource(teamId, upload.sha256)
  if (known !== null) return restoreAsset(ports, known, upload, actor)
  const picture = await readAndStorePicture(ports, teamId, upload.temporaryPath)
  const now = ports.clock.now()
  const name = upload.name ?? nameOf(upload.fileName)
  const asset: AssetRecord = {
    ...picture,
    id: ports.makeId('asset'),
    teamId,
    name,
    label: upload.label ?? name,
    tags: upload.tags ?? [],
    sourceSha256: upload.sha256,
    metadata: upload.metadata ?? {},
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  }
  try {
    await ports.store.transaction(async (store) => {
      await store.assets.insert(asset)
      await audit(ports, store, teamId, { actor, action: 'asset.created', objectId: asset.id })
    })
    return { asset }
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    const twin = await ports.store.assets.findBySource(teamId, upload.sha256)
    if (twin === null) throw error
    return restoreAsset(ports, twin, upload, actor)
  }
}

async function restoreAsset(
  ports: Ports,
  known: AssetRecord,
  { name, label, tags, metadata }: AssetUpload,
  actor: Actor,
): Promise<AssetResult> {
  const { teamId, id } = known
  const restored = known.archivedAt !== null
  const changes = {
    ...(name === null ? {} : { name }),
    ...(label === null ? {} : { label }),
    ...(tags === null ? {} : { tags }),
    ...(metadata === null ? {} : { metadata }),
    ...(restored ? { archivedAt: null } : {}),
  }
  if (Object.keys(changes).length === 0) return { asset: known, deduplicated: true }
  const asset = await ports.store.transaction(async (store) => {
    const details = { changed: Object.keys(changes) }
    const action = restored ? 'asset.restored' : 'asset.changed'
    await audit(ports, store, teamId, { actor, action, objectId: id, details })
    return store.assets.update(teamId, id, { ...changes, updatedAt: ports.clock.now() })
  })
  return {
    asset: asset ?? known,
    ...(restored ? { restored: true as const } : { deduplicated: true as const }),
  }
}

/** Opens it in a worker, and makes its forms last before a row names them. */
function readAndStorePicture({ files, intake }: Ports, teamId: string, sourcePath: string): Promise<Picture> {
  return withPicturePaths(files, async (paths) => {
    if (intake === null) throw new ServiceError('renderer_not_configured')
    const picture = await intake.readPicture(sourcePath, paths, teamId)
    for (const form of PICTURE_FORMS) {
      const made = picture[form]
      if (made != null) await files.store(paths[form], made.sha256)
    }
    return picture
  })
}

function nameOf(fileName: string | null): string {
  const stem = (fileName ?? '').replace(/^.*[/\\]/, '').replace(/\.(?:png|jpe?g|webp)$/i, '')
  const clean = stem
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{C}_]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
  return clean === '' ? 'Untitled' : clean
}
