/** Copies a fill that is ordered or expired, as far as its content fits the present template. */

import type { FillContent } from '../../engine/scene/content.ts'
import type { Scene } from '../../engine/scene/scene.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { latestFill } from '../fill/approval.ts'
import { copyPictures } from '../fill/copy-pictures.ts'
import { asOf, type FillRecord } from '../fill/fill.ts'
import { usableValues } from '../fill/starting-values.ts'
import type { MappingOptions } from '../mapping/mapping.ts'
import { beginFill } from './fill-session.ts'
import { lockedIn } from './locks.ts'
import type { SessionRecord } from './session.ts'

/**
 * The starting content of a copy, or null for an open fill, which its customer continues instead. Decision: a change
 * that came too late for the order is in the copy, so that its customer does not begin again. Throws `not_found` for an
 * erased one.
 */
export function copiedContent({ clock }: Pick<Ports, 'clock'>, fill: FillRecord): FillRecord | null {
  if (fill.erasedAt !== null) throw notFound('fill')
  return asOf(fill, clock.now()).status === 'open' ? null : latestFill(fill)
}

/** The copied values that fields still take; what the shop has locked stays as the shop says it. */
export function copiedValues(
  scene: Scene,
  options: MappingOptions,
  { values }: FillContent,
): Readonly<Record<string, string>> {
  const kept = Object.entries(usableValues(scene, values))
  const locked = lockedIn(scene, options)
  return Object.fromEntries(kept.filter(([id]) => !locked.includes(id)))
}

/**
 * Begins the session's fill with the copy's colours and uploaded images, in the caller's transaction. Decision: colours that the template
 * of today refuses are left out, for the words are what costs effort. Throws what beginFill throws without them.
 */
export async function beginCopy(
  ports: Ports,
  store: Tx,
  session: SessionRecord,
  copied: FillRecord,
): Promise<SessionRecord> {
  const { colors, assignments, substrate } = copied
  const own = await copyPictures(ports, store, copied)
  const patch = { ...(colors === null ? {} : { colors }), assignments, substrate }
  try {
    // Errors are thrown before anything is written.
    return (await beginFill(ports, store, session, patch, own)).session
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return (await beginFill(ports, store, session, {}, own)).session
  }
}
