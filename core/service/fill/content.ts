/** The content of a fill, its values and its colour group, checked against the scene that it prints on. */

import { checkSubstrate, type PaletteInk, type Substrate } from '../../engine/ink/palette.ts'
import { type Assignments, chooseInks } from '../../engine/scene/assignment.ts'
import type { FillContent } from '../../engine/scene/content.ts'
import { fieldByLabel } from '../../engine/scene/field-by-label.ts'
import { readValues, type Values } from '../../engine/scene/values.ts'
import type { RevisionRecord } from '../template/template.ts'

/** A request's changes to the content of a fill; omitted parts stay. */
export interface ContentPatch {
  /** Sparse: an omitted field keeps its value. */
  readonly values?: Values
  readonly colors?: readonly PaletteInk[] | null
  readonly assignments?: Assignments
  readonly substrate?: Substrate | null
}

/**
 * The content with the patch laid over it, on the revision as it is now (see present.ts); values and assignments come
 * to stand by field id. Throws what readValues, chooseInks and checkSubstrate refuse. What cannot be printed is not
 * refused here: a shopper may still be typing.
 */
export function patchContent(
  revision: RevisionRecord,
  content: FillContent,
  patch: ContentPatch,
): FillContent {
  const { scene, plan } = revision
  const values = { ...content.values, ...readValues(scene, patch.values ?? {}, content.values) }
  const colors = patch.colors === undefined ? content.colors : patch.colors
  const given = patch.assignments ?? content.assignments
  const substrate = patch.substrate === undefined ? content.substrate : patch.substrate
  if (patch.colors !== undefined || patch.assignments !== undefined)
    chooseInks(scene, colors, given, plan.inks)
  if (patch.substrate) checkSubstrate(patch.substrate)
  return { values, colors, assignments: byFieldId(revision, given), substrate }
}

/** Assignments that chooseInks has accepted, with labels replaced by ids; where both name a field, the id wins. */
function byFieldId({ scene }: RevisionRecord, given: Assignments): Assignments {
  const ids = new Set(scene.fields.map((field) => field.id))
  const assignments: Record<string, number> = {}
  for (const [key, index] of Object.entries(given)) {
    const field = ids.has(key) ? null : fieldByLabel(scene, key)
    const id = field === null || field === 'ambiguous' ? key : field.id
    if (id === key || !Object.hasOwn(given, id)) assignments[id] = index
  }
  return assignments
}
