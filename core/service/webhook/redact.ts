/** Removes the content from an object's events, and from the payloads and responses of their deliveries. */
import { eachItem, ownId } from '../../page.ts'
import type { Store } from '../../store.ts'
import type { EventRecord } from './event.ts'
import { payloadOf } from './payload.ts'

/** Events, attempts and hashes stay; a delivery that is not sent yet carries only the fact of the event. */
export async function redactEvents(store: Store, teamId: string, objectId: string): Promise<void> {
  const events = eachItem((page) => store.events.list(teamId, { objectId }, page), ownId)
  for await (const event of events) {
    const bare: EventRecord = { ...event, object: { ...kindOf(event), erased: true }, previous: {} }
    await store.events.redact(bare, payloadOf({ payloadStyle: 'full', includePii: false }, bare))
  }
}

function kindOf({ objectId, object }: EventRecord) {
  return typeof object.object === 'string' ? { id: objectId, object: object.object } : { id: objectId }
}
