/** What a picture is asked of, checked before anything is drawn. */
import { chooseInks } from '../color/assignment.ts'
import { checkSubstrate } from '../color/ink.ts'
import { ServiceError } from '../errors.ts'
import type { ContentPatch } from '../fill/content.ts'
import { readValues } from '../fill/values.ts'
import type { ScenePage } from '../scene/scene.ts'
import type { RevisionRecord } from '../template/template.ts'

/** The widest picture, in px, and the most pixels that one has. */
export const WIDEST_PREVIEW = 2560
export const MOST_PREVIEW_PIXELS = 40_000_000

/** Throws what readValues refuses (400), and 422 for the colour group. */
export function checkPreviewContent(revision: RevisionRecord, content: ContentPatch): void {
  readValues(revision.scene, content.values ?? {})
  chooseInks(revision.scene, content.colors ?? null, content.assignments ?? {}, revision.plan.inks)
  if (content.substrate) checkSubstrate(content.substrate)
}

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
