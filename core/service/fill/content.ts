/** The content of a fill, its values and its colour group, checked against the scene that it prints on. */

import type { FillContent } from '../../engine/scene/content.ts'
import { type ColorPatch, patchColors } from '../../engine/scene/patch-colors.ts'
import { readValues, type Values } from '../../engine/scene/values.ts'
import type { RevisionRecord } from '../template/template.ts'

/** A request's changes to the content of a fill; omitted parts stay. */
export interface ContentPatch extends ColorPatch {
  /** Sparse: an omitted field keeps its value. */
  readonly values?: Values
}

/**
 * The content with the patch laid over it, on the revision as it is now (see present.ts); values and assignments come
 * to stand by field id. Throws what readValues and patchColors refuse. What cannot be printed is not refused here: a
 * shopper may still be typing.
 */
export function patchContent(
  { scene, plan }: RevisionRecord,
  content: FillContent,
  patch: ContentPatch,
): FillContent {
  const values = { ...content.values, ...readValues(scene, patch.values ?? {}, content.values) }
  return { values, ...patchColors(scene, plan.inks, content, patch) }
}
