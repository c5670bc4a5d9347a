/** A webhook delivery: one attempt to send one event to one endpoint; its record and schedule. */

export const DELIVERY_OUTCOMES = ['pending', 'failed', 'succeeded', 'exhausted', 'skipped'] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

/** Seconds before each attempt: eight in 27 h 35 min, as Svix spaces them. */
export const ATTEMPT_DELAYS_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const
/** Each delay is stretched or shortened by at most this share. */
export const JITTER = 0.2
/** An endpoint that fails for so long is disabled. */
export const FAILING_LIMIT_MS = 5 * 86_400_000

export interface DeliveryRecord {
  readonly id: string
  readonly teamId: string
  readonly webhookEndpointId: string
  readonly eventId: string
  readonly eventType: string
  /** From 1; unique with event and endpoint. */
  readonly attemptNumber: number
  readonly trigger: 'auto' | 'manual'
  readonly outcome: DeliveryOutcome
  readonly skipReason: string | null
  /** The exact text that was or will be sent, over which the signature is computed. */
  readonly payload: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseStatus: number | null
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string | null
  readonly errorCode: string | null
  readonly durationMs: number | null
  readonly scheduledAt: number
  readonly attemptedAt: number | null
  readonly nextAttemptAt: number | null
  /** As nextAttemptAt until the next attempt is written, by its time or by a retry; null from then on. */
  readonly plannedAt: number | null
  /** The fence: who sends holds the lease of this number until `leaseUntil`. */
  readonly lease: number
  readonly leaseUntil: number | null
  readonly createdAt: number
}
