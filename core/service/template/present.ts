/** A scene as it is now: its fields with the options of their selection sets, and the pictures that values name. */

import type { FieldOption, Scene, SceneField } from '../../engine/scene/scene.ts'
import type { Store } from '../../store.ts'
import { placeable } from '../asset/asset.ts'
import { fieldOptions } from '../selection/selection-set.ts'
import type { RevisionRecord } from './template.ts'

type Values = Readonly<Record<string, string>>
type Sources = Pick<Store, 'selectionSets' | 'assets'>

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
  const scene = await presentScene(store, revision.teamId, revision.scene, ...values)
  return scene === revision.scene ? revision : { ...revision, scene }
}

/** As presentRevision. Of the catalogue only those pictures are read that `values` or a field's default name. */
export async function presentScene(
  store: Sources,
  teamId: string,
  scene: Scene,
  ...values: readonly (Values | undefined)[]
): Promise<Scene> {
  if (scene.fields.every(isSettled)) return scene
  const setIds = new Set(scene.fields.flatMap(({ selectionSetId }) => selectionSetId ?? []))
  const sets = new Map((await store.selectionSets.findMany(teamId, [...setIds])).map((set) => [set.id, set]))
  const named = new Set(
    scene.fields.flatMap((field) => (field.type === 'image' ? namedBy(field, values) : [])),
  )
  const assets = await store.assets.findMany(teamId, [...named].slice(0, MOST_NAMED))
  const fields = scene.fields.map((field): SceneField => {
    if (field.type === 'image') {
      const options = assets.map(
        (asset): FieldOption => ({
          value: asset.id,
          label: asset.label,
          picture: placeable(asset),
          ...(asset.archivedAt === null && hasTag(asset, field) ? {} : { retired: true }),
        }),
      )
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
