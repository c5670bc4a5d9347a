/** A customer's fill with an unsaved change: checked like a change, previewed, and never stored. */

import type { FillContent } from '../../engine/scene/content.ts'
import { readValues } from '../../engine/scene/values.ts'
import type { Ports } from '../../ports.ts'
import { patchContent } from '../fill/content.ts'
import { refuseClosed } from '../fill/edit.ts'
import { asOf, type FillRecord } from '../fill/fill.ts'
import { presentForFill } from '../template/present.ts'
import type { RevisionRecord } from '../template/template.ts'
import { type ChangeSessionFill, findSessionFill, optionsOf } from './fill-session.ts'
import { refuseLocked } from './locks.ts'

export interface TriedFill {
  readonly fill: FillRecord
  readonly revision: RevisionRecord
  readonly content: FillContent
}

/**
 * Throws what changeSessionFill throws. It runs with every key that somebody presses: it takes no lock, opens no
 * transaction and does not make the session longer.
 */
export async function trySessionFill(
  ports: Ports,
  { session, fillId, patch }: ChangeSessionFill,
): Promise<TriedFill> {
  const { store, clock } = ports
  const { fill, revision } = await findSessionFill(ports, session, fillId)
  refuseClosed(asOf(fill, clock.now()))
  const present = await presentForFill(store, fill.id, revision, fill.values, patch.values)
  const values = readValues(present.scene, patch.values ?? {}, fill.values)
  refuseLocked(present.scene, await optionsOf(store, session), fill.values, values)
  return { fill, revision: present, content: patchContent(present, fill, { ...patch, values }) }
}
