/** Composing a render: scene, values and inks become a tail and its preflight report; pure, and nothing is stored. */

import type { Fact } from '../../engine/finding/measure.ts'
import type { ProfileName } from '../../engine/finding/profile.ts'
import type { PaletteInk, Substrate } from '../../engine/ink/palette.ts'
import { type ForbiddenWords, findForbidden } from '../../engine/layout/forbidden-words.ts'
import { layoutFields } from '../../engine/layout/layout.ts'
import { refuseUnprintable } from '../../engine/layout/problem.ts'
import { convertedSeparation, type Separation, separate } from '../../engine/layout/separation.ts'
import { checkRender, type PreflightReport } from '../../engine/preflight/render/preflight.ts'
import type { OutputFormat } from '../../engine/press/output.ts'
import type { Plan } from '../../engine/press/plan.ts'
import { proofWatermark } from '../../engine/press/proof.ts'
import { writeTail } from '../../engine/press/tail/tail.ts'
import type { Tail } from '../../engine/press/tail/tail-part.ts'
import { keepsPdfx } from '../../engine/press/write-label.ts'
import { type Assignments, chooseInks } from '../../engine/scene/assignment.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { completeValues, readValues, type Values } from '../../engine/scene/values.ts'
import type { Fonts } from '../../engine/text/fonts.ts'
import { isPdfx4 } from '../template/require-output.ts'
import type { RenderKind } from './render.ts'

export interface ComposeInput {
  readonly scene: Scene
  readonly plan: Plan
  /** Measurements of the template, judged by `profile` (by default the first one). */
  readonly templateFindings: readonly Fact[]
  readonly profile?: ProfileName
  readonly kind: RenderKind
  readonly values: Values
  /** Earlier values: see readValues. */
  readonly standing?: Values
  readonly colors: readonly PaletteInk[] | null
  readonly assignments: Assignments
  /** For the report alone: the same fill on another substrate gives the same bytes. */
  readonly substrate?: Substrate | null
  /**
   * When the render was asked for, milliseconds since 1970. It reaches a file that is PDF/X alone, whose label must
   * carry the date of its last change.
   */
  readonly madeAt?: number
  /** Words of the team that are refused; missing where a text has been accepted before. */
  readonly forbiddenWords?: ForbiddenWords | null
}

/** A record before it is written: into a file of its own, or with others into one (see press/merge.ts). */
export interface ComposedRecord {
  /** Complete printed values by field id. */
  readonly values: Values
  readonly separation: Separation
  readonly preflight: PreflightReport
}

export interface Composed extends Omit<ComposedRecord, 'separation'> {
  readonly tail: Tail
  readonly output: OutputFormat
}

/** Refuses what composeRecord refuses. */
export function composeRender(input: ComposeInput, fonts: Fonts): Composed {
  const { values, separation, preflight } = composeRecord(input, fonts)
  const tail = writeTail({
    plan: input.plan,
    separation,
    textOutput: input.scene.textOutput,
    watermark: watermarkOf(input.kind, input.scene, fonts),
    madeAt: input.madeAt ?? null,
    subset: fonts.subset,
  })
  const isLabelled = input.kind === 'final' && input.madeAt !== undefined && keepsPdfx(separation, input.plan)
  const output = isLabelled && isPdfx4(input.plan.label?.label) ? 'pdfx4' : 'pdf'
  return { values, tail, preflight, output }
}

/**
 * Decision: nothing unprintable is rendered. Values that cannot be set are `values_not_printable`, with a detail
 * for each (`text_does_not_fit`, `glyph_missing`, `required_value_missing`, `asset_not_found`, `forbidden_word`); wrong keys,
 * options and lengths have codes of their own (see readValues), inks theirs (see chooseInks).
 */
export function composeRecord(input: Omit<ComposeInput, 'kind'>, fonts: Fonts): ComposedRecord {
  const { scene, plan } = input
  const values = completeValues(scene, readValues(scene, input.values, input.standing))
  const inks = chooseInks(scene, input.colors, input.assignments, plan.inks)
  const layout = layoutFields(scene, values, fonts)
  const forbidden = findForbidden(scene, values, input.forbiddenWords ?? null)
  refuseUnprintable('values_not_printable', [...layout.problems, ...forbidden])
  const separation = convertedSeparation(separate(layout.marks, inks, plan.inks), plan.rgbTable)
  return { values, separation, preflight: checkRender({ ...input, layout, separation, inks }) }
}

/** The watermark of each page of a proof; null for what goes to press. */
export function watermarkOf(kind: RenderKind, scene: Scene, fonts: Fonts): readonly string[] | null {
  return kind === 'proof' ? scene.pages.map((page) => proofWatermark(page, fonts)) : null
}
