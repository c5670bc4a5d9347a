/** Who did what: the record of the audit log and its store. */
import type { Page, PageRequest } from '../../page.ts'

/** The actor. */
export interface Actor {
  /** `key_…`, `usr_…`, `cli` or `system`. */
  readonly id: string
  readonly requestId: string | null
}

/** The command line of the machine that the service runs on. */
export const CLI: Actor = { id: 'cli', requestId: null }

/** The service itself, without a request. */
export const SYSTEM: Actor = { id: 'system', requestId: null }

/**
 * Decision: the audit log has everything that a shop may have to account for. Customers' changes of their fills are
 * events instead; the shop's decisions to print, end or erase them are here too.
 */
export const AUDIT_ACTIONS = [
  'key.created',
  'key.rotated',
  'key.revoked',
  'template.published',
  'template.paused',
  'template.archived',
  'template.restored',
  'template.changed',
  'template.copied',
  'template.artwork_replaced',
  'scene.saved',
  'render.retried',
  'application.created',
  'application.changed',
  'application.archived',
  'webhook_endpoint.created',
  'webhook_endpoint.changed',
  'webhook_endpoint.disabled',
  'asset.created',
  'asset.changed',
  'asset.archived',
  'asset.restored',
  'font.created',
  'font.changed',
  'font.archived',
  'font.restored',
  'profile.created',
  'profile.changed',
  'profile.archived',
  'profile.restored',
  'brand_color.created',
  'brand_color.changed',
  'brand_color.removed',
  'selection_set.created',
  'selection_set.changed',
  'selection_set.archived',
  'hot_folder.created',
  'hot_folder.changed',
  'hot_folder.disabled',
  'hot_folder.folder_created',
  'hot_folder_delivery.released',
  'storefront_line.retried',
  'storefront_line.released',
  'storefront_hook.retried',
  'storefront_shop.created',
  'storefront_shop.secret_rotated',
  'storefront_shop.deleted',
  'fill.finalized',
  'fill.status',
  'fill.erased',
  'fill.reviewed',
  'retention.erased',
  'team.changed',
  'user.invited',
  'user.linked',
  'user.joined',
  'user.changed',
  'user.signed_in',
  'user.signed_out',
  'user.passkey_added',
  'user.passkey_removed',
  'user.passkeys_removed',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditRecord {
  readonly id: string
  readonly teamId: string
  readonly actor: string
  readonly action: AuditAction
  readonly objectId: string
  /** The change, without secrets, values and addresses. */
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | null
  readonly createdAt: number
}

export interface AuditFilter {
  readonly action?: AuditAction
  readonly objectId?: string
  readonly actor?: string
}

export interface AuditStore {
  insert(entry: AuditRecord): Promise<void>
  find(teamId: string, id: string): Promise<AuditRecord | null>
  list(teamId: string, filter: AuditFilter, page: PageRequest): Promise<Page<AuditRecord>>
}
