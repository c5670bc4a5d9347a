/** The present choices of fields: the options of their sets, and the images of the team's library. */

import { type PictureFrame, pictureFrame } from '../../engine/layout/picture.ts'
import type { OwnPictureSetting, SceneField } from '../../engine/scene/scene.ts'
import { type SeenPlace, seenPlace } from '../../engine/scene/seen-place.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import type { AssetRecord } from '../asset/asset.ts'
import { decodableKinds } from '../asset/intake.ts'
import { presentScene } from './present.ts'
import type { RevisionRecord } from './template.ts'

/** Decision: a field lists its newest pictures, this many; the catalogue of the team tells the others, page by page. */
const MOST_LISTED = 500
const PAGE = 100

export interface OfferedField {
  /** With the options of its set. */
  readonly field: SceneField
  /** Images of an image field, newest first. */
  readonly pictures: readonly AssetRecord[]
  /** Pictures that options are shown with, by their ids. */
  readonly shown: ReadonlyMap<string, AssetRecord>
  readonly places: readonly SeenPlace[]
  /** Of an image field: what a picture fills at each of its placements, in points as printed. */
  readonly frames: readonly PictureFrame[]
  /** Of the scene's inks the one that the field prints in unless a palette or an assignment says otherwise. */
  readonly inkIndex: number
}

/** The revision's fields in their order. Each tag is read once, however many fields name it. */
export async function offeredFields(
  { store, intake }: Pick<Ports, 'store' | 'intake'>,
  revision: RevisionRecord,
): Promise<readonly OfferedField[]> {
  const { teamId } = revision
  const { pages, inks } = revision.scene
  const { fields } = await presentScene(store, teamId, revision.scene)
  const catalogues = new Map<string | null, readonly AssetRecord[]>()
  for (const { type, assetTag = null, ownPictures } of fields)
    if (type === 'image' && ownPictures?.source !== 'upload' && !catalogues.has(assetTag))
      catalogues.set(assetTag, await newestPictures(store, teamId, assetTag))
  const ids = new Set(
    fields.flatMap(({ options }) => (options ?? []).flatMap(({ assetId }) => assetId ?? [])),
  )
  const shown = new Map(
    (await store.assets.findMany(teamId, [...ids].slice(0, MOST_LISTED))).map((asset) => [asset.id, asset]),
  )
  return fields.map((field) => ({
    field: field.ownPictures == null ? field : withDecodableKinds(field, field.ownPictures, intake),
    pictures:
      field.type === 'image' && field.ownPictures?.source !== 'upload'
        ? (catalogues.get(field.assetTag ?? null) ?? [])
        : [],
    shown,
    places: field.placements.flatMap((placement) => seenPlace(placement, pages) ?? []),
    frames: field.type === 'image' ? field.placements.map((placement) => pictureFrame(placement, pages)) : [],
    inkIndex: inks.find(({ name }) => name === field.ink)?.index ?? 1,
  }))
}

function withDecodableKinds(
  field: SceneField,
  setting: OwnPictureSetting,
  intake: Ports['intake'],
): SceneField {
  return { ...field, ownPictures: { ...setting, kinds: decodableKinds(setting.kinds, intake) } }
}

async function newestPictures(
  store: Store,
  teamId: string,
  tag: string | null,
): Promise<readonly AssetRecord[]> {
  const found: AssetRecord[] = []
  for (let startingAfter: string | null = null, more = true; more && found.length < MOST_LISTED; ) {
    const filter = tag === null ? {} : { tag }
    const page = await store.assets.list(teamId, filter, { limit: PAGE, startingAfter })
    found.push(...page.items)
    startingAfter = page.items.at(-1)?.id ?? null
    more = page.hasMore
  }
  return found
}
