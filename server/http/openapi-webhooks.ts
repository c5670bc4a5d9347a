/** The events that are sent to webhook endpoints, as the `webhooks` of the OpenAPI document (3.1, 4.8.1). */
import { EVENT_TYPES, type EventType, QUIET_EVENT_TYPES } from '../../core/service/webhook/event.ts'
import { PAYLOAD_VERSION } from '../../core/service/webhook/payload.ts'

type Json = { [name: string]: unknown }

const SAYS: Readonly<Record<EventType, string>> = {
  'render.succeeded': 'A print file is ready.',
  'render.queued': 'A render is waiting for the renderer.',
  'render.failed': 'A render failed and can be retried.',
  'render.canceled': 'A queued render was canceled.',
  'batch.completed': 'A batch was completed.',
  'fill.created': 'A fill was created.',
  'fill.updated': 'A fill was updated. Sent only to endpoints that list this type.',
  'fill.completed': 'A customer completed a fill.',
  'fill.finalized': 'A fill was finalized.',
  'fill.review_requested': 'A finalized fill waits for review before it is printed.',
  'fill.approved': 'Staff approved a fill, and its print file is created.',
  'fill.refused': 'Staff refused a fill. It is not printed.',
  'fill.expired': 'A fill expired and can no longer be finalized.',
  'template.published': 'A revision of a template was published.',
  'template.archived': 'A template was archived.',
  'embed_session.completed': 'A session was completed.',
  'embed_session.expired': 'A session ended without completion.',
  'webhook_endpoint.disabled': 'An endpoint was disabled after repeated failures.',
  'hot_folder_delivery.held': 'A print file failed preflight and must be released.',
  'hot_folder_delivery.exhausted':
    'A print file could not be delivered to its hot folder and is not retried.',
  ping: 'A test event.',
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
    component in schemas ? ` The object is a ${component}, possibly without links and addresses.` : ''
  const quiet = QUIET_EVENT_TYPES.includes(type)
  return {
    operationId: `on${type.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    summary: SAYS[type],
    description: `Sent when the event occurs and retried until the endpoint responds with 2xx.${facts}`,
    'x-quiet': quiet,
    security: [],
    parameters: [
      header('webhook-id', 'Id of the event, the same for every attempt.'),
      header('webhook-timestamp', 'Unix time in seconds of the signature of this attempt.'),
      header('webhook-signature', '`v1,` and the base64 of an HMAC-SHA256 over id, timestamp and body.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: payload(type) } } },
    responses: {
      '2XX': { description: 'Received. Any other response, or none within 15 seconds, is retried.' },
      '4XX': { description: 'Retried. 410 disables the endpoint.' },
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
          object: { type: 'object', description: 'The object, as returned by its own operations.' },
          previous: { type: 'object', description: 'Previous values of the changed members.' },
        },
      },
    },
  }
}
