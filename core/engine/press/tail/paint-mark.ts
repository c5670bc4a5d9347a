/** Placed marks as content stream operators, as outlines or as live text. */

import type { Box } from '../../geometry/box.ts'
import { type AppearanceMark, hasLook, type ImageMark, type TextMark } from '../../layout/mark.ts'
import type { Plate, PlatedMark, SlotMarks } from '../../layout/separation.ts'
import { real } from '../../pdf/syntax.ts'
import type { Typeface } from '../../text/font.ts'
import type { GlyphRun } from '../../text/glyph-run.ts'
import type { LineJoin } from '../../text/text-style.ts'
import type { LiveFont } from './embed-font.ts'
import { isStencil } from './image-object.ts'
import { mixText } from './mix-space.ts'
import { paintLive } from './paint-live.ts'
import { paintLookedText } from './paint-looked-text.ts'
import { type PaintState, stateOf } from './paint-objects.ts'

/** The resources of its slot that a mark's operators use. */
export interface PaintNames {
  colorSpace(plateName: string): string
  graphicsState(state: PaintState): string
  /** The form that holds this outline, or null where it is painted in place. */
  outline(typeface: Typeface, glyphId: number): string | null
  /** Null where text is painted as outlines. */
  font(run: GlyphRun): { readonly name: string; readonly live: LiveFont } | null
  /** A picture, on its plate or (null) in its own colours. */
  image(mark: ImageMark, plate: Plate | null): string
  /** The form's drawing of a choice, on its plate or (null) in its own colours. */
  appearance(mark: AppearanceMark, plate: Plate | null): string
}

/**
 * One mark in its own q…Q: graphics state with stated overprint, the plate's colour space and tint, then the
 * shapes. Returns operators ending in a newline.
 */
export function paintMark({ mark, plate, strokePlate }: PlatedMark, names: PaintNames): string {
  const state = `q ${names.graphicsState(stateOf(mark))} gs`
  const [a, b, c, d, e, f] = mark.matrix
  const matrix = `${real(a, 6)} ${real(b, 6)} ${real(c, 6)} ${real(d, 6)} ${real(e)} ${real(f)} cm\n`
  // An appearance says itself where it is set in what tint.
  if (mark.kind === 'appearance')
    return `${state}\n${matrix}${laidOver(mark.area)} ${names.appearance(mark, plate)} Do\nQ\n`
  // A sampled picture says itself what its samples mean.
  if (mark.kind === 'image' && !isStencil(mark))
    return `${state}\n${matrix}${paintImage(mark, names.image(mark, plate))}Q\n`
  if (plate === null) throw new Error(`A mark of ${mark.fieldId} has no plate.`)
  const head = `${state} ${colorText(plate, mark.tint, names)}\n`
  if (mark.kind === 'text' && hasLook(mark))
    return `${head}${strokePlate === undefined ? '' : strokeHead(mark, strokePlate, names)}${paintLookedText(mark, names)}Q\n`
  const body =
    mark.kind === 'shape'
      ? `${mark.path} f\n`
      : mark.kind === 'image'
        ? paintImage(mark, names.image(mark, plate))
        : paintText(mark, names)
  return `${head}${matrix}${body}Q\n`
}

function colorText({ mix, name }: Plate, tint: number, names: PaintNames, stroke = false): string {
  if (mix !== null) return mixText(mix, tint, stroke)
  const [space, color] = stroke ? ['CS', 'SCN'] : ['cs', 'scn']
  return `${names.colorSpace(name)} ${space} ${real(tint)} ${color}`
}

/** Joins as PDF numbers them (8.4.3.4). */
const JOINS: Readonly<Record<LineJoin, number>> = { miter: 0, round: 1, bevel: 2 }

/** Colour and line of an outline. Without a dash: what the artwork left behind does not count. */
function strokeHead({ stroke }: TextMark, plate: Plate, names: PaintNames): string {
  if (stroke === undefined) return ''
  const { width, tint, join, miterLimit } = stroke
  return `${colorText(plate, tint, names, true)}\n${real(width, 4)} w ${JOINS[join]} j ${real(miterLimit, 3)} M [] 0 d\n`
}

/** The mixes that marks of a slot are set in, each in its tint, as paintMark writes them. */
export function mixesOf({ marks }: Pick<SlotMarks, 'marks'>): ReadonlySet<string> {
  return new Set(
    marks.flatMap(({ mark, plate, strokePlate }) => {
      const fill = plate?.mix ? [mixText(plate.mix, mark.tint)] : []
      const stroke = mark.kind === 'text' && mark.stroke !== undefined && strokePlate?.mix
      return stroke ? [...fill, mixText(stroke, (mark as TextMark).stroke?.tint ?? 1, true)] : fill
    }),
  )
}

/** The unit square of an image (ISO 32000-1 8.9.5.1) laid over its area, behind the window that crops it. */
function paintImage({ area, crop }: ImageMark, image: string): string {
  const window =
    crop === null
      ? ''
      : `${real(crop[0])} ${real(crop[1])} ${real(crop[2] - crop[0])} ${real(crop[3] - crop[1])} re W n\n`
  return `${window}${laidOver(area)} ${image} Do\n`
}

function laidOver([left, bottom, right, top]: Box): string {
  return `${real(right - left)} 0 0 ${real(top - bottom)} ${real(left)} ${real(bottom)} cm`
}

function paintText(mark: TextMark, names: PaintNames): string {
  let operators = ''
  for (const run of mark.runs) {
    const font = names.font(run)
    operators += font === null ? paintOutlines(run, names) : paintLive(run, font.name, font.live)
  }
  return operators
}

/** Each glyph's outline in font units, scaled and moved by its own matrix. */
function paintOutlines(run: GlyphRun, names: PaintNames): string {
  const scale = real(run.sizePt / run.typeface.unitsPerEm, 7)
  const scaled = `q ${scale} 0 0 ${scale} `
  let operators = ''
  for (const glyph of run.glyphs) {
    const outline = run.typeface.outline(glyph.id)
    if (outline === '') continue
    const form = names.outline(run.typeface, glyph.id)
    const paint = form === null ? `${outline} f Q\n` : `${form} Do Q\n`
    operators += `${scaled}${real(glyph.x)} ${real(glyph.y)} cm ${paint}`
  }
  return operators
}
