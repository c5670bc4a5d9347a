/** Removes the content from an object's events, and from the payloads and responses of their deliveries. */
import type { Store } from '../../store.ts'
import type { EventRecord } from './event.ts'
import { payloadOf } from './payload.ts'

const PAGE = 100

/** Events, attempts and hashes stay; a delivery that is not sent yet carries only the fact of the event. */
export async function redactEvents(store: Store, teamId: string, objectId: string): Promise<void> {
  for (let startingAfter: string | null = null, more = true; more; ) {
    const page = await store.events.list(teamId, { objectId }, { limit: PAGE, startingAfter })
    for (const event of page.items) {
      const bare: EventRecord = { ...event, object: { ...kindOf(event), erased: true }, previous: {} }
      await store.events.redact(bare, payloadOf({ payloadStyle: 'full', includePii: false }, bare))
    }
    startingAfter = page.items.at(-1)?.id ?? null
    more = page.hasMore
  }
}

function kindOf({ objectId, object }: EventRecord) {
  return typeof object.object === 'string' ? { id: objectId, object: object.object } : { id: objectId }
}
