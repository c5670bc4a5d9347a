/** The origin of a revision: its author, its kind, and the changes of the scene. */

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

/** Regardless of the order of members, and of null or absent values. */
function isSame(one: unknown, other: unknown): boolean {
  return plain(one) === plain(other)
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    const stated = Object.entries(member).filter(([, part]) => part !== null && part !== undefined)
    return Object.fromEntries(stated.sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
