/** Edits of the fields of a scene; all functions return copies. */
import type { FieldWire, PlacementWire, SceneWire, StyleWire } from './scene-wire.ts'

/** `uid` names a field while it is edited, whether it was ever saved or not. */
export interface EditField extends FieldWire {
  readonly uid: string
}

export interface EditScene extends Omit<SceneWire, 'fields'> {
  readonly fields: readonly EditField[]
}

/** One place of a field on a page. */
export interface Spot {
  /** The uid of its field and the number of its place. */
  readonly key: string
  readonly field: EditField
  readonly at: number
  readonly placement: PlacementWire
}

export const spotKey = (uid: string, at: number): string => `${uid}/${at}`
export const uidOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))
const atOf = (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1))

export function opened(scene: SceneWire): EditScene {
  return {
    ...scene,
    fields: scene.fields.map((field, at) => ({ ...field, uid: field.id ?? `f${at}` })),
  }
}

/** As it is sent. */
export function sceneOf(scene: EditScene): SceneWire {
  return { ...scene, fields: scene.fields.map(({ uid: _, ...field }) => field) }
}

/** The answer to what was sent has its fields in the same order: each keeps its uid, and new ones get their ids. */
export function afterSave(sent: EditScene, answered: SceneWire): EditScene {
  return {
    ...answered,
    fields: answered.fields.map((field, at) => ({
      ...field,
      uid: sent.fields[at]?.uid ?? field.id ?? `f${at}`,
    })),
  }
}

/** A scene that went on being edited while an earlier state of it was saved: its new fields take their ids. */
export function withIds(scene: EditScene, saved: EditScene): EditScene {
  const known = new Map(saved.fields.map((field) => [field.uid, field]))
  if (scene.fields.every((field) => field.id !== null)) return scene
  return {
    ...scene,
    fields: scene.fields.map((field) => {
      const twin = field.id === null ? known.get(field.uid) : undefined
      return twin === undefined ? field : { ...field, id: twin.id, source_name: twin.source_name }
    }),
  }
}

export function spotsOf(scene: EditScene): readonly Spot[] {
  return scene.fields.flatMap((field) =>
    field.placements.map((placement, at) => ({ key: spotKey(field.uid, at), field, at, placement })),
  )
}

export function findSpot(scene: EditScene, key: string): Spot | null {
  const field = scene.fields.find(({ uid }) => uid === uidOf(key))
  const placement = field?.placements[atOf(key)]
  return field === undefined || placement === undefined ? null : { key, field, at: atOf(key), placement }
}

export function withFields(
  scene: EditScene,
  uids: ReadonlySet<string>,
  change: (field: EditField) => EditField,
): EditScene {
  return { ...scene, fields: scene.fields.map((field) => (uids.has(field.uid) ? change(field) : field)) }
}

export function withPlacements(
  scene: EditScene,
  keys: ReadonlySet<string>,
  change: (placement: PlacementWire, key: string) => PlacementWire,
): EditScene {
  return withFields(scene, new Set([...keys].map(uidOf)), (field) => ({
    ...field,
    placements: field.placements.map((placement, at) => {
      const key = spotKey(field.uid, at)
      return keys.has(key) ? change(placement, key) : placement
    }),
  }))
}

/** The same for all styles, or made of what each has. */
export type StyleChange = Partial<StyleWire> | ((style: StyleWire) => Partial<StyleWire>)

export function withStyles(scene: EditScene, keys: ReadonlySet<string>, changes: StyleChange): EditScene {
  return withPlacements(scene, keys, (placement) => {
    const changed = typeof changes === 'function' ? changes(placement.style) : changes
    const style = { ...placement.style, ...changed }
    // The smallest size follows when the size goes below it.
    const min_size_pt = Math.min(style.min_size_pt, style.size_pt)
    return { ...placement, style: { ...style, min_size_pt } }
  })
}

/** A field without places is gone. */
export function withoutSpots(scene: EditScene, keys: ReadonlySet<string>): EditScene {
  return {
    ...scene,
    fields: scene.fields.flatMap((field) => {
      const placements = field.placements.filter((_, at) => !keys.has(spotKey(field.uid, at)))
      if (placements.length === field.placements.length) return [field]
      return placements.length === 0 ? [] : [{ ...field, placements }]
    }),
  }
}

/** `Name`, then `Name 2`, `Name 3`: labels name values, and two of one name take none. */
export function freeLabel(scene: EditScene, wanted: string): string {
  const taken = new Set(scene.fields.map(({ label }) => label))
  if (!taken.has(wanted)) return wanted
  const base = wanted.replace(/ \d+$/, '')
  for (let count = 2; ; count += 1) if (!taken.has(`${base} ${count}`)) return `${base} ${count}`
}

export function withField(scene: EditScene, field: EditField): EditScene {
  return { ...scene, fields: [...scene.fields, field] }
}

/** A new field that is set as another one; it has no part in the artwork. */
export function copyOf(field: EditField, uid: string, label: string, placement: PlacementWire): EditField {
  return {
    ...field,
    ...{ uid, id: null, source_name: '', label, position_locked: false },
    slot: field.slot === 'in_place' ? 'above' : field.slot,
    placements: [{ ...placement, in_place: null, line: null }],
  }
}

/** Copies as fields of their own, moved by `shift` in their pages' user space. */
export function withCopies(
  scene: EditScene,
  keys: ReadonlySet<string>,
  makeUid: () => string,
  shift: (placement: PlacementWire) => PlacementWire,
): { readonly scene: EditScene; readonly keys: ReadonlySet<string> } {
  let next = scene
  const made = new Set<string>()
  for (const { field, placement } of spotsOf(scene).filter(({ key }) => keys.has(key))) {
    const uid = makeUid()
    const copy = copyOf(field, uid, freeLabel(next, field.label), shift(placement))
    next = withField(next, copy)
    made.add(spotKey(uid, 0))
  }
  return { scene: next, keys: made }
}

/** The same field once more, so that one value is printed in both places. */
export function withRepeat(scene: EditScene, uid: string, placement: PlacementWire): EditScene {
  return withFields(scene, new Set([uid]), (field) => ({
    ...field,
    placements: [...field.placements, { ...placement, in_place: null, line: null }],
  }))
}

/** Customers fill in fields in this order; `by` is -1 or 1. */
export function reordered(scene: EditScene, uid: string, by: number): EditScene {
  const from = scene.fields.findIndex((field) => field.uid === uid)
  const to = from + by
  const field = scene.fields[from]
  const other = scene.fields[to]
  if (field === undefined || other === undefined) return scene
  const fields = [...scene.fields]
  fields[from] = other
  fields[to] = field
  return { ...scene, fields }
}

/** Fields that were added here have a name of the service's own. */
export function isFound(sourceName: string): boolean {
  return sourceName !== '' && !sourceName.startsWith('added:')
}
