/** The store of images. */
import type { Page, PageRequest } from '../../page.ts'
import type { AssetRecord } from './asset.ts'

export interface AssetFilter {
  readonly tag?: string
  /** Archived ones alone; without it, all others. */
  readonly archived?: true
}

export interface AssetStore {
  /** Throws UniqueViolation where the team has a picture of this upload. */
  insert(asset: AssetRecord): Promise<void>
  find(teamId: string, id: string): Promise<AssetRecord | null>
  /** Without a team: signed links name none, and are checked before anything of it is used. */
  byId(id: string): Promise<AssetRecord | null>
  findBySource(teamId: string, sourceSha256: string): Promise<AssetRecord | null>
  /** Those of `ids` that are the team's, archived ones too, in no particular order. */
  findMany(teamId: string, ids: readonly string[]): Promise<readonly AssetRecord[]>
  list(teamId: string, filter: AssetFilter, page: PageRequest): Promise<Page<AssetRecord>>
  update(
    teamId: string,
    id: string,
    changes: Partial<Pick<AssetRecord, 'name' | 'label' | 'tags' | 'metadata' | 'updatedAt' | 'archivedAt'>>,
  ): Promise<AssetRecord | null>
}
