/** The audit log: who changed what, appended in the transaction of the change and never rewritten. */
import type { Page, PageRequest } from '../ports.ts'

export interface AuditRecord {
  readonly id: string
  readonly teamId: string
  /** `key_…`, `cli` or `system`. */
  readonly actor: string
  /** Such as `template.published`, `key.revoked`, `render.retried`. */
  readonly action: string
  readonly objectId: string
  /** What changed, without secrets, values and addresses. */
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | null
  readonly createdAt: number
}

export interface AuditStore {
  insert(entry: AuditRecord): Promise<void>
  list(
    teamId: string,
    filter: { readonly action?: string; readonly objectId?: string },
    page: PageRequest,
  ): Promise<Page<AuditRecord>>
}
