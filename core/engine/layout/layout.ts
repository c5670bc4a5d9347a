/** Layout: a scene and complete values become placed marks, the one result that press and preview paint. Pure. */
import type { Box } from '../geometry/box.ts'
import { concat, IDENTITY, mapBox } from '../geometry/matrix.ts'
import type { PlacedAppearance, Placement, Scene, SceneField } from '../scene/scene.ts'
import type { Typeface } from '../text/font.ts'
import { UNCAPPED } from '../text/place.ts'
import { layGroups, type Member } from './group.ts'
import { type Laid, layLine, layText, markBase, type TextContext } from './lay-text.ts'
import { BLANK, type ValueAt } from './line.ts'
import type { Fit, ImageMark, Layout, Mark, Problem } from './mark.ts'
import { contentSize, fieldMatrix } from './matrix.ts'
import { lacksLightness, placePicture, printsInOneColor } from './picture.ts'
import { assetNotFound, pictureTooSmall, valueMissing } from './problem.ts'
import { effectivePpi, reaches } from './resolution.ts'
import { drawShape } from './shape-path.ts'

/**
 * Lays out every field of the scene. `values` holds a value for each field by its id (a plain Error is thrown where one
 * is missing); an empty one paints nothing but the fixed words of its line. A value that cannot be printed is a
 * problem, and its mark is left out.
 */
export function layoutFields(
  scene: Scene,
  values: Readonly<Record<string, string>>,
  fonts: { open(key: string): Typeface },
): Layout {
  const bySource = new Map(scene.fields.map((field) => [field.sourceName, field]))
  const valueAt: ValueAt = (source) => {
    const field = bySource.get(source)
    return field === undefined ? null : { field, text: printed(field, values[field.id] ?? '') }
  }
  const laid: { readonly field: SceneField; result: Laid }[] = []
  const grouped: { readonly at: number; readonly member: Member }[] = []
  for (const field of scene.fields) {
    const value = values[field.id]
    if (value === undefined) throw new Error(`no value is given for the field ${field.id}`)
    const blank = BLANK.test(value)
    if (blank && field.required) laid.push({ field, result: { problem: valueMissing(field) } })
    const lines = field.placements.some(({ line }) => line != null)
    if (blank && (field.required || !lines)) continue
    for (const [index, placement] of field.placements.entries()) {
      const member = memberOf({ field, index, placement, pages: scene.pages, fonts }, value, valueAt)
      if (member.group !== '') grouped.push({ at: laid.length, member })
      laid.push({ field, result: member.group === '' ? member.lay(UNCAPPED) : null })
    }
  }
  const together = layGroups(grouped.map(({ member }) => member))
  for (const [order, { at }] of grouped.entries()) laid[at]!.result = together[order] ?? null
  return gathered(laid)
}

/** In the order of the fields; a field says the same problem of a page once. */
function gathered(laid: readonly { readonly field: SceneField; readonly result: Laid }[]): Layout {
  const marks: Mark[] = []
  const fits: Fit[] = []
  const problems: Problem[] = []
  const said = new Set<string>()
  for (const { field, result } of laid) {
    if (result === null) continue
    if (result.problem !== undefined) {
      const { code, page, found } = result.problem
      const same = `${field.id} ${code} ${page} ${found}`
      if (!said.has(same)) problems.push(result.problem)
      said.add(same)
    }
    if (!('marks' in result)) continue
    marks.push(...result.marks)
    if (result.fit !== null) fits.push(result.fit)
  }
  return { marks, fits, problems }
}

/** The marks of a placement; without a group for anything but text, and for text alone. */
function memberOf(context: TextContext, value: string, valueAt: ValueAt): Member {
  const { field, placement, pages } = context
  const { line, option, style } = placement
  const alone = (lay: () => Laid): Member => ({ group: '', userUnit: 1, trackingEm: null, lay })
  if (field.type === 'image')
    return alone(() => layPicture(field, placement, value, pages[placement.page]?.userUnit ?? 1))
  if (line == null && option !== null) return alone(() => layShape(field, placement, value))
  const groups = [
    field,
    ...(line?.parts ?? []).map(({ source }) => (source === null ? null : valueAt(source)?.field)),
  ]
  return {
    group: groups.find((one) => one?.group)?.group ?? '',
    userUnit: pages[placement.page]?.userUnit ?? 1,
    trackingEm: style.comb === null ? style.tracking : null,
    lay(cap) {
      if (line != null) return layLine(context, line, valueAt, cap)
      return BLANK.test(value) ? null : layText(context, printed(field, value), cap)
    },
  }
}

/** A choice is printed by its label; its value is for machines. */
function printed(field: SceneField, value: string): string {
  return field.options?.find((option) => option.value === value)?.label ?? value
}

/** The mark of a check box or radio button, where the value is this place's option. */
function layShape(field: SceneField, placement: Placement, value: string): Laid {
  if (placement.option !== value) return null
  const { width, height } = contentSize(placement)
  if (placement.appearance != null) return layAppearance(field, placement, placement.appearance)
  const shape = drawShape(placement.mark ?? 'check', width, height, placement.insetPt)
  if (shape === null) return null
  const matrix = fieldMatrix(placement)
  const mark: Mark = {
    kind: 'shape',
    ...markBase(field, placement),
    matrix,
    inkBox: mapBox(matrix, shape.ink),
    path: shape.path,
  }
  return { marks: [mark], fit: null }
}

/** As large as its place, whatever became of that since the form was read. */
function layAppearance(
  field: SceneField,
  placement: Placement,
  { number, oneColor }: PlacedAppearance,
): Laid {
  const { width, height } = contentSize(placement)
  if (!(width > 0 && height > 0)) return null
  const matrix = fieldMatrix(placement)
  const area: Box = [0, 0, width, height]
  const mark: Mark = {
    kind: 'appearance',
    ...markBase(field, placement),
    ...{ matrix, inkBox: mapBox(matrix, area), area, appearance: number, oneColor },
  }
  return { marks: [mark], fit: null }
}

/** The picture that the value names, by what the scene's options know of it (see present.ts). */
function layPicture(field: SceneField, placement: Placement, value: string, userUnit: number): Laid {
  if (BLANK.test(value)) return null
  const picture = field.options?.find((option) => option.value === value)?.picture
  const oneColor = picture !== undefined && printsInOneColor(field, picture)
  if (picture === undefined || (oneColor && lacksLightness(picture)))
    return { problem: assetNotFound(field, value) }
  const placed = placePicture(placement, picture)
  if (placed === null) return null
  const { turned, ...boxes } = placed
  const matrix = turned === IDENTITY ? fieldMatrix(placement) : concat(turned, fieldMatrix(placement))
  const mark: ImageMark = {
    kind: 'image',
    ...markBase(field, placement),
    matrix,
    inkBox: mapBox(matrix, boxes.crop ?? boxes.area),
    picture,
    oneColor,
    ...boxes,
  }
  const minPpi = picture.view === undefined ? 0 : (field.ownPictures?.minPpi ?? 0)
  const ppi = effectivePpi(mark, userUnit)
  const problem = reaches(ppi, minPpi) ? {} : { problem: pictureTooSmall(field, placement, ppi, minPpi) }
  return { marks: [mark], fit: null, ...problem }
}
