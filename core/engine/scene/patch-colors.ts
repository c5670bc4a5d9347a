/** Changes the colour group of a design, its palette, assignments and paper, checked against the scene. */

import { checkSubstrate, type PaletteInk, type Substrate } from '../ink/palette.ts'
import type { PlanInk } from '../ink/plan-ink.ts'
import { type Assignments, chooseInks } from './assignment.ts'
import type { FillContent } from './content.ts'
import { fieldByLabel } from './field-by-label.ts'
import type { Scene } from './scene.ts'

/** Omitted parts stay; null goes back to the inks of the template, or to no paper. */
export interface ColorPatch {
  readonly colors?: readonly PaletteInk[] | null
  readonly assignments?: Assignments
  readonly substrate?: Substrate | null
}

/** Assignments come to stand by field id. Throws what chooseInks and checkSubstrate refuse. */
export function patchColors(
  scene: Scene,
  artwork: readonly PlanInk[],
  content: Omit<FillContent, 'values'>,
  patch: ColorPatch,
): Omit<FillContent, 'values'> {
  const colors = patch.colors === undefined ? content.colors : patch.colors
  const given = patch.assignments ?? content.assignments
  const substrate = patch.substrate === undefined ? content.substrate : patch.substrate
  if (patch.colors !== undefined || patch.assignments !== undefined) chooseInks(scene, colors, given, artwork)
  if (patch.substrate) checkSubstrate(patch.substrate)
  return { colors, assignments: byFieldId(scene, given), substrate }
}

/** Assignments that chooseInks has accepted, with labels replaced by ids; where both name a field, the id wins. */
function byFieldId(scene: Scene, given: Assignments): Assignments {
  const ids = new Set(scene.fields.map((field) => field.id))
  const assignments: Record<string, number> = {}
  for (const [key, index] of Object.entries(given)) {
    const field = ids.has(key) ? null : fieldByLabel(scene, key)
    const id = field === null || field === 'ambiguous' ? key : field.id
    if (id === key || !Object.hasOwn(given, id)) assignments[id] = index
  }
  return assignments
}
