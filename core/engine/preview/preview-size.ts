/** How large the picture of a page is, in px, and what it can be at most. */

import { ServiceError } from '../../errors.ts'
import type { ScenePage } from '../scene/scene.ts'

/** The widest picture, in px, and the most pixels that one has. */
export const WIDEST_PREVIEW = 2560

/** The default of POST /previews. */
export const DEFAULT_PREVIEW_DPI = 192

export const MOST_PREVIEW_PIXELS = 40_000_000

/**
 * Width and height in px of a page that is shown `width` CSS px wide at a device pixel ratio. Decision: at most 40
 * megapixels; a tall page that would have more is `invalid_width`, with the widest that it allows.
 */
export function previewSize(
  page: PageSides,
  width: number,
  dpr: number,
): { readonly width: number; readonly height: number } {
  const acrossOf = (asked: number) => wholePixels(Math.min(asked * dpr, WIDEST_PREVIEW))
  const across = acrossOf(width)
  const widest = widestOf(page)
  if (across <= widest) return { width: across, height: heightOf(page, across) }
  const allowed = Math.floor((widest + 0.5) / dpr)
  const most = acrossOf(allowed) > widest ? allowed - 1 : allowed
  throw new ServiceError('invalid_width', {
    message: `The page is too tall for this width. At this dpr, w can be at most ${most}.`,
    param: 'w',
    extra: { max_width: most },
  })
}

/**
 * As many px wide as that, or as many as 40 megapixels allow. Decision: what is ordered by resolution or by a link is
 * made smaller rather than refused; the headers of the reply say how large it came out.
 */
export function fittedSize(
  page: PageSides,
  width: number,
): { readonly widthPx: number; readonly heightPx: number } {
  const widthPx = Math.min(wholePixels(width), widestOf(page))
  return { widthPx, heightPx: Math.min(heightOf(page, widthPx), MOST_PREVIEW_PIXELS) }
}

type PageSides = Pick<ScenePage, 'widthPt' | 'heightPt'>

/**
 * The nearest whole number of px, halves up. Sides of pages and ratios are decimal, and a half among their products
 * may come out a trace below it in binary: 708.66 pt at 200 dpi are 1968.5 px.
 */
function wholePixels(length: number): number {
  return Math.max(1, Math.round(Number(length.toFixed(8))))
}

function heightOf({ widthPt, heightPt }: PageSides, widthPx: number): number {
  return wholePixels((widthPx * heightPt) / widthPt)
}

/** The widest picture of a page that has at most 40 megapixels, with its height rounded as usual. */
function widestOf(page: PageSides): number {
  const exact = Math.floor(Math.sqrt((MOST_PREVIEW_PIXELS * page.widthPt) / page.heightPt))
  const fits = (width: number) => width * heightOf(page, width) <= MOST_PREVIEW_PIXELS
  let widest = Math.min(Math.max(1, exact), MOST_PREVIEW_PIXELS)
  while (widest < MOST_PREVIEW_PIXELS && fits(widest + 1)) widest += 1
  while (widest > 1 && !fits(widest)) widest -= 1
  return widest
}
