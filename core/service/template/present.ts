/** A scene as it is now: its fields with the options of their selection sets, and the pictures that values name. */

import { ownPictureValue, readOwnPicture } from '../../engine/scene/own-picture.ts'
import type { FieldOption, Scene, SceneField } from '../../engine/scene/scene.ts'
import type { Store } from '../../store.ts'
import { placeable } from '../asset/asset.ts'
import { placeableOwn } from '../asset/own-picture.ts'
import { fieldOptions } from '../selection/selection-set.ts'
import type { RevisionRecord } from './template.ts'

type Values = Readonly<Record<string, string>>
type Sources = Pick<Store, 'selectionSets' | 'assets' | 'ownPictures'>

/**
 * The revision with its scene as it is now; itself where nothing in it hangs on sets or pictures. It is for reading
 * values and for layout, and is never stored. Decision: changing a set or the catalogue changes what can be chosen
 * from then on, without a new revision; what was chosen before stays among the options, as `retired`, so that it
 * prints as it did.
 */
export async function presentRevision(
  store: Sources,
  revision: RevisionRecord,
  ...values: readonly (Values | undefined)[]
): Promise<RevisionRecord> {
  return presentOf(store, revision, null, values)
}

/**
 * As presentRevision, for choosing in this fill: its own pictures are among the options. Those of another fill are never
 * offered; what a value names that was chosen already is printed.
 */
export async function presentForFill(
  store: Sources,
  fillId: string,
  revision: RevisionRecord,
  ...values: readonly (Values | undefined)[]
): Promise<RevisionRecord> {
  return presentOf(store, revision, fillId, values)
}

async function presentOf(
  store: Sources,
  revision: RevisionRecord,
  fillId: string | null,
  values: readonly (Values | undefined)[],
): Promise<RevisionRecord> {
  const scene = await sceneFor(store, revision, fillId, values)
  return scene === revision.scene ? revision : { ...revision, scene }
}

/** As presentRevision. Of the catalogue only those pictures are read that `values` or a field's default name. */
export function presentScene(
  store: Sources,
  teamId: string,
  scene: Scene,
  ...values: readonly (Values | undefined)[]
): Promise<Scene> {
  return sceneFor(store, { teamId, scene }, null, values)
}

async function sceneFor(
  store: Sources,
  { teamId, scene }: Pick<RevisionRecord, 'teamId' | 'scene'>,
  fillId: string | null,
  values: readonly (Values | undefined)[],
): Promise<Scene> {
  if (scene.fields.every(isSettled)) return scene
  const setIds = new Set(scene.fields.flatMap(({ selectionSetId }) => selectionSetId ?? []))
  const sets = new Map((await store.selectionSets.findMany(teamId, [...setIds])).map((set) => [set.id, set]))
  const named = new Set(
    scene.fields.flatMap((field) => (field.type === 'image' ? namedBy(field, values) : [])),
  )
  const own = [...named].flatMap((value) => {
    const picture = readOwnPicture(value)
    return picture === null ? [] : [{ value: ownPictureValue(picture), ...picture }]
  })
  const assetIds = [...named].filter((value) => readOwnPicture(value) === null)
  const assets = await store.assets.findMany(teamId, assetIds.slice(0, MOST_NAMED))
  const pictureIds = [...new Set(own.map(({ pictureId }) => pictureId))].slice(0, MOST_NAMED)
  const pictures = new Map(
    (await store.ownPictures.findMany(teamId, pictureIds)).map((picture) => [picture.id, picture]),
  )
  const fields = scene.fields.map((field): SceneField => {
    if (field.type === 'image') {
      const options = assets.map(
        (asset): FieldOption => ({
          value: asset.id,
          label: asset.label,
          picture: placeable(asset),
          ...(asset.archivedAt === null && hasTag(asset, field) && field.ownPictures?.source !== 'upload'
            ? {}
            : { retired: true }),
        }),
      )
      for (const { value, pictureId, ...view } of own) {
        const picture = pictures.get(pictureId)
        if (picture === undefined || picture.fieldId !== field.id) continue
        const offered = field.ownPictures != null && picture.fillId === fillId
        const option = { value, label: '', picture: placeableOwn(picture, view) }
        options.push(offered ? option : { ...option, retired: true })
      }
      return { ...field, options }
    }
    const set = isSettled(field) ? undefined : sets.get(field.selectionSetId ?? '')
    return set === undefined ? field : { ...field, options: fieldOptions(set) }
  })
  return { ...scene, fields }
}

/** A form has fewer image fields than this. */
const MOST_NAMED = 500

function isSettled({ type, selectionSetId }: SceneField): boolean {
  return type !== 'image' && (type !== 'selection' || selectionSetId == null)
}

function namedBy({ id, label, defaultValue }: SceneField, values: readonly (Values | undefined)[]): string[] {
  const given = values.flatMap((map) => [map?.[id], map?.[label]])
  return [defaultValue, ...given].flatMap((value) => (value == null || value === '' ? [] : [value]))
}

function hasTag({ tags }: { readonly tags: readonly string[] }, { assetTag }: SceneField): boolean {
  return assetTag == null || tags.includes(assetTag)
}
