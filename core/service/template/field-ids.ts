/** Field ids over revisions: a field keeps its id as long as its source is found again, and no id is used twice. */

import type { SceneField } from '../../engine/scene/scene.ts'
import type { MakeId } from '../../ids.ts'

/** Prefix of the source name of a field that a shop added to the scene. */
export const ADDED_SOURCE = 'added:'

/**
 * Gives ids to freshly read fields. A field of the last revision with the same source name and page hands its id
 * on; every other field gets a new one. Fields that the shop
 * added stay as they are.
 */
export function keepFieldIds(
  fresh: readonly SceneField[],
  previous: readonly SceneField[],
  makeId: MakeId,
): SceneField[] {
  const known = new Map<string, string>()
  for (const field of previous) known.set(sourceOf(field), field.id)
  const added = previous.filter((field) => field.sourceName.startsWith(ADDED_SOURCE))
  const read = fresh.map((field) => {
    const source = sourceOf(field)
    const id = known.get(source) ?? makeId('field')
    known.delete(source)
    return { ...field, id }
  })
  return [...read, ...added]
}

function sourceOf(field: SceneField): string {
  return `${field.placements[0]?.page ?? -1} ${field.sourceName}`
}
