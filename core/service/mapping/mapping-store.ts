/** The store of product mappings. */
import type { Page, PageRequest } from '../../page.ts'
import type { MappingRecord } from './mapping.ts'

export interface MappingFilter {
  readonly externalProductId?: string
}

export interface MappingStore {
  /** Throws UniqueViolation where an active mapping of this team has the same product and variant. */
  insert(mapping: MappingRecord): Promise<void>
  find(teamId: string, id: string): Promise<MappingRecord | null>
  /** The active mapping of exactly this product and variant (null: of all variants). */
  findActive(teamId: string, productId: string, variantId: string | null): Promise<MappingRecord | null>
  /** Without archived ones. */
  list(teamId: string, filter: MappingFilter, page: PageRequest): Promise<Page<MappingRecord>>
  /** Active mappings that print from this template. */
  ofTemplate(teamId: string, templateId: string): Promise<readonly MappingRecord[]>
  update(
    teamId: string,
    id: string,
    changes: Partial<Omit<MappingRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<MappingRecord | null>
}
