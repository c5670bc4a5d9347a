/** A webhook endpoint: where a team's events are sent, and its secrets as they lie at rest. */
import type { EventType } from './event.ts'
import type { SealedSecrets } from './secret.ts'

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]
export const DISABLED_REASONS = ['manual', 'failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]
export const PAYLOAD_STYLES = ['full', 'thin'] as const
export type PayloadStyle = (typeof PAYLOAD_STYLES)[number]

export interface EndpointRecord extends SealedSecrets {
  readonly teamId: string
  readonly url: string
  readonly description: string
  /** `*` alone, or event types. */
  readonly enabledEvents: readonly (EventType | '*')[]
  readonly payloadStyle: PayloadStyle
  /** Send customers' e-mail addresses too. */
  readonly includePii: boolean
  readonly status: EndpointStatus
  readonly disabledReason: DisabledReason | null
  /** Since when every attempt failed; null after a success. */
  readonly failingSince: number | null
  readonly lastSuccessAt: number | null
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly updatedAt: number
}
