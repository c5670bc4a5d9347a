/** Merges two edits of one scene: the other person's changes, and both joined. */
import { withKnownOutlines } from './inks-edit.ts'
import type { EditField, EditScene } from './scene-edit.ts'

export interface SceneChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** Of what: a field by its label, an ink by its name, or the scene's own settings. */
  readonly what: 'field' | 'ink' | 'paper' | 'output'
  readonly name: string
}

export interface Joined {
  readonly scene: EditScene
  /** Labels and names of what both have changed; there, mine stands. */
  readonly both: readonly string[]
}

/** Equal as JSON is, but for names in another order and members that are null or missing. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  names.delete('uid')
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...names].every((name) => same(a[name], b[name]))
}

interface Named {
  readonly name: string
}
type Keyed<T> = ReadonlyMap<string, T>

const fieldsOf = (scene: EditScene): Keyed<EditField> =>
  new Map(scene.fields.map((field) => [field.id ?? field.uid, field]))
const byKey = <T extends { readonly key: string }>(list: readonly T[] = []): Keyed<T> =>
  new Map(list.map((one) => [one.key, one]))

/** What differs between two states, in the words of their labels. */
export function changesOf(before: EditScene, after: EditScene): readonly SceneChange[] {
  return [
    ...listChanges(fieldsOf(before), fieldsOf(after), 'field', ({ label }) => label),
    ...listChanges(byKey(before.inks), byKey(after.inks), 'ink', nameOf),
    ...listChanges(byKey(before.papers), byKey(after.papers), 'paper', nameOf),
    ...(before.text_output === after.text_output
      ? []
      : [{ kind: 'changed', what: 'output', name: '' } as const]),
  ]
}

const nameOf = ({ name }: Named): string => name

function listChanges<T>(
  before: Keyed<T>,
  after: Keyed<T>,
  what: SceneChange['what'],
  called: (one: T) => string,
): readonly SceneChange[] {
  const changes: SceneChange[] = []
  for (const [key, one] of after) {
    const earlier = before.get(key)
    if (earlier === undefined) changes.push({ kind: 'added', what, name: called(one) })
    else if (!same(earlier, one)) changes.push({ kind: 'changed', what, name: called(one) })
  }
  for (const [key, one] of before)
    if (!after.has(key)) changes.push({ kind: 'removed', what, name: called(one) })
  return changes
}

/**
 * Both changes since `base`, field by field and ink by ink: what one side alone has touched is taken from it, and where
 * both have, mine stands and is told. What one side removed and the other changed stays as it was changed.
 */
export function joined(base: EditScene, mine: EditScene, theirs: EditScene): Joined {
  const both: string[] = []
  const fields = joinLists(fieldsOf(base), fieldsOf(mine), fieldsOf(theirs), ({ label }) => both.push(label))
  const inks = joinLists(byKey(base.inks), byKey(mine.inks), byKey(theirs.inks), ({ name }) =>
    both.push(name),
  )
  const papers = joinLists(byKey(base.papers), byKey(mine.papers), byKey(theirs.papers), ({ name }) =>
    both.push(name),
  )
  const text_output = mine.text_output === base.text_output ? theirs.text_output : mine.text_output
  const names = new Set(inks.map(({ name }) => name))
  return {
    scene: {
      ...theirs,
      text_output,
      papers,
      inks: inks.map((ink, at) => ({ ...ink, index: at + 1 })),
      fields: fields.map((field) =>
        withKnownOutlines(
          field.ink === null || names.has(field.ink) ? field : { ...field, ink: null },
          names,
        ),
      ),
    },
    both,
  }
}

function joinLists<T>(
  base: Keyed<T>,
  mine: Keyed<T>,
  theirs: Keyed<T>,
  clash: (one: T) => void,
): readonly T[] {
  const result: T[] = []
  // In my order; what only they have comes after.
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const [was, my, their] = [base.get(key), mine.get(key), theirs.get(key)]
    if (my !== undefined && their !== undefined) {
      const iDid = was === undefined || !same(was, my)
      const theyDid = was === undefined || !same(was, their)
      if (iDid && theyDid && !same(my, their)) clash(my)
      result.push(iDid ? my : their)
    } else if (my !== undefined) {
      // They removed it, unless I made it.
      if (was === undefined) result.push(my)
      else if (!same(was, my)) {
        clash(my)
        result.push(my)
      }
    } else if (their !== undefined) {
      if (was === undefined) result.push(their)
      else if (!same(was, their)) {
        clash(their)
        result.push(their)
      }
    }
  }
  return result
}
