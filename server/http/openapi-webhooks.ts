/** The events that are sent to webhook endpoints, as the `webhooks` of the OpenAPI document (3.1, 4.8.1). */
import { EVENT_TYPES, type EventType, QUIET_EVENT_TYPES } from '../../core/service/webhook/event.ts'
import { PAYLOAD_VERSION } from '../../core/service/webhook/payload.ts'

type Json = { [name: string]: unknown }

const SAYS: Readonly<Record<EventType, string>> = {
  'render.succeeded': 'A press PDF is ready.',
  'render.queued': 'A render waits for the renderer.',
  'render.failed': 'A render could not be made; it can be retried.',
  'render.canceled': 'A render that waited was canceled.',
  'batch.completed': 'A batch has come to its end.',
  'fill.created': 'A shopper, or the shop, began a fill.',
  'fill.updated': 'A fill was changed. Sent only to endpoints that name this type.',
  'fill.completed': 'A shopper is done with a fill.',
  'fill.finalized': 'An order has finalized a fill.',
  'fill.expired': 'A fill can no longer be finalized.',
  'template.published': 'A revision of a template is live.',
  'template.archived': 'A template was archived.',
  'embed_session.completed': 'A shopper has completed a session.',
  'embed_session.expired': 'A session ended without being completed.',
  'webhook_endpoint.disabled': 'An endpoint failed for too long, and is disabled.',
  'hot_folder_delivery.held': 'A print file that preflight fails waits for somebody to release it.',
  'hot_folder_delivery.exhausted':
    'A print file could not be put into its hot folder, and is not tried again.',
  ping: 'A test of the endpoint.',
}

/** The component that `data.object` is, by the first word of the type; a thin payload has its id and kind alone. */
const OBJECTS: Readonly<Record<string, string>> = {
  render: 'Render',
  batch: 'Batch',
  fill: 'Fill',
  template: 'Template',
  embed_session: 'EmbedSession',
  webhook_endpoint: 'WebhookEndpoint',
  hot_folder_delivery: 'HotFolderDelivery',
}

/** `schemas` are the components that there are. */
export function describeWebhooks(schemas: Json): Json {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeWebhook(type, schemas) }]))
}

function describeWebhook(type: EventType, schemas: Json): Json {
  const component = OBJECTS[type.split('.')[0] ?? ''] ?? ''
  const facts =
    component in schemas
      ? ` The object is a ${component}; what a link or an address shows may be left out.`
      : ''
  const quiet = QUIET_EVENT_TYPES.includes(type)
  return {
    operationId: `on${type.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    summary: SAYS[type],
    description: `Sent when it happens, and again until it is answered with 2xx.${facts}`,
    'x-quiet': quiet,
    security: [],
    parameters: [
      header('webhook-id', 'The id of the event, the same at every attempt.'),
      header('webhook-timestamp', 'Unix time in seconds at which this attempt was signed.'),
      header('webhook-signature', '`v1,` and the base64 of an HMAC-SHA256 over id, timestamp and body.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: payload(type) } } },
    responses: {
      '2XX': { description: 'Received. Any other answer, and none within 15 seconds, is tried again.' },
      '4XX': { description: 'Tried again; 410 disables the endpoint.' },
    },
  }
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

function payload(type: EventType): Json {
  return {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'api_version', 'data'],
    properties: {
      id: { type: 'string', description: 'The id of the event.' },
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time' },
      api_version: { const: PAYLOAD_VERSION },
      data: {
        type: 'object',
        required: ['object', 'previous'],
        properties: {
          object: { type: 'object', description: 'The record as its own operations show it.' },
          previous: { type: 'object', description: 'What the change replaced, by name.' },
        },
      },
    },
  }
}
