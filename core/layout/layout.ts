/** Layout: a scene and complete values become placed marks, the one result that press and preview paint. Pure. */
import { mapBox } from '../scene/matrix.ts'
import type { Placement, Scene, SceneField, ScenePage } from '../scene/scene.ts'
import { fitText } from '../text/fit.ts'
import type { Typeface } from '../text/font.ts'
import type { Fit, Layout, Mark, Problem } from './mark.ts'
import { contentSize, fieldMatrix } from './matrix.ts'
import { assetNotFound, doesNotFit, glyphMissing, valueMissing } from './problem.ts'
import { drawShape } from './shape-path.ts'

/**
 * Lays out every field of the scene. `values` holds a value for each field by its id (a plain Error is thrown where
 * one is missing); an empty one paints nothing. What cannot be printed is a problem, and its mark is left out.
 */
export function layoutFields(
  scene: Scene,
  values: Readonly<Record<string, string>>,
  fonts: { open(key: string): Typeface },
): Layout {
  const marks: Mark[] = []
  const fits: Fit[] = []
  const problems: Problem[] = []
  for (const field of scene.fields) {
    const value = values[field.id]
    if (value === undefined) throw new Error(`no value is given for the field ${field.id}`)
    if (BLANK.test(value)) {
      if (field.required) problems.push(valueMissing(field))
      continue
    }
    if (field.type === 'image') {
      // Decision: pictures are not placed yet, so an asset that a value names is none that can be printed.
      problems.push(assetNotFound(field, value))
      continue
    }
    const said = new Set<string>()
    for (const [index, placement] of field.placements.entries()) {
      const result =
        placement.option === null
          ? layoutText(field, index, placement, value, scene.pages, fonts)
          : layoutShape(field, placement, value)
      if (result === null) continue
      if ('problem' in result) {
        const same = `${result.problem.code} ${result.problem.page} ${result.problem.found}`
        if (!said.has(same)) problems.push(result.problem)
        said.add(same)
        continue
      }
      marks.push(result.mark)
      if (result.fit !== null) fits.push(result.fit)
    }
  }
  return { marks, fits, problems }
}

/** White space and characters that are never seen: such a value paints nothing. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

type Laid = { readonly mark: Mark; readonly fit: Fit | null } | { readonly problem: Problem } | null

function layoutText(
  field: SceneField,
  index: number,
  placement: Placement,
  value: string,
  pages: readonly ScenePage[],
  fonts: { open(key: string): Typeface },
): Laid {
  const { style } = placement
  const typeface = fonts.open(style.font.key)
  const { width, height } = contentSize(placement)
  // A choice is printed by its label; its value is for machines.
  const text = field.options?.find((option) => option.value === value)?.label ?? value
  const result = fitText(typeface, text, style, { width, height, inset: placement.insetPt })
  if (result.kind === 'blank') return null
  if (result.kind === 'missing')
    return { problem: glyphMissing(field, placement, typeface, result.codePoints) }
  if (result.kind === 'overflow') {
    const userUnit = pages[placement.page]?.userUnit ?? 1
    return { problem: doesNotFit(field, placement, result.shortfall, userUnit) }
  }
  const matrix = fieldMatrix(placement)
  return {
    mark: {
      kind: 'text',
      ...markBase(field, placement),
      matrix,
      inkBox: mapBox(matrix, result.ink),
      runs: result.runs,
    },
    fit: {
      fieldId: field.id,
      page: placement.page,
      placement: index,
      designedSizePt: style.sizePt,
      sizePt: result.sizePt,
      trackingEm: result.trackingEm,
      lines: result.lines,
    },
  }
}

/** The mark of a check box or radio button, where the value is this place's option. */
function layoutShape(field: SceneField, placement: Placement, value: string): Laid {
  if (placement.option !== value) return null
  const { width, height } = contentSize(placement)
  const shape = drawShape(placement.mark ?? 'check', width, height, placement.insetPt)
  if (shape === null) return null
  const matrix = fieldMatrix(placement)
  return {
    mark: {
      kind: 'shape',
      ...markBase(field, placement),
      matrix,
      inkBox: mapBox(matrix, shape.ink),
      path: shape.path,
    },
    fit: null,
  }
}

function markBase(field: SceneField, placement: Placement) {
  return {
    fieldId: field.id,
    page: placement.page,
    slot: field.slot,
    tint: field.tint,
    overprint: field.overprint,
  }
}
