/** How a revision came about: who made it, by which way, and what of the scene is another than before. */
import type { Actor } from '../access/audit.ts'
import type { Scene } from '../scene/scene.ts'

/**
 * `uploaded` first, `read_again` by a newer version of the service, `saved` as a scene, `text_picked` from the artwork,
 * `artwork_replaced` by another PDF, `font_arrived` that a field had asked for, `restored` from an earlier one.
 */
export const REVISION_WAYS = [
  'uploaded',
  'read_again',
  'saved',
  'text_picked',
  'artwork_replaced',
  'font_arrived',
  'restored',
] as const
export type RevisionWay = (typeof REVISION_WAYS)[number]

/** Fields by their labels, at most MOST_LABELS of each kind; the counts are of all. */
export interface SceneChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number }
  readonly inks: boolean
  readonly papers: boolean
  readonly textOutput: boolean
}

export interface RevisionMade {
  /** As the audit log names who acts. */
  readonly by: string
  readonly way: RevisionWay
  /** The revision that was restored. */
  readonly from: number | null
  readonly changes: SceneChanges
}

/** A revision without what it prints, for lists; `made` is null for those that are older than this note. */
export interface RevisionHead {
  readonly revision: number
  readonly made: RevisionMade | null
  readonly createdAt: number
}

const MOST_LABELS = 20

export function madeBy(
  actor: Pick<Actor, 'id'>,
  way: RevisionWay,
  before: Scene | null,
  after: Scene,
  from: number | null = null,
): RevisionMade {
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

/** Whatever order members stand in, and whether what is null is written or left out. */
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
