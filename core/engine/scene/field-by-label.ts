/** Finds the field of a label, as people and spreadsheets write it. */
import type { Scene, SceneField } from './scene.ts'

export type FoundField = SceneField | 'ambiguous' | null

/**
 * The one field of this label, `ambiguous` where several carry it, null where none does. A label that looks the same
 * counts, and then one that differs in case alone: spreadsheets and word processors change accents, spaces and
 * invisible characters without showing it.
 */
export function fieldByLabel(scene: Scene, label: string): FoundField {
  const exact = onlyOne(scene.fields.filter((field) => field.label === label))
  if (exact !== null) return exact
  const { alike, caseless } = labelsOf(scene)
  const looks = looksOf(label)
  return alike.get(looks) ?? caseless.get(looks.toLowerCase()) ?? null
}

/**
 * The text without what nobody sees: Unicode form C, one space for each run of spaces and line breaks, one hyphen,
 * and no characters without width.
 */
export function looksOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
}

interface Labels {
  readonly alike: ReadonlyMap<string, SceneField | 'ambiguous'>
  readonly caseless: ReadonlyMap<string, SceneField | 'ambiguous'>
}

/** A request may send a thousand keys to a template of a thousand fields. */
const known = new WeakMap<Scene, Labels>()

function labelsOf(scene: Scene): Labels {
  const found = known.get(scene)
  if (found !== undefined) return found
  const alike = new Map<string, SceneField | 'ambiguous'>()
  const caseless = new Map<string, SceneField | 'ambiguous'>()
  const note = (labels: typeof alike, key: string, field: SceneField) => {
    if (key !== '') labels.set(key, labels.has(key) ? 'ambiguous' : field)
  }
  for (const field of scene.fields) {
    const looks = looksOf(field.label)
    note(alike, looks, field)
    note(caseless, looks.toLowerCase(), field)
  }
  const labels = { alike, caseless }
  known.set(scene, labels)
  return labels
}

function onlyOne(fields: readonly SceneField[]): FoundField {
  const [first = null, second] = fields
  return second === undefined ? first : 'ambiguous'
}
