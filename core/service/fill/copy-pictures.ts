/** The images that a customer uploaded to a fill, for its copy: records of the copy's own, over the same files. */

import { ownPictureValue, readOwnPicture } from '../../engine/scene/own-picture.ts'
import type { Values } from '../../engine/scene/values.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import type { OwnPictureRecord } from '../asset/own-picture.ts'
import type { RevisionRecord } from '../template/template.ts'
import type { FillRecord } from './fill.ts'
import { addsProcessPlates } from './spot-only.ts'

export interface CopiedPictures {
  /** The values that place them, by field id. */
  readonly values: Values
  readonly pictures: readonly Omit<OwnPictureRecord, 'fillId'>[]
}

export const NO_PICTURES: CopiedPictures = { values: {}, pictures: [] }

/**
 * Within the transaction that creates the copy. Decision: a reprint needs the image that was printed, so the copy keeps
 * it until it goes itself; the files go with the last record that names them. An image that is gone is left out.
 */
export async function copyPictures(
  { clock, makeId }: Pick<Ports, 'clock' | 'makeId'>,
  store: Tx,
  { teamId, id, values }: FillRecord,
): Promise<CopiedPictures> {
  const placed = Object.entries(values).flatMap(([fieldId, value]) => {
    const own = readOwnPicture(value)
    return own === null ? [] : [{ fieldId, own }]
  })
  const copies = new Map<string, Omit<OwnPictureRecord, 'fillId'>>()
  for (const { own } of placed) {
    if (copies.has(own.pictureId)) continue
    const first = await store.ownPictures.find(teamId, own.pictureId)
    if (first === null || first.fillId !== id) continue
    // A concurrent removal waits, or has finished and is visible: a removed image is not copied.
    await store.lock(`picture:${first.print.sha256}`)
    const picture = await store.ownPictures.find(teamId, own.pictureId)
    if (picture === null) continue
    const { fillId: _, ...record } = picture
    copies.set(own.pictureId, { ...record, id: makeId('picture'), createdAt: clock.now() })
  }
  const kept = placed.flatMap(({ fieldId, own }) => {
    const copy = copies.get(own.pictureId)
    return copy === undefined ? [] : [[fieldId, ownPictureValue({ ...own, pictureId: copy.id })] as const]
  })
  return { values: Object.fromEntries(kept), pictures: [...copies.values()] }
}

/** Those whose fields take uploads in this scene, and are open to customers. */
export function usablePictures(
  { scene: { fields }, plan }: Pick<RevisionRecord, 'scene' | 'plan'>,
  locked: readonly string[],
  { values, pictures }: CopiedPictures,
): CopiedPictures {
  const kept = pictures.filter((picture) => {
    const field = fields.find(({ id }) => id === picture.fieldId)
    if (field?.ownPictures == null || locked.includes(field.id)) return false
    return !addsProcessPlates(plan, field, picture)
  })
  const ids = new Set(kept.map(({ id }) => id))
  const isKept = (value: string) => ids.has(readOwnPicture(value)?.pictureId ?? '')
  return {
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => isKept(value))),
    pictures: kept,
  }
}
