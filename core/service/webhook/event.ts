/** Events: recorded in the transaction of the change, and delivered to subscribed endpoints. */

export const EVENT_TYPES = [
  'render.succeeded',
  'render.queued',
  'render.failed',
  'render.canceled',
  'batch.completed',
  'fill.created',
  'fill.updated',
  'fill.completed',
  'fill.finalized',
  'fill.expired',
  'fill.review_requested',
  'fill.approved',
  'fill.refused',
  'template.published',
  'template.archived',
  'embed_session.completed',
  'embed_session.expired',
  'webhook_endpoint.disabled',
  'hot_folder_delivery.held',
  'hot_folder_delivery.exhausted',
  'ping',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Decision: an endpoint for `*` receives everything except these, which occur with every edit of a customer. */
export const QUIET_EVENT_TYPES: readonly EventType[] = ['fill.updated']

/** Events are kept for 30 days. */
export const EVENT_LIFE_MS = 30 * 86_400_000

export interface EventRecord {
  readonly id: string
  readonly teamId: string
  readonly type: EventType
  /** The object's id and kind, for filters. */
  readonly objectId: string
  /** The object as the wire shows it (`data.object`), without any signed link. */
  readonly object: Readonly<Record<string, unknown>>
  /** What the change replaced, by the names of the wire. */
  readonly previous: Readonly<Record<string, unknown>>
  readonly createdAt: number
}
