/** The addresses of page images. */
import { withQuery } from '../api.ts'
import type { PictureRequest } from '../parts/picture.tsx'
import type { TemplateWire } from './wire.ts'

/** In px: enough for a small picture on a dense screen. */
const THUMBNAIL_PX = 192
/** Of a card in the grid. */
const CARD_PX = 480
/** In px: the widest that the service draws. */
const WIDEST_PX = 2560

/** By the number of its revision a picture never changes; `width` in px. */
export function pageRequest(
  templateId: string,
  {
    page,
    width,
    revision,
  }: { readonly page: number; readonly width: number; readonly revision: number | null },
): PictureRequest {
  const w = Math.min(WIDEST_PX, Math.max(1, Math.round(width)))
  return { path: withQuery(`/v1/templates/${templateId}/page.png`, { page, w, revision }) }
}

/** As a page, with what its press cannot print marked. */
export function gamutRequest(...of: Parameters<typeof pageRequest>): PictureRequest {
  return { path: pageRequest(...of).path.replace('/page.png', '/gamut.png') }
}

/** Without a revision, of the one that is shown. */
export function thumbnailPath(templateId: string, revision: number | null): string {
  return pageRequest(templateId, { page: 0, width: THUMBNAIL_PX, revision }).path
}

export function cardPath(templateId: string, revision: number): string {
  return pageRequest(templateId, { page: 0, width: CARD_PX, revision }).path
}

/** The revision that facts, preflight and pictures are of: what is published, or else the newest. */
export function shownRevision({ live_revision: live, latest_revision: latest }: TemplateWire): number {
  return live ?? latest
}
