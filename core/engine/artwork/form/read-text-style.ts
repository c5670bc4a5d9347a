/** Reads how a widget sets its text: font, size, alignment and colour, by its default appearance. */

import { PDFArray, PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib'
import { type Box, boxHeight, boxWidth, type QuarterTurn } from '../../geometry/box.ts'
import {
  arrayEntry,
  asByteString,
  asDict,
  asName,
  asNumber,
  dictEntry,
  entry,
  flagsEntry,
  nameEntry,
  nameOfBytes,
  numberEntry,
  resolve,
  streamBytes,
} from '../../pdf/read-object.ts'
import type { FontInfo } from '../../text/font.ts'
import { type FontHints, matchFont } from '../../text/match-font.ts'
import type { Alignment, FontChoice, TextStyle } from '../../text/text-style.ts'
import { PROGRAMS } from '../check/check-fonts.ts'
import type { KeptColor } from '../keep-color.ts'
import { type KeptPaint, keepPaint, styleOfPaint } from '../keep-paint.ts'
import { type FillColor, INITIAL_TEXT_STATE, readTextState } from './read-appearance.ts'
import { type ColorSource, readFieldColor } from './read-field-color.ts'
import { inherited } from './read-field-tree.ts'
import { onState } from './read-options.ts'
import type { Widget } from './read-widgets.ts'

export interface StyleInput {
  readonly widget: Widget
  /** The catalog's AcroForm dictionary. */
  readonly form: PDFDict | null
  readonly fonts: readonly FontInfo[]
  readonly box: Box
  readonly turn: QuarterTurn
  readonly insetPt: number
  readonly userUnit: number
  readonly multiline: boolean
  readonly comb: number | null
}

/** Appearance streams of fields hold a few lines; what stands past this is not looked at. */
const MAX_APPEARANCE_BYTES = 1 << 18
const ALIGNMENTS: readonly Alignment[] = ['left', 'center', 'right']

/** What a widget's appearance says of its text; `overprint` is what its painted text states. */
export interface WidgetLook {
  readonly style: TextStyle
  readonly color: KeptColor
  readonly paint: KeptPaint
  readonly overprint: boolean
}

export function readTextStyle(input: StyleInput): WidgetLook {
  const { widget, form, multiline, comb, userUnit } = input
  const defaultAppearance = asByteString(inherited(widget.chain, 'DA') ?? (form && entry(form, 'DA')))
  const stated =
    defaultAppearance === null ? INITIAL_TEXT_STATE : readTextState(latin1Bytes(defaultAppearance))
  const appearance = normalAppearance(widget)
  const bytes = streamBytes(appearance, MAX_APPEARANCE_BYTES)
  const ofAppearance = appearance === null ? null : dictEntry(appearance.dict, 'Resources')
  const painted = bytes === null ? INITIAL_TEXT_STATE : readTextState(bytes, ofAppearance)

  const ofForm = form === null ? null : dictEntry(form, 'DR')
  const resources = [ofForm, ofAppearance].filter((dict) => dict !== null)
  const sources: ColorSource[] = [{ state: stated, resources }]
  if (painted.showsText) sources.push({ state: painted, resources: resources.toReversed() })

  const font = fontOf(stated.font ?? painted.font, resources, input.fonts)
  const size = Math.abs(stated.font === null ? painted.size : stated.size)
  const autoSize = !(size > 0 && size * userUnit < MAX_SIZE_PT)
  const sizePt = autoSize ? fittingSize(input) : size
  const tracking = tracked(stated.letterSpacing, sizePt)
  const alignment = asNumber(inherited(widget.chain, 'Q')) ?? (form && numberEntry(form, 'Q')) ?? 0
  const style: TextStyle = {
    font,
    sizePt,
    autoSize,
    // Decision: a text may shrink to three fifths of its size, and never below 6 points for being too long.
    minSizePt: Math.min(sizePt, Math.round(Math.max(6 / userUnit, 0.6 * sizePt) * 1e4) / 1e4),
    leading: leadingOf(stated.leading, sizePt),
    tracking,
    minTracking: Math.min(tracking, -0.01),
    align: comb === null ? (ALIGNMENTS[alignment] ?? 'left') : 'left',
    verticalAlign: multiline ? 'top' : 'middle',
    wrap: multiline,
    maxLines: multiline ? null : 1,
    comb,
    features: [],
  }
  const color = readFieldColor(sources)
  const shown = painted.showsText ? painted : stated
  const strokeColor = (stroke: FillColor | null) =>
    readFieldColor([{ state: { ...shown, fill: stroke }, resources: resources.toReversed() }])
  const paint = keepPaint(shown.paint, color, strokeColor)
  return { style: { ...style, ...styleOfPaint(paint) }, color, paint, overprint: painted.overprint }
}

/** Tc in em, as far as a designer can have meant it. */
function tracked(letterSpacing: number, sizePt: number): number {
  const tracking = Math.round((letterSpacing / sizePt) * 1e4) / 1e4
  return tracking >= -0.2 && tracking <= 2 ? tracking : 0
}

/** TL as a multiple of the size; 1.2 where it is not stated. */
function leadingOf(leading: number, sizePt: number): number {
  const multiple = Math.round((leading / sizePt) * 1e4) / 1e4
  return multiple >= 0.5 && multiple <= 5 ? multiple : 1.2
}

/** Larger than any page: a size beyond it is a mistake and read as automatic. */
const MAX_SIZE_PT = 14_400

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

/** The widget's /N appearance: of a button that of its on-state. */
function normalAppearance(widget: Widget): PDFStream | null {
  const appearances = dictEntry(widget.dict, 'AP')
  const normal = appearances === null ? null : entry(appearances, 'N')
  if (normal instanceof PDFStream) return normal
  if (!(normal instanceof PDFDict)) return null
  const state = onState(widget)
  const key = normal.keys().find((name) => asName(name) === state)
  const ofState = key === undefined ? null : resolve(normal, normal.get(key))
  return ofState instanceof PDFStream ? ofState : null
}

/** The typeface for a font resource; its /BaseFont and descriptor say more than the resource's own name. */
function fontOf(
  resource: string | null,
  resources: readonly PDFDict[],
  fonts: readonly FontInfo[],
): FontChoice {
  // Viewers set a text without a font in Helvetica.
  if (resource === null) return matchFont('Helvetica', fonts)
  const key = nameOfBytes(resource)
  for (const dict of resources) {
    const list = dictEntry(dict, 'Font')
    const font = list === null ? null : asDict(resolve(list, list.get(key)))
    if (font !== null) return readFontChoice(font, fonts, asName(key) ?? resource)
  }
  return matchFont(asName(key) ?? resource, fonts)
}

/** Begins the name of a font that has none, and whose letters the PDF draws itself. */
export const DRAWN_FONT = 'Type 3'

/** The typeface for a font dictionary; `otherwise` names it where it does not do so itself. */
export function readFontChoice(font: PDFDict, fonts: readonly FontInfo[], otherwise: string): FontChoice {
  const described = descendant(font) ?? font
  const descriptor = dictEntry(described, 'FontDescriptor')
  const name = nameEntry(described, 'BaseFont') ?? (descriptor && nameEntry(descriptor, 'FontName'))
  const hints = descriptor === null ? {} : hintsOf(descriptor)
  if (nameEntry(font, 'Subtype') !== 'Type3') return matchFont(name ?? otherwise, fonts, hints)
  const drawn = `${DRAWN_FONT} ${nameEntry(font, 'Name') ?? ''}`
  return matchFont(name ?? drawn, fonts, { ...hints, embedded: true })
}

/** The CIDFont of a composite font: the composite's own /BaseFont may carry the name of an encoding. */
function descendant(font: PDFDict): PDFDict | null {
  if (entry(font, 'Subtype') !== PDFName.of('Type0')) return null
  return asDict(arrayEntry(font, 'DescendantFonts')?.[0] ?? null)
}

/** Flags of font descriptors, ISO 32000-1 table 123. */
function hintsOf(descriptor: PDFDict): FontHints {
  const flags = flagsEntry(descriptor, 'Flags')
  return {
    monospace: (flags & 1) !== 0,
    serif: (flags & 2) !== 0,
    italic: (flags & 64) !== 0 || (numberEntry(descriptor, 'ItalicAngle') ?? 0) !== 0,
    bold: (flags & (1 << 18)) !== 0 || (numberEntry(descriptor, 'FontWeight') ?? 400) >= 600,
    embedded: PROGRAMS.some((key) => entry(descriptor, key) !== null),
  }
}

/**
 * The size for a DA of size 0, in whole quarter points. A capital of about 0.72 em centred in a line of 1.2 em
 * leaves the same 0.24 em above it for accents and below it for descenders.
 */
function fittingSize({ box, turn, insetPt, userUnit, multiline, comb }: StyleInput): number {
  const upright = turn === 0 || turn === 180
  const height = (upright ? boxHeight(box) : boxWidth(box)) - 2 * insetPt
  const width = upright ? boxWidth(box) : boxHeight(box)
  const byHeight = height / 1.2
  // The widest capitals are about 0.9 em wide.
  const byCell = comb === null ? byHeight : Math.min(byHeight, width / comb / 0.9)
  // Decision: several lines are set in 12 points, as viewers set them, where that fits.
  const size = multiline ? Math.min(12 / userUnit, byHeight) : byCell
  const rounded = Math.floor(size * userUnit * 4) / 4 / userUnit
  return rounded > 0 ? rounded : size
}

/**
 * Distance of the text from the widget's edges, in the units of the box: viewers keep twice the border's width,
 * and 2 where no border is stated. Never more than a quarter of the smaller side.
 */
export function readInset(widget: PDFDict, box: Box): number {
  const style = dictEntry(widget, 'BS')
  const border = entry(widget, 'Border')
  const ofBorder = border instanceof PDFArray ? asNumber(arrayEntry(widget, 'Border')?.[2] ?? null) : null
  const width = (style === null ? ofBorder : numberEntry(style, 'W')) ?? 1
  return Math.min(2 * Math.max(0, width), Math.min(boxWidth(box), boxHeight(box)) / 4)
}
