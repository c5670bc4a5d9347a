/** Copyfitting: how a value is set in its place, or why it cannot be. */

import { type Arranged, arrange } from './arrange.ts'
import { type Block, type Compose, composeUnbroken, composeWrapped, isBlank } from './block.ts'
import { fitComb } from './comb.ts'
import type { Typeface } from './font.ts'
import {
  type Cap,
  extentShortfall,
  type Place,
  roomFor,
  type Shortfall,
  sizeLimit,
  UNCAPPED,
} from './place.ts'
import { plainText } from './plain-text.ts'
import type { TextStyle } from './text-style.ts'

export type FitResult =
  | { readonly kind: 'blank' }
  | { readonly kind: 'missing'; readonly codePoints: readonly number[] }
  | { readonly kind: 'overflow'; readonly shortfall: Shortfall }
  | ({
      readonly kind: 'set'
      readonly sizePt: number
      readonly trackingEm: number
      readonly lines: number
    } & Arranged)

export interface FitOptions {
  /** Fallback typefaces, in order. */
  readonly fallbacks?: readonly Typeface[]
  readonly cap?: Cap
}

const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * Sets `value` in a place of `style`: as designed, else with tracking down to the style's minimum, else smaller in
 * quarter points down to the minimum size; a style that wraps breaks lines before any of these. What decides is the
 * ink, which lies within the place whole. At the size found, the tracking is the loosest that fits.
 *
 * Decision: sizes below the designed one are whole quarter points, and the minimum itself; tracking is tried in
 * thousandths of an em.
 */
export function fitText(
  typeface: Typeface,
  value: string,
  style: TextStyle,
  place: Place,
  options: FitOptions = {},
): FitResult {
  const { fallbacks = [], cap = UNCAPPED } = options
  const lone = value.match(LONE_SURROGATE)
  if (lone !== null)
    return { kind: 'missing', codePoints: [...new Set(lone.map((unit) => unit.charCodeAt(0)))] }
  const text = settable(value, style.wrap)
  if (text === '') return { kind: 'blank' }
  if (style.comb !== null) return fitComb(typeface, text, style, place, style.comb, options)
  const compose = style.wrap
    ? composeWrapped(typeface, text, style.features, style.leading, fallbacks)
    : composeUnbroken(typeface, text, style.features, fallbacks)
  return fitBlock(typeface, compose, style, place, cap)
}

/**
 * Decision: white space at the ends is not set, a tab is a space, and so is a line break (with the space around it)
 * in a field that does not wrap.
 */
function settable(value: string, wrap: boolean): string {
  const text = plainText(value).replaceAll('\t', ' ').trim()
  // By lines, for an expression that takes space on both sides of a break looks at a long space once for each sign.
  const lines = text.split('\n').map((line) => line.trim())
  return wrap ? lines.join('\n') : lines.filter((line) => line !== '').join(' ')
}

function fitBlock(typeface: Typeface, compose: Compose, style: TextStyle, place: Place, cap: Cap): FitResult {
  const least = Math.min(style.minSizePt, style.sizePt)
  const tightest = Math.min(style.minTracking, style.tracking)
  const most = Math.max(least, Math.min(style.sizePt, cap.sizePt))
  const designed = Math.max(tightest, style.tracking - cap.tightenEm)
  const setting = { compose, style, place, most, least, designed }
  const set = (block: Block, sizePt: number): FitResult => ({
    kind: 'set',
    sizePt,
    trackingEm: block.trackingEm,
    lines: block.lines.length,
    ...arrange(typeface, block, sizePt, style, place),
  })

  const asDesigned = blockAt(setting, most, designed)
  if (asDesigned.block.missing.length > 0) return { kind: 'missing', codePoints: asDesigned.block.missing }
  if (isBlank(asDesigned.block)) return { kind: 'blank' }
  if (asDesigned.fits) return set(asDesigned.block, most)

  const plain = largestSize(setting, designed)
  const tight = tightest < designed ? largestSize(setting, tightest) : null
  const sizePt = Math.max(plain ?? 0, tight ?? 0)
  if (sizePt === 0) return { kind: 'overflow', shortfall: shortfallOf(setting, tightest) }
  return set(loosest(setting, sizePt, tightest), sizePt)
}

interface Setting {
  readonly compose: Compose
  readonly style: TextStyle
  readonly place: Place
  /** The largest size allowed, and the smallest. */
  readonly most: number
  readonly least: number
  /** The loosest tracking allowed. */
  readonly designed: number
}

/** The text at a size: broken within the insets if it then fits, else within the whole place. */
function blockAt(setting: Setting, sizePt: number, trackingEm: number): { block: Block; fits: boolean } {
  const { compose, style, place } = setting
  const room = roomFor(sizePt, place)
  const insetEm = Math.min(room.widthEm, (place.width - 2 * place.inset) / sizePt)
  const inset = compose(trackingEm, insetEm)
  if (!style.wrap) return { block: inset, fits: fits(inset, sizePt, setting) }
  if (inset.widthEm <= insetEm && fits(inset, sizePt, setting)) return { block: inset, fits: true }
  const whole = compose(trackingEm, room.widthEm)
  return { block: whole, fits: fits(whole, sizePt, setting) }
}

function fits(block: Block, sizePt: number, { style, place }: Setting): boolean {
  return block.lines.length <= (style.maxLines ?? Infinity) && sizePt <= sizeLimit(block, place)
}

/**
 * The largest size at or below the designed one at which the text fits, or null. Sizes at which it cannot are passed
 * over: these lines fit from `sizeLimit` on, others stand from the size at which `nextMeasureEm` is reached, and none
 * above `areaLimit`.
 */
function largestSize(setting: Setting, trackingEm: number): number | null {
  const { compose, style, place, most, least } = setting
  for (let sizePt: number | null = most; sizePt !== null; ) {
    const block = compose(trackingEm, roomFor(sizePt, place).widthEm)
    if (fits(block, sizePt, setting)) return sizePt
    const sameLines = block.lines.length <= (style.maxLines ?? Infinity) ? sizeLimit(block, place) : 0
    const otherLines = sizeLimit({ widthEm: block.nextMeasureEm, topEm: 0, bottomEm: 0 }, place)
    sizePt = sizeBelow(sizePt, Math.max(sameLines, Math.min(otherLines, areaLimit(block, setting))), least)
  }
  return null
}

/**
 * No size above this one can help, whatever the lines: n lines of ink take (n - 1) leadings of the height, and n is
 * at least the ink's whole length over the room's width. With length a and leading l in em, width w and height h:
 * (a t / w - 1) l t <= h for a size t.
 */
function areaLimit(block: Block, { style, place }: Setting): number {
  // Breaking elsewhere moves spaces and bearings in and out of the lines, hence not the whole length.
  const lengthEm = 0.9 * block.inkLengthEm
  const byLines = ((style.maxLines ?? Infinity) * place.width) / lengthEm
  if (!(style.leading > 0)) return byLines
  const square = (lengthEm * style.leading) / place.width
  const byHeight = (style.leading + Math.sqrt(style.leading ** 2 + 4 * square * place.height)) / (2 * square)
  return Math.min(byLines, byHeight)
}

/** The largest allowed size that is below `size` and at most `limit`, or null. */
function sizeBelow(size: number, limit: number, least: number): number | null {
  const quarter = Math.min(Math.ceil(size * 4) - 1, Math.floor(limit * 4)) / 4
  if (quarter >= least) return quarter
  return least < size && least <= limit ? least : null
}

/** At a size at which the text fits when set at its tightest or as designed: the loosest tracking that fits. */
function loosest(setting: Setting, sizePt: number, tightest: number): Block {
  const { designed } = setting
  const steps = Math.ceil((designed - tightest) * 1000)
  const trackingAt = (step: number): number => Math.max(tightest, designed - step / 1000)
  let best = blockAt(setting, sizePt, designed)
  let low = 1
  let high = best.fits ? 0 : steps
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const tried = blockAt(setting, sizePt, trackingAt(middle))
    if (tried.fits) {
      best = tried
      high = middle - 1
    } else low = middle + 1
  }
  return best.block
}

function shortfallOf(setting: Setting, trackingEm: number): Shortfall {
  const { style, place, least } = setting
  const { block } = blockAt(setting, least, trackingEm)
  const maxLines = style.maxLines ?? Infinity
  const { length } = block.lines
  if (block.widthEm <= roomFor(least, place).widthEm && length > maxLines) {
    return { what: 'lines', found: length, expected: maxLines, sizePt: least }
  }
  return extentShortfall(block, least, place)
}
