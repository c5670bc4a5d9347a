/** Creates the events of a fill's changes: the fill in its wire form, and the replaced values. */

import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import type { Wire } from '../event-objects.ts'
import type { TemplateRecord } from '../template/template.ts'
import { emit } from '../webhook/emit.ts'
import type { FillRecord } from './fill.ts'

export type FillEvent =
  | 'fill.created'
  | 'fill.updated'
  | 'fill.completed'
  | 'fill.finalized'
  | 'fill.expired'
  | ReviewEvent

/** These events carry a link to the preview: their receivers look at the design. */
type ReviewEvent = 'fill.review_requested' | 'fill.approved' | 'fill.refused'
const REVIEW_EVENTS: readonly string[] = [
  'fill.review_requested',
  'fill.approved',
  'fill.refused',
] satisfies ReviewEvent[]

/** `store` is that of the change's transaction; `before` is the fill as it was, or null for a new one. */
export async function emitFillEvent(
  ports: Pick<Ports, 'clock' | 'makeId' | 'eventObjects' | 'jobs'>,
  store: Tx,
  type: FillEvent,
  fill: FillRecord,
  before: FillRecord | null,
  template: TemplateRecord,
): Promise<void> {
  const toWire = REVIEW_EVENTS.includes(type) ? ports.eventObjects.reviewedFill : ports.eventObjects.fill
  const object = toWire(fill, template)
  const previous = before === null ? {} : replaced(toWire(before, template), object)
  await emit(ports, store, fill.teamId, { type, objectId: fill.id, object, previous })
}

/** The members of `before` that differ in `after`. */
function replaced(before: Wire, after: Wire): Wire {
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name])),
  )
}
