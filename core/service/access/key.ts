/** Teams and API keys: their records, and when a key may be used. */
import type { ForbiddenWords } from '../../engine/layout/forbidden-words.ts'
import type { Branding } from './branding.ts'
import type { ReviewMode } from './review-mode.ts'
import type { ShopDefaults } from './shop-defaults.ts'

/** Who gets an e-mail when a customer approves a design; `editors` are owners and editors. */
export const APPROVAL_MAILS = ['none', 'owners', 'editors'] as const
export type ApprovalMail = (typeof APPROVAL_MAILS)[number]

export const KEY_TYPES = ['secret', 'restricted', 'publishable'] as const
export type KeyType = (typeof KEY_TYPES)[number]

export const BILLING_STATUSES = ['active', 'inactive'] as const
export type BillingStatus = (typeof BILLING_STATUSES)[number]

/** Limits are whole numbers; null is no limit. */
export interface TeamRecord {
  readonly id: string
  readonly name: string
  /** An inactive team cannot start new work (see access/subscription.ts); its orders are still finalized. */
  readonly billingStatus: BillingStatus
  /** Final renders a calendar month (UTC). */
  readonly renderLimitMonthly: number | null
  /** Templates that are not archived. */
  readonly templateLimit: number | null
  /** Embed applications that are not archived. */
  readonly embedApplicationLimit: number | null
  /** Webhook endpoints that are enabled. */
  readonly webhookEndpointLimit: number | null
  /** Days after which customer data is erased; null for RETENTION_DAYS. */
  readonly retentionDays: number | null
  /** How it shows itself to customers; null where nothing is set. */
  readonly branding: Branding | null
  /** Which finalized fills wait until staff approve them. */
  readonly review: ReviewMode
  /** Words that customers' texts may not have; null where nothing is set. */
  readonly forbiddenWords: ForbiddenWords | null
  readonly approvalMail: ApprovalMail
  /** What it sets once for templates, pages and orders; null where nothing is set. */
  readonly defaults: ShopDefaults | null
  /** The number that the next order gets, where the shop gives numbers. */
  readonly nextOrder: number
  readonly createdAt: number
}

export interface KeyRecord {
  readonly id: string
  readonly teamId: string
  readonly type: KeyType
  readonly name: string
  readonly scopes: readonly string[]
  /** SHA-256 of the key, hex: the key itself is shown once and kept nowhere. */
  readonly keyHash: string
  readonly last4: string
  /** For a publishable key: the application on whose origins it works. */
  readonly embedApplicationId: string | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
}

/** Neither revoked nor expired at `now`, in ms. */
export function isActive(key: KeyRecord, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt)
}
