/** Wire types of keys, webhook endpoints, deliveries, usage and audit log. */
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'

export type KeyWire = AsSent<Api.ApiKey>
export type RequestWire = AsSent<Api.ApiRequest>
export type EndpointWire = AsSent<Api.WebhookEndpoint>
export type DeliveryWire = AsSent<Api.WebhookDelivery>
export type UsageWire = AsSent<Api.Usage>
export type AuditWire = AsSent<Api.AuditEvent>
