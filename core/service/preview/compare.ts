/** Compares two revisions of a template: the same page of both, with their default values. */

import { createHash } from 'node:crypto'
import { fittedSize } from '../../engine/preview/preview-size.ts'
import { EMPTY_CONTENT } from '../../engine/scene/content.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { RevisionRecord } from '../template/template.ts'
import type { PreparedPicture, Previews } from './previews.ts'

export interface ShownDifference {
  /** SHA-256 of the compared states, hex. */
  readonly identity: string
  /** A PNG file: what only the one shows in orange, what only the other shows in blue, what stayed in pale. */
  see(): Promise<{ readonly png: Uint8Array; readonly changed: number }>
}

export interface CompareRevisions {
  readonly before: RevisionRecord
  readonly after: RevisionRecord
  readonly page: number
  readonly width: number
}

/**
 * `page` counts from 0; `width` in px, of the other revision's page. A page that one of them does not have counts as
 * blank. Throws `invalid_page` where neither has it, and what previews throw.
 */
export async function compareRevisions(
  { raster, previews }: Pick<Ports, 'raster'> & { readonly previews: Previews },
  { before, after, page, width }: CompareRevisions,
): Promise<ShownDifference> {
  if (raster === null) throw new ServiceError('renderer_not_configured')
  const [one, other] = [before.scene.pages[page], after.scene.pages[page]]
  const measure = other ?? one
  if (measure === undefined) throw new ServiceError('invalid_page', { param: 'page' })
  // One scale for both, or another page size would look like other artwork.
  const pxOfPoint = fittedSize(measure, width).widthPx / measure.widthPt
  const show = async (revision: RevisionRecord): Promise<PreparedPicture | null> => {
    const own = revision.scene.pages[page]
    if (own === undefined) return null
    const size = fittedSize(own, own.widthPt * pxOfPoint)
    return previews.prepare({ scope: revision.teamId, revision, content: EMPTY_CONTENT, page: own, size })
  }
  const shown = [await show(before), await show(after)]
  const identity = createHash('sha256')
    .update(JSON.stringify(['platen-difference', shown.map((picture) => picture?.identity ?? null)]))
    .digest('hex')
  return {
    identity,
    async see() {
      const [was, is] = await Promise.all(shown.map(async (one) => (await one?.see())?.png ?? null))
      return raster.compare({ teamId: after.teamId, before: was ?? null, after: is ?? null })
    },
  }
}
