/** The store of fonts. */
import type { Page, PageRequest } from '../../page.ts'
import type { FontRecord } from './font-record.ts'

export interface FontStore {
  /** Throws UniqueViolation where the team has this upload, or an active font of this PostScript name. */
  insert(font: FontRecord): Promise<void>
  find(teamId: string, id: string): Promise<FontRecord | null>
  findBySource(teamId: string, sourceSha256: string): Promise<FontRecord | null>
  /** Active ones, by their PostScript names. */
  active(teamId: string): Promise<readonly FontRecord[]>
  /** Active ones. */
  list(teamId: string, page: PageRequest): Promise<Page<FontRecord>>
  /** Throws UniqueViolation where it is taken back, and another active font has its name. */
  update(
    teamId: string,
    id: string,
    changes: Partial<Pick<FontRecord, 'metadata' | 'updatedAt' | 'archivedAt'>>,
  ): Promise<FontRecord | null>
}
