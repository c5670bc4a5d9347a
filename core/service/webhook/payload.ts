/** The text of a webhook: written once per endpoint and event, signed and sent byte for byte. */
import type { EndpointRecord } from './endpoint.ts'
import type { EventRecord } from './event.ts'

/** The version of the payload's form. */
export const PAYLOAD_VERSION = '2026-07-15'

/** Fields that an endpoint gets only where it asked for personal data. */
const PERSONAL = ['customer_email', 'customer_name'] as const

/** Where an object of each kind is read, relative to the service's address. */
const PATHS: Readonly<Record<string, string>> = {
  render: '/v1/renders/',
  batch: '/v1/batches/',
  fill: '/v1/fills/',
  template: '/v1/templates/',
  embed_session: '/v1/embed/sessions/',
  webhook_endpoint: '/v1/webhook_endpoints/',
}

/** JSON of id, type, timestamp, version and data. */
export function payloadOf(
  endpoint: Pick<EndpointRecord, 'payloadStyle' | 'includePii'>,
  event: EventRecord,
): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    timestamp: timeOf(event.createdAt),
    api_version: PAYLOAD_VERSION,
    data: dataOf(event, endpoint),
  })
}

/**
 * Signed links are left out: an event may be read days later. A thin payload names the object and where to read it,
 * and nothing else of it.
 */
export function dataOf(event: EventRecord, style: Pick<EndpointRecord, 'payloadStyle' | 'includePii'>) {
  if (style.payloadStyle === 'thin') {
    const kind = String(event.object.object ?? event.type.split('.')[0])
    const path = PATHS[kind]
    const url = path === undefined ? null : `${path}${event.objectId}`
    return { object: { id: event.objectId, object: kind, url }, previous: {} }
  }
  return {
    object: withoutSecrets(event.object, style.includePii),
    previous: withoutSecrets(event.previous, style.includePii),
  }
}

function withoutSecrets(
  object: Readonly<Record<string, unknown>>,
  includePii: boolean,
): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...object }
  if ('signed_url' in shown) shown.signed_url = null
  if (!includePii) for (const key of PERSONAL) delete shown[key]
  return shown
}

const TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'UTC',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** RFC 3339 in UTC with milliseconds; core has no Date. */
export function timeOf(ms: number): string {
  return `${TIME.format(ms).replace(' ', 'T')}.${String(ms % 1000).padStart(3, '0')}Z`
}
