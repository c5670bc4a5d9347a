/** Common parts of operations that return a preview: its size, its headers, and its errors. */

import { previewSize } from '../../../core/engine/preview/preview-size.ts'
import type { ScenePage } from '../../../core/engine/scene/scene.ts'
import { ServiceError } from '../../../core/errors.ts'
import { findPage } from '../../../core/service/preview/check.ts'
import type { PictureRequest, PreparedPicture } from '../../../core/service/preview/previews.ts'
import type { RevisionRecord } from '../../../core/service/template/template.ts'
import type { DrawnBody } from '../../http/operation.ts'
import { described, LOCALE } from '../schema.ts'

/** Faults after a valid request. */
export const DRAWING_ERRORS = [
  'renderer_not_configured',
  'preview_failed',
  'page_not_drawable',
  'overloaded',
] as const

/** Faults of a page number and its size. */
export const SIZE_ERRORS = ['invalid_page', 'invalid_width', 'invalid_dpr'] as const
const DEFAULT_WIDTH = 880
const WIDEST = 2560

/** The fill was changed since, and has another link. */
export const PASSING = 'public, max-age=60'
/** Of the previews of browsers: the language that the page around is in. */
export const LABEL_LOCALE = described(
  LOCALE,
  'Beta. Language tag of the labels in empty fields. Default: the labels of the fields as they are.',
)

/** Decision: a state is shown to its session alone, and is looked at again each time, which costs it a 304. */
export const PRIVATE = 'private, no-cache'
/** On a 304 as well. */
export function pictureHeaders({ identity }: PreparedPicture, cacheControl: string) {
  return {
    'X-Service-Content-Hash': identity,
    'Cache-Control': cacheControl,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
}

export function pictureBody(shown: PreparedPicture): DrawnBody {
  return {
    etag: shown.identity,
    async draw() {
      const { png: bytes, widthPx, heightPx, fits, cache } = await shown.see()
      const headers = {
        'X-Service-Preview-Width': String(widthPx),
        'X-Service-Preview-Height': String(heightPx),
        'X-Service-Cache': cache,
        'X-Service-Fit': fits ? 'ok' : 'problems',
      }
      return { bytes, headers }
    },
  }
}

/** A page, from 0, in CSS px and device pixels of a screen. */
export interface AskedView {
  readonly page?: number
  readonly w?: number
  readonly dpr?: number
}

/** Throws 422 `invalid_page`, `invalid_width` and `invalid_dpr`. */
export function viewOf(
  revision: RevisionRecord,
  { page: index = 0, w = DEFAULT_WIDTH, dpr = 1 }: AskedView,
): Pick<PictureRequest, 'page' | 'size' | 'asked'> {
  if (!Number.isInteger(index) || index < 0) throw new ServiceError('invalid_page', { param: 'page' })
  if (!Number.isInteger(w) || w < 1 || w > WIDEST) throw new ServiceError('invalid_width', { param: 'w' })
  if (dpr < 0.5 || dpr > 4) throw new ServiceError('invalid_dpr', { param: 'dpr' })
  const page: ScenePage = findPage(revision, index)
  const { width: widthPx, height: heightPx } = previewSize(page, w, dpr)
  return { page, size: { widthPx, heightPx }, asked: { w, dpr } }
}
