/** The origin of a revision: its author, its kind, and the changes of the scene. */

import { isSame } from '../../engine/scene/is-same.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import type { Actor } from '../access/audit-store.ts'
import type { RevisionOrigin, RevisionWay, SceneChanges } from './template.ts'

const MOST_LABELS = 20

export function originOf(
  actor: Pick<Actor, 'id'>,
  way: RevisionWay,
  before: Scene | null,
  after: Scene,
  from: number | null = null,
): RevisionOrigin {
  return { by: actor.id, way, from, changes: sceneChanges(before, after) }
}

/** Without a scene before, everything was added. */
function sceneChanges(before: Scene | null, after: Scene): SceneChanges {
  const earlier = new Map(before?.fields.map((field) => [field.id, field]))
  const later = new Set(after.fields.map(({ id }) => id))
  const added = after.fields.filter(({ id }) => !earlier.has(id))
  const removed = (before?.fields ?? []).filter(({ id }) => !later.has(id))
  const changed = after.fields.filter((field) => {
    const known = earlier.get(field.id)
    return known !== undefined && !isSame(known, field)
  })
  const labels = (fields: typeof added) => fields.slice(0, MOST_LABELS).map(({ label }) => label)
  return {
    added: labels(added),
    removed: labels(removed),
    changed: labels(changed),
    counts: { added: added.length, removed: removed.length, changed: changed.length },
    inks: before !== null && !isSame(before.inks, after.inks),
    papers: before !== null && !isSame(before.papers ?? [], after.papers ?? []),
    textOutput: before !== null && before.textOutput !== after.textOutput,
  }
}
