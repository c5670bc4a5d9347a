/** Lays out the text of one placement: a value by itself, or a line of values and fixed words. */
import { mapBox } from '../geometry/matrix.ts'
import type { Placement, SceneField, ScenePage, TextLine } from '../scene/scene.ts'
import { fitText } from '../text/fit.ts'
import { fitPieces } from '../text/fit-pieces.ts'
import type { Typeface } from '../text/font.ts'
import type { Cap } from '../text/place.ts'
import { fieldOf, fontKeyOf, isPlain, lineTexts, painterOf, type ValueAt } from './line.ts'
import type { Fit, Mark, Problem } from './mark.ts'
import { contentSize, fieldMatrix } from './matrix.ts'
import { doesNotFit, glyphMissing } from './problem.ts'
import { fitOutlined, lookOf, outset } from './text-look.ts'

/** Marks, problems, or both if unprintable text is shown anyway; null if there is nothing to paint. */
export type Laid =
  | { readonly marks: readonly Mark[]; readonly fit: Fit | null; readonly problem?: Problem }
  | { readonly problem: Problem }
  | null

export interface TextContext {
  readonly field: SceneField
  /** Index of the placement in the field. */
  readonly index: number
  readonly placement: Placement
  readonly pages: readonly ScenePage[]
  readonly fonts: { open(key: string): Typeface }
}

export function layText(context: TextContext, text: string, cap: Cap): Laid {
  const { field, index, placement, pages, fonts } = context
  const { style } = placement
  const typeface = fonts.open(style.font.key)
  const fallbacks = fallbacksOf(context)
  const { result, reach } = fitOutlined(
    placement,
    placeOf(placement),
    (place) => fitText(typeface, text, style, place, { fallbacks, cap }),
    (set) => (set.kind === 'set' ? set : null),
  )
  if (result.kind === 'blank') return null
  if (result.kind === 'missing')
    return { problem: glyphMissing(field, placement, typeface, result.codePoints) }
  if (result.kind === 'overflow') {
    const userUnit = pages[placement.page]?.userUnit ?? 1
    return { problem: doesNotFit(field, placement, result.shortfall, userUnit) }
  }
  const matrix = fieldMatrix(placement)
  const mark: Mark = {
    kind: 'text',
    ...markBase(field, placement),
    ...lookOf(placement, field, result.sizePt),
    matrix,
    inkBox: mapBox(matrix, outset(result.ink, reach)),
    runs: result.runs,
  }
  return { marks: [mark], fit: fitOf(field, index, placement, result) }
}

function fallbacksOf({ placement, fonts }: TextContext): readonly Typeface[] {
  return placement.style.fallbacks?.map(({ key }) => fonts.open(key)) ?? []
}

function placeOf(placement: Placement) {
  return { ...contentSize(placement), inset: placement.insetPt, baseline: placement.baselinePt ?? null }
}

function fitOf(
  { id }: SceneField,
  index: number,
  { page, style }: Placement,
  { sizePt, trackingEm, lines }: { sizePt: number; trackingEm: number; lines: number },
): Fit {
  return { fieldId: id, page, placement: index, designedSizePt: style.sizePt, sizePt, trackingEm, lines }
}

/** A value with the words around it. A line of several fields is painted by the first of them. */
export function layLine(context: TextContext, line: TextLine, valueAt: ValueAt, cap: Cap): Laid {
  const { field, index, placement, pages, fonts } = context
  if (painterOf(line, valueAt)?.id !== field.id) return null
  const texts = lineTexts(line, valueAt)
  if (texts === null) return null
  const stretchEm = line.stretchEm ?? null
  if (isPlain(line) && stretchEm === null) return layText(context, texts.join(''), cap)
  const fallbacks = fallbacksOf(context)
  const pieces = isPlain(line)
    ? [{ typeface: fonts.open(placement.style.font.key), fallbacks, text: texts.join(''), scale: 1 }]
    : line.parts.map((part, at) => ({
        typeface: fonts.open(fontKeyOf(part, placement)),
        fallbacks,
        text: texts[at] ?? '',
        scale: part.scale,
      }))
  const { result, reach } = fitOutlined(
    placement,
    placeOf(placement),
    (place) => fitPieces(pieces, placement.style, place, { cap, stretchEm }),
    (set) =>
      set.kind === 'set'
        ? { sizePt: set.sizePt, runs: set.pieces.flatMap((piece) => piece?.runs ?? []) }
        : null,
  )
  if (result.kind === 'blank') return null
  const partField = (at: number) => {
    const part = line.parts[at]
    return part === undefined ? field : fieldOf(part, field, valueAt)
  }
  if (result.kind === 'missing') {
    const typeface = pieces[result.piece]?.typeface ?? fonts.open(placement.style.font.key)
    return { problem: glyphMissing(partField(result.piece), placement, typeface, result.codePoints) }
  }
  if (result.kind === 'overflow') {
    const userUnit = pages[placement.page]?.userUnit ?? 1
    return { problem: doesNotFit(field, placement, result.shortfall, userUnit) }
  }
  const matrix = fieldMatrix(placement)
  const marks = result.pieces.flatMap((piece, at): Mark[] => {
    if (piece === null) return []
    const base = { ...markBase(partField(at), placement), slot: markBase(field, placement).slot }
    const ink = line.parts[at]?.ink ?? null
    const look = lookOf(placement, partField(at), result.sizePt)
    const inkBox = mapBox(matrix, outset(piece.ink, reach))
    return [{ kind: 'text', ...base, ...look, ink, matrix, inkBox, runs: piece.runs }]
  })
  return { marks, fit: fitOf(field, index, placement, { ...result, lines: 1 }) }
}

/** Properties of every kind of mark of a placement. */
export function markBase(field: SceneField, placement: Placement) {
  const inPlace = field.slot === 'in_place' ? (placement.inPlace ?? null) : null
  // A place of the shop's own making has no slot within the artwork.
  const slot = field.slot === 'in_place' && inPlace === null ? ('above' as const) : field.slot
  return {
    fieldId: field.id,
    page: placement.page,
    slot,
    ...(inPlace === null ? {} : { inPlace }),
    tint: field.tint,
    overprint: field.overprint,
  }
}
