/** Keys, webhook endpoints and their deliveries, hot folders, usage and audit log, as the service sends them. */
import type { Scope } from '../../../core/service/access/scope.ts'
import type { DeliveryOutcome } from '../../../core/service/webhook/delivery.ts'
import type { DisabledReason, EndpointStatus, PayloadStyle } from '../../../core/service/webhook/endpoint.ts'
import type { EventType } from '../../../core/service/webhook/event.ts'

export interface KeyWire {
  readonly id: string
  readonly type: 'secret' | 'restricted' | 'publishable'
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly prefix: string
  readonly last4: string
  readonly status: 'active' | 'expired' | 'revoked'
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_at: string | null
}

export interface EndpointWire {
  readonly id: string
  readonly url: string
  readonly description: string
  readonly enabled_events: readonly (EventType | '*')[]
  readonly payload_style: PayloadStyle
  readonly include_pii: boolean
  readonly status: EndpointStatus
  readonly disabled_reason: DisabledReason | null
  readonly secret_prefix: string
  readonly secret_rotated_at: string | null
  readonly previous_secret_expires_at: string | null
  readonly failing_since: string | null
  readonly last_success_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface DeliveryWire {
  readonly id: string
  readonly event_id: string
  readonly event_type: EventType
  readonly attempt_number: number
  readonly trigger: 'auto' | 'manual'
  readonly outcome: DeliveryOutcome
  readonly skip_reason: string | null
  readonly payload: string
  readonly payload_json: unknown
  readonly url: string
  readonly request_headers: Readonly<Record<string, string>>
  readonly response_status: number | null
  readonly response_headers: Readonly<Record<string, string>>
  readonly response_body: string | null
  readonly error_code: string | null
  readonly duration_ms: number | null
  readonly scheduled_at: string
  readonly attempted_at: string | null
  readonly next_attempt_at: string | null
  readonly created_at: string
}

export interface UsageWire {
  /** `yyyy-mm`, in UTC. */
  readonly month: string
  readonly used: number
  /** Null for no limit. */
  readonly limit: number | null
  readonly resets_at: string
}

export interface AuditWire {
  readonly id: string
  /** The id of a key or a user, `cli` or `system`. */
  readonly actor: string
  readonly action: string
  readonly object_id: string
  readonly details: Readonly<Record<string, unknown>>
  readonly request_id: string | null
  readonly created_at: string
}
