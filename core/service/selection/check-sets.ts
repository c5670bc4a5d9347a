/** Checks that the sets named by a scene's fields exist and are active. */

import type { Scene } from '../../engine/scene/scene.ts'
import { type ErrorDetail, ServiceError } from '../../errors.ts'
import type { Store } from '../../store.ts'

/**
 * Throws `invalid_scene` with a detail for each field that names a set which the team does not have, or has archived,
 * unless the scene before named it too; and for one that has options of its own, or boxes to tick, beside it.
 * Decision: boxes to tick are drawn one for each option, so a list that changes without them cannot be theirs.
 */
export async function checkSets(
  store: Pick<Store, 'selectionSets'>,
  teamId: string,
  scene: Scene,
  before: Scene,
): Promise<void> {
  const details: ErrorDetail[] = []
  const named = new Set(scene.fields.flatMap(({ selectionSetId }) => selectionSetId ?? []))
  const kept = new Set(before.fields.flatMap(({ selectionSetId }) => selectionSetId ?? []))
  const found = new Map((await store.selectionSets.findMany(teamId, [...named])).map((set) => [set.id, set]))
  for (const [at, field] of scene.fields.entries()) {
    const { selectionSetId: id } = field
    if (id == null) continue
    const report = (member: string, message: string) =>
      details.push({ code: 'invalid_scene', param: `fields[${at}].${member}`, message })
    const set = found.get(id)
    if (set === undefined || (set.archivedAt !== null && !kept.has(id)))
      report('selection_set_id', `No such selection set: ${id}.`)
    if (field.options !== null && field.options.length > 0)
      report('options', 'The options come from the selection set. Send an empty list.')
    if (field.placements.some(({ option }) => option !== null))
      report(
        'selection_set_id',
        'Check boxes and radio buttons have their own options and cannot use a selection set.',
      )
  }
  const [first] = details
  if (first === undefined) return
  throw new ServiceError('invalid_scene', {
    message: first.message,
    ...(first.param === undefined ? {} : { param: first.param }),
    details,
  })
}
