/** Copies a fill, ordered or not, at the revision that it began with: for a reprint, or for a reopened order. */

import { readOwnPicture } from '../../engine/scene/own-picture.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { Noted, OfRecord, Together } from '../access/request.ts'
import { copyPictures } from './copy-pictures.ts'
import { addFill } from './create.ts'
import type { FillRecord } from './fill.ts'
import { type FillView, findFill, templateRevisionOf, viewFill } from './view.ts'

/** In the copy's metadata: the fill that it was made from. */
export const COPIED_FROM = 'copied_from'

/**
 * The copy is open, without order, cart, customer and times of the original. Decision: the template may be paused or
 * archived, because earlier sales still have to be printed. Throws `not_found`, `fill_status_conflict`
 * for an erased fill, and what patchContent refuses.
 */
export async function copyFill(
  ports: Ports,
  { teamId, id, note = NOTE_NOTHING, also }: OfRecord & Noted & Together<FillRecord>,
): Promise<FillView> {
  const fill = await findFill(ports, teamId, id)
  if (fill.erasedAt !== null)
    throw new ServiceError('fill_status_conflict', { message: 'An erased fill cannot be copied.' })
  const templateRevision = await templateRevisionOf(ports.store, fill)
  const { values, colors, assignments, substrate } = fill
  const { externalProductId, externalVariantId, metadata } = fill
  const copy = await ports.store.transaction(async (store) => {
    const added = await addFill(ports, store, templateRevision, {
      source: 'api',
      content: { values: withoutOwnPictures(values), colors, assignments, substrate },
      facts: { externalProductId, externalVariantId, metadata: { ...metadata, [COPIED_FROM]: id } },
      own: await copyPictures(ports, store, fill),
    })
    await note(store, { id: added.id })
    await also?.(store, added)
    return added
  })
  return viewFill(ports, copy, templateRevision)
}

/** The copy cannot use the images of the original; it gets its own (see copyPictures). */
function withoutOwnPictures(values: FillRecord['values']): FillRecord['values'] {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => readOwnPicture(value) === null))
}
