/** Images of the library: finds, renames and archives them, and reads their files. */

import { notFound } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord } from '../access/request.ts'
import type { AssetRecord } from './asset.ts'

export interface AssetChanges {
  readonly name?: string
  readonly label?: string
  readonly tags?: readonly string[]
  readonly metadata?: Readonly<Record<string, string>>
}

/** The team's picture, archived or not, or `not_found`. */
export async function findAsset(store: Store, teamId: string, id: string): Promise<AssetRecord> {
  const asset = await store.assets.find(teamId, id)
  if (asset === null) throw notFound('asset')
  return asset
}

/** Throws `not_found`. What the picture shows never changes: another picture is another asset. */
export async function changeAsset(
  ports: Ports,
  { teamId, id, changes, actor = SYSTEM }: OfRecord & ByActor & { readonly changes: AssetChanges },
): Promise<AssetRecord> {
  return ports.store.transaction(async (store) => {
    const asset = await store.assets.update(teamId, id, { ...changes, updatedAt: ports.clock.now() })
    if (asset === null) throw notFound('asset')
    const details = { changed: Object.keys(changes) }
    await audit(ports, store, teamId, { actor, action: 'asset.changed', objectId: id, details })
    return asset
  })
}

/**
 * Archiving again is no change. New fills cannot choose the picture any more; its files stay, so that fills which
 * have chosen it print it. Throws `not_found`.
 */
export async function archiveAsset(
  ports: Ports,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<AssetRecord> {
  return ports.store.transaction(async (store) => {
    const found = await findAsset(store, teamId, id)
    if (found.archivedAt !== null) return found
    const now = ports.clock.now()
    const asset = await store.assets.update(teamId, id, { archivedAt: now, updatedAt: now })
    if (asset === null) throw notFound('asset')
    await audit(ports, store, teamId, { actor, action: 'asset.archived', objectId: id })
    return asset
  })
}

export const PICTURE_FORMS = ['screen', 'thumbnail'] as const
export type PictureForm = (typeof PICTURE_FORMS)[number]

export interface PictureFile {
  readonly format: 'webp' | 'jpeg'
  readonly sizeBytes: number
  readonly sha256: string
  read(range: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
}

/** The picture as screens show it. Throws `not_found`. */
export async function openPicture(
  { store, files }: Ports,
  teamId: string,
  id: string,
  form: PictureForm,
): Promise<PictureFile> {
  const { sha256, sizeBytes, format = 'webp' } = (await findAsset(store, teamId, id))[form]
  return { format, sha256, sizeBytes, read: (range) => files.read(sha256, range) }
}
