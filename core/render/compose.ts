/** Composing a render: scene, values and inks become a tail and its preflight report; pure, and nothing is stored. */
import { type Assignments, chooseInks } from '../color/assignment.ts'
import type { PaletteInk } from '../color/ink.ts'
import { separate } from '../color/separation.ts'
import { completeValues, readValues, type Values } from '../fill/values.ts'
import { layoutFields } from '../layout/layout.ts'
import { refuseUnprintable } from '../layout/problem.ts'
import type { Fonts } from '../ports.ts'
import type { Finding } from '../press/finding.ts'
import type { Plan } from '../press/plan.ts'
import { checkRender, type PreflightReport } from '../press/preflight.ts'
import { proofWatermark } from '../press/proof.ts'
import { writeTail } from '../press/tail.ts'
import type { Scene } from '../scene/scene.ts'
import type { RenderKind } from './render.ts'

export interface ComposeInput {
  readonly scene: Scene
  readonly plan: Plan
  readonly templateFindings: readonly Finding[]
  readonly kind: RenderKind
  readonly values: Values
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Assignments
}

export interface Composed {
  /** Complete values by field id: what is printed. */
  readonly values: Values
  readonly tail: Uint8Array
  readonly preflight: PreflightReport
}

/**
 * Decision: nothing unprintable is rendered. Values that cannot be set are `values_not_printable`, with a detail
 * for each (`text_does_not_fit`, `glyph_missing`, `required_value_missing`, `asset_not_found`); wrong keys,
 * options and lengths have codes of their own (see readValues), inks theirs (see chooseInks).
 */
export function composeRender(input: ComposeInput, fonts: Fonts): Composed {
  const { scene, plan } = input
  const values = completeValues(scene, readValues(scene, input.values))
  const artwork = plan.inks.map((ink) => ink.name)
  const inks = chooseInks(scene, input.colors, input.assignments, artwork)
  const layout = layoutFields(scene, values, fonts)
  refuseUnprintable('values_not_printable', layout.problems)
  const separation = separate(layout.marks, inks, plan.inks)
  const tail = writeTail({
    plan,
    separation,
    textOutput: scene.textOutput,
    watermark: input.kind === 'proof' ? scene.pages.map((page) => proofWatermark(page, fonts)) : null,
    subset: fonts.subset,
  })
  const preflight = checkRender({ ...input, layout, separation, inks })
  return { values, tail, preflight }
}
