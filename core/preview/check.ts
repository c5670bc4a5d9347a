/** What a picture is asked of, checked before anything is drawn. */
import { ServiceError } from '../errors.ts'
import type { ScenePage } from '../scene/scene.ts'
import type { RevisionRecord } from '../template/template.ts'

/** The widest picture, in px, and the most pixels that one has. */
export const WIDEST_PREVIEW = 2560
/** Of POST /previews, where nothing else is said. */
export const DEFAULT_PREVIEW_DPI = 192
export const MOST_PREVIEW_PIXELS = 40_000_000

/** The page of this index, from 0. Throws `invalid_page`. */
export function findPage(revision: RevisionRecord, index: number): ScenePage {
  const { pages } = revision.scene
  const page = pages[index]
  if (page !== undefined) return page
  throw new ServiceError('invalid_page', {
    message: `The template has ${pages.length} page${pages.length === 1 ? '' : 's'}, counted from 0.`,
    param: 'page',
  })
}

/**
 * Width and height in px of a page that is shown `width` CSS px wide at a device pixel ratio. Decision: at most 40
 * megapixels; a tall page that would have more is `invalid_width`, with the widest that it allows.
 */
export function previewSize(
  page: ScenePage,
  width: number,
  dpr: number,
): { readonly width: number; readonly height: number } {
  const across = Math.max(1, Math.round(Math.min(width * dpr, WIDEST_PREVIEW)))
  const ratio = page.heightPt / page.widthPt
  const height = Math.max(1, Math.round(across * ratio))
  if (across * height <= MOST_PREVIEW_PIXELS) return { width: across, height }
  const widest = Math.floor(Math.sqrt(MOST_PREVIEW_PIXELS / ratio) / dpr)
  throw new ServiceError('invalid_width', {
    message: `This page is so tall that w can be at most ${widest} at this dpr.`,
    param: 'w',
    extra: { max_width: widest },
  })
}

/**
 * As many px wide as that, or as many as 40 megapixels allow. Decision: what is ordered by resolution or by a link is
 * made smaller rather than refused; the headers of the reply say how large it came out.
 */
export function fittedSize(
  page: Pick<ScenePage, 'widthPt' | 'heightPt'>,
  width: number,
): { readonly widthPx: number; readonly heightPx: number } {
  const ratio = page.heightPt / page.widthPt
  const widest = Math.max(1, Math.floor(Math.sqrt(MOST_PREVIEW_PIXELS / ratio)))
  const widthPx = Math.max(1, Math.min(Math.round(width), widest))
  const heightPx = Math.max(1, Math.round(widthPx * ratio))
  return { widthPx, heightPx: Math.min(heightPx, Math.floor(MOST_PREVIEW_PIXELS / widthPx)) }
}
