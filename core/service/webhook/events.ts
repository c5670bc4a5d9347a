/** Events as a team reads them, for as long as they are kept. */
import { notFound } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { EVENT_LIFE_MS, type EventRecord } from './event.ts'
import type { EventFilter } from './webhook-store.ts'

/** Newest first; 30 days back, even before the sweep. */
export async function listEvents(
  ports: Pick<Ports, 'store' | 'clock'>,
  teamId: string,
  filter: EventFilter,
  page: PageRequest,
): Promise<Page<EventRecord>> {
  const oldest = ports.clock.now() - EVENT_LIFE_MS
  const since = Math.max(filter.since ?? oldest, oldest)
  return ports.store.events.list(teamId, { ...filter, since }, page)
}

/** The team's event, or `not_found`. */
export async function findEvent(
  ports: Pick<Ports, 'store' | 'clock'>,
  teamId: string,
  id: string,
): Promise<EventRecord> {
  const event = await ports.store.events.find(teamId, id)
  if (event === null || event.createdAt < ports.clock.now() - EVENT_LIFE_MS) throw notFound('event')
  return event
}
