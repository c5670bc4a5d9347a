/** An embed application: a storefront's web pages that may open the widget, by their origins. */

export const APPLICATION_STATUSES = ['active', 'archived'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

export interface ApplicationRecord {
  readonly id: string
  readonly teamId: string
  readonly name: string
  /** Exact origins, `scheme://host[:port]` in lower case without a default port. */
  readonly allowedOrigins: readonly string[]
  /** Server-to-server calls without an Origin are taken too. */
  readonly allowNoOrigin: boolean
  readonly sessionTtlSeconds: number
  readonly status: ApplicationStatus
  /** `#rrggbb` in which the widget is accented; null for its own. */
  readonly accentColor: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** The publishable key, sealed for the id of its record, see `seal.ts`; null for keys from before it was stored. */
  readonly keyCiphertext: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt: number | null
}
