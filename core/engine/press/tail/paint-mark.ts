/** Placed marks as content stream operators, as outlines or as live text. */

import type { Box } from '../../geometry/box.ts'
import type { AppearanceMark, ImageMark, TextMark } from '../../layout/mark.ts'
import type { Plate, PlatedMark, SlotMarks } from '../../layout/separation.ts'
import { hex4, real, textString } from '../../pdf/syntax.ts'
import type { Typeface } from '../../text/font.ts'
import type { GlyphRun } from '../../text/glyph-run.ts'
import type { LiveFont } from './embed-font.ts'
import { isStencil } from './image-object.ts'
import { mixText } from './mix-space.ts'

/** The resources of its slot that a mark's operators use. */
export interface PaintNames {
  colorSpace(plateName: string): string
  graphicsState(overprint: boolean): string
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
export function paintMark({ mark, plate }: PlatedMark, names: PaintNames): string {
  const state = `q ${names.graphicsState(mark.overprint)} gs`
  const [a, b, c, d, e, f] = mark.matrix
  const matrix = `${real(a, 6)} ${real(b, 6)} ${real(c, 6)} ${real(d, 6)} ${real(e)} ${real(f)} cm\n`
  // An appearance says itself where it is set in what tint.
  if (mark.kind === 'appearance')
    return `${state}\n${matrix}${laidOver(mark.area)} ${names.appearance(mark, plate)} Do\nQ\n`
  // A sampled picture says itself what its samples mean.
  if (mark.kind === 'image' && !isStencil(mark))
    return `${state}\n${matrix}${paintImage(mark, names.image(mark, plate))}Q\n`
  if (plate === null) throw new Error(`A mark of ${mark.fieldId} has no plate.`)
  const color =
    plate.mix === null
      ? `${names.colorSpace(plate.name)} cs ${real(mark.tint)} scn`
      : mixText(plate.mix, mark.tint)
  const head = `${state} ${color}\n`
  const body =
    mark.kind === 'shape'
      ? `${mark.path} f\n`
      : mark.kind === 'image'
        ? paintImage(mark, names.image(mark, plate))
        : paintText(mark, names)
  return `${head}${matrix}${body}Q\n`
}

/** The mixes that marks of a slot are set in, each in its tint, as paintMark writes them. */
export function mixesOf({ marks }: Pick<SlotMarks, 'marks'>): ReadonlySet<string> {
  return new Set(marks.flatMap(({ mark, plate }) => (plate?.mix ? [mixText(plate.mix, mark.tint)] : [])))
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

/** Error of a glyph's place, in thousandths of the size, that is worth a number in a TJ array. */
const TJ_TOLERANCE = 0.2

/**
 * Glyphs of one baseline share a TJ array whose numbers put right what the fonts' own widths do not say (kerning,
 * tracking); a glyph off the baseline starts a new text matrix. ActualText states the run's words wherever glyphs
 * and characters do not correspond one to one (14.9.4).
 */
function paintLive(run: GlyphRun, fontName: string, live: LiveFont): string {
  let operators = ''
  let pending = ''
  let y = Number.NaN
  let pen = 0
  const flush = () => {
    if (pending !== '') operators += `[${pending}>] TJ\n`
    pending = ''
  }
  for (const glyph of run.glyphs) {
    if (glyph.y !== y) {
      flush()
      operators += `1 0 0 1 ${real(glyph.x)} ${real(glyph.y)} Tm\n`
      y = glyph.y
      pen = glyph.x
    }
    const adjust = ((pen - glyph.x) / run.sizePt) * 1000
    if (pending === '') pending = '<'
    if (Math.abs(adjust) > TJ_TOLERANCE) {
      const written = Math.round(adjust * 10) / 10
      pending += `>${real(written, 1)}<`
      pen -= (written / 1000) * run.sizePt
    }
    pending += hex4(glyph.id)
    pen += (live.width(glyph.id) / 1000) * run.sizePt
  }
  flush()
  const text = `BT ${fontName} ${real(run.sizePt)} Tf\n${operators}ET\n`
  return live.says(run) ? text : `/Span <</ActualText ${textString(run.text)}>> BDC\n${text}EMC\n`
}
