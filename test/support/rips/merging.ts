/** Merged PDFs in tests: records of a source that was compiled in this process, in one file. */
import type { PaletteInk } from '../../../core/engine/ink/palette.ts'
import { createMerge, type Merge } from '../../../core/engine/press/merge/merge.ts'
import { readSheets } from '../../../core/engine/press/merge/read-sheets.ts'
import type { Plan } from '../../../core/engine/press/plan.ts'
import { composeRecord, watermarkOf } from '../../../core/service/render/compose.ts'
import { bundledFonts, type CompiledSource, joined, type RenderOptions } from '../engine/rendering.ts'

export type RecordValues = Readonly<Record<string, string>>

export interface MergedPdf {
  readonly pdf: Uint8Array
  /** What follows the body. */
  readonly appended: Uint8Array
}

/** A merge on the source's body; `plan` may stand for the source's own. */
export function mergeOf(
  { scene, body, plan: own }: CompiledSource,
  kind: 'final' | 'proof' = 'final',
  plan: Plan = own,
): Merge {
  return createMerge({
    plan,
    sheets: readSheets(body),
    textOutput: scene.textOutput,
    watermark: watermarkOf(kind, scene, bundledFonts),
    subset: bundledFonts.subset,
    name: 'merged',
    madeAt: Date.UTC(2026, 6, 15, 12, 34, 56),
  })
}

/** What a record paints. */
export function separationOf(
  { scene, plan }: CompiledSource,
  values: RecordValues,
  colors: readonly PaletteInk[] | null = null,
  assignments: Readonly<Record<string, number>> = {},
) {
  return composeRecord({ scene, plan, templateFindings: [], values, colors, assignments }, bundledFonts)
    .separation
}

export function mergeOn(
  compiled: CompiledSource,
  records: readonly RecordValues[],
  { kind = 'final', colors, assignments, files }: RenderOptions = {},
): MergedPdf {
  const merge = mergeOf(compiled, kind)
  const chunks = records.flatMap((values) => {
    const separation = separationOf(compiled, values, colors, assignments)
    return [joined(merge.pictures(separation), files), merge.add(separation)]
  })
  const appended = Buffer.concat([...chunks, ...merge.finish()])
  return { pdf: Buffer.concat([compiled.body, appended]), appended }
}
