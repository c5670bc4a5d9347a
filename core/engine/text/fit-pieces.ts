/** Copyfitting of a line that is set in several pieces: faces, sizes and inks that differ, values of several fields. */

import type { Box } from '../geometry/box.ts'
import { baselineFor, placeLine, startFor } from './arrange.ts'
import { resolveLevels } from './bidi.ts'
import type { Typeface } from './font.ts'
import type { GlyphRun } from './glyph-run.ts'
import { type Ink, inkOf } from './ink.ts'
import {
  type Cap,
  extentShortfall,
  type Place,
  type Shortfall,
  shiftInside,
  sizeLimit,
  UNCAPPED,
} from './place.ts'
import { plainText } from './plain-text.ts'
import { type ShapedLine, shapeParagraph, shapeText } from './shape.ts'
import { spreadWords, wordSpacesIn } from './spread-words.ts'
import type { TextStyle } from './text-style.ts'

export interface Piece {
  readonly typeface: Typeface
  /** Fallback typefaces, in order. */
  readonly fallbacks?: readonly Typeface[]
  readonly text: string
  /** Its size as a multiple of the line's. */
  readonly scale: number
}

export type PiecesResult =
  | { readonly kind: 'blank' }
  | { readonly kind: 'missing'; readonly piece: number; readonly codePoints: readonly number[] }
  | { readonly kind: 'overflow'; readonly shortfall: Shortfall }
  | {
      readonly kind: 'set'
      readonly sizePt: number
      readonly trackingEm: number
      /** Runs and ink of each piece in field space; null for one without ink. */
      readonly pieces: readonly ({ readonly runs: readonly GlyphRun[]; readonly ink: Box } | null)[]
    }

export interface PiecesOptions {
  readonly cap?: Cap
  /** For justified text: how far each word space may grow for the line to end at the inset; null for other text. */
  readonly stretchEm?: number | null
}

/** Decision: before a justified line is set tighter or smaller, its word spaces give way by a third. */
const SHRINK = 1 / 3
/** Rounding of a box must not shrink a line that filled it. */
const SIZE_EPSILON = 1e-4

/** Always one line: as designed, then with tracking, then smaller, by the rules of fitText. */
export function fitPieces(
  pieces: readonly Piece[],
  style: TextStyle,
  place: Place,
  { cap = UNCAPPED, stretchEm = null }: PiecesOptions = {},
): PiecesResult {
  const texts = trimmed(pieces.map(({ text }) => plainText(text).replaceAll(/[\s\u00a0]+/g, ' ')))
  // Read from the right, the first piece stands at the right.
  const backwards = resolveLevels(texts.join('')).base % 2 === 1
  const order = pieces.map((_, index) => index)
  if (backwards) order.reverse()
  const shrinkEm = stretchEm === null ? 0 : SHRINK * spaceOf(pieces[0]?.typeface)
  const measureAt = (trackingEm: number, wordEm = -shrinkEm) =>
    measure(pieces, texts, order, style, { trackingEm, wordEm })

  const least = Math.min(style.minSizePt, style.sizePt)
  const tightest = Math.min(style.minTracking, style.tracking)
  const most = Math.max(least, Math.min(style.sizePt, cap.sizePt))
  const loosest = Math.max(tightest, style.tracking - cap.tightenEm)
  const designed = measureAt(loosest)
  const lacking = designed.pieces.find(({ line }) => line.missing.length > 0)
  if (lacking !== undefined)
    return { kind: 'missing', piece: lacking.index, codePoints: lacking.line.missing }
  if (designed.extent === null) return { kind: 'blank' }
  const set = (sizePt: number, trackingEm: number) => {
    const wordEm =
      stretchEm === null ? 0 : wordSpace(measureAt(trackingEm, 0), sizePt, place, { stretchEm, shrinkEm })
    return arranged(pieces, measureAt(trackingEm, wordEm), sizePt, style, place)
  }
  const limitOf = (measured: Measured) =>
    Math.min(
      measured.extent === null ? 0 : sizeLimit(measured.extent, place),
      // A justified line ends with its paragraph: what its box has beyond is for letters that stick out.
      stretchEm === null ? Infinity : measureLimit(measured, place),
    )
  if (most <= limitOf(designed)) return set(most, loosest)

  const tight = measureAt(tightest)
  const extent = tight.extent ?? designed.extent
  const limit = limitOf(tight)
  const quarter = limit >= most ? most : Math.min(most, Math.floor(limit * 4) / 4)
  const sizePt = Math.max(quarter, least)
  if (sizePt > sizeLimit(extent, place))
    return { kind: 'overflow', shortfall: extentShortfall(extent, least, place) }
  for (let step = 0; loosest - step / 1000 > tightest; step += 1) {
    const tracking = loosest - step / 1000
    if (sizePt <= limitOf(measureAt(tracking))) return set(sizePt, tracking)
  }
  return set(sizePt, tightest)
}

interface MeasuredPiece {
  readonly index: number
  readonly line: ShapedLine
  readonly ink: Ink | null
  /** Its origin, in em of the line's size. */
  readonly at: number
}

interface Measured {
  /** In visual order. */
  readonly pieces: readonly MeasuredPiece[]
  readonly advanceEm: number
  readonly trackingEm: number
  /** Number of word spaces. */
  readonly words: number
  readonly leftEm: number
  /** Null where nothing would be seen. */
  readonly extent: { readonly widthEm: number; readonly topEm: number; readonly bottomEm: number } | null
}

function measure(
  pieces: readonly Piece[],
  texts: readonly string[],
  order: readonly number[],
  style: TextStyle,
  { trackingEm, wordEm }: { readonly trackingEm: number; readonly wordEm: number },
): Measured {
  const measured: MeasuredPiece[] = []
  let pen = 0
  let words = 0
  let [left, right, top, bottom] = [Infinity, -Infinity, -Infinity, Infinity]
  for (const index of order) {
    const { typeface, fallbacks = [], scale } = pieces[index]!
    const text = texts[index] ?? ''
    if (text === '') continue
    if (measured.length > 0) pen += trackingEm
    const em = scale / typeface.unitsPerEm
    // Tracking is the line's: smaller pieces are spaced as the others.
    const tracking = trackingEm / em
    const shaped = shapeParagraph(typeface, text, style.features, fallbacks).line(
      0,
      text.length,
      trackingEm !== 0,
    )
    const line = spreadWords(shaped, wordEm / em)
    words += wordSpacesIn(line)
    const ink = inkOf(line, tracking)
    measured.push({ index, line, ink, at: pen })
    if (ink !== null) {
      left = Math.min(left, pen + ink.xMin * em)
      right = Math.max(right, pen + ink.xMax * em)
      top = Math.max(top, ink.yMax * em)
      bottom = Math.min(bottom, ink.yMin * em)
    }
    pen += (line.advance + line.gaps * tracking) * em
  }
  const extent = left === Infinity ? null : { widthEm: right - left, topEm: top, bottomEm: bottom }
  return { pieces: measured, advanceEm: pen, trackingEm, words, leftEm: left, extent }
}

function arranged(
  pieces: readonly Piece[],
  { pieces: measured, advanceEm, trackingEm, leftEm, extent }: Measured,
  sizePt: number,
  style: TextStyle,
  place: Place,
): PiecesResult {
  const [first] = pieces
  if (extent === null || first === undefined) return { kind: 'blank' }
  let x = startFor(style.align, advanceEm * sizePt, place)
  const inkLeft = x + leftEm * sizePt
  x += shiftInside(inkLeft, inkLeft + extent.widthEm * sizePt, place.width, sizePt, place)
  const baseline = baselineFor(first.typeface, { ...extent, lines: { length: 1 } }, sizePt, style, place)
  const placed: ({ runs: readonly GlyphRun[]; ink: Box } | null)[] = pieces.map(() => null)
  for (const { index, line, ink, at } of measured) {
    const { typeface, scale } = pieces[index]!
    const own = sizePt * scale
    const em = own / typeface.unitsPerEm
    const origin = x + at * sizePt
    if (ink === null) continue
    placed[index] = {
      runs: placeLine(typeface, line, own, (trackingEm * sizePt) / em, origin, baseline),
      ink: [
        origin + ink.xMin * em,
        baseline + ink.yMin * em,
        origin + ink.xMax * em,
        baseline + ink.yMax * em,
      ],
    }
  }
  return { kind: 'set', sizePt, trackingEm, pieces: placed }
}

/** The width of a typeface's space, in em. */
function spaceOf(typeface: Typeface | undefined): number {
  if (typeface === undefined) return 0
  return shapeText(typeface, ' ').advance / typeface.unitsPerEm
}

/** The largest size at which a line reaches from inset to inset and no further. */
function measureLimit({ advanceEm }: Measured, place: Place): number {
  return (place.width - 2 * place.inset) / advanceEm + SIZE_EPSILON
}

/** The change of each word space for the line to fill its measure, in em; negative narrows it. */
function wordSpace(
  natural: Measured,
  sizePt: number,
  place: Place,
  { stretchEm, shrinkEm }: { readonly stretchEm: number; readonly shrinkEm: number },
): number {
  if (natural.words === 0) return 0
  const each = ((place.width - 2 * place.inset) / sizePt - natural.advanceEm) / natural.words
  return each > stretchEm ? 0 : Math.max(each, -shrinkEm)
}

/** White space at the ends of the line is not set. */
function trimmed(texts: readonly string[]): string[] {
  const result = [...texts]
  const first = result.findIndex((text) => text.trim() !== '')
  const last = result.findLastIndex((text) => text.trim() !== '')
  return result.map((text, index) => {
    if (index < first || index > last) return ''
    const left = index === first ? text.trimStart() : text
    return index === last ? left.trimEnd() : left
  })
}
