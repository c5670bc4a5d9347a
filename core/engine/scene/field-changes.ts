/** The change of each field from one scene to the next. */

import type { Scene, SceneField } from './scene.ts'

export const FIELD_CHANGES = ['kept', 'new', 'gone'] as const

export interface FieldChange {
  readonly change: (typeof FIELD_CHANGES)[number]
  readonly field: SceneField
  /** The pages on which it stood and stands, from 0; empty where it did or does not. */
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** In the order of the later scene, then those that are gone. */
export function fieldChanges(earlier: Pick<Scene, 'fields'>, later: Pick<Scene, 'fields'>): FieldChange[] {
  const known = new Map(earlier.fields.map((field) => [field.id, field]))
  const stay = later.fields.map((field): FieldChange => {
    const before = known.get(field.id)
    known.delete(field.id)
    const after = pagesOf(field)
    return before === undefined
      ? { change: 'new', field, before: [], after }
      : { change: 'kept', field, before: pagesOf(before), after }
  })
  const gone = [...known.values()].map(
    (field): FieldChange => ({ change: 'gone', field, before: pagesOf(field), after: [] }),
  )
  return [...stay, ...gone]
}

function pagesOf({ placements }: SceneField): number[] {
  return [...new Set(placements.map(({ page }) => page))].sort((one, other) => one - other)
}
