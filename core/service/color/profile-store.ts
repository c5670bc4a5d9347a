/** The store of output profiles. */
import type { Page, PageRequest } from '../../page.ts'
import type { ProfileRecord } from './profile-record.ts'

export interface ProfileStore {
  /** Throws UniqueViolation where the team has this upload. */
  insert(profile: ProfileRecord): Promise<void>
  find(teamId: string, id: string): Promise<ProfileRecord | null>
  findByFile(teamId: string, fileSha256: string): Promise<ProfileRecord | null>
  /** Active ones. */
  list(teamId: string, page: PageRequest): Promise<Page<ProfileRecord>>
  update(
    teamId: string,
    id: string,
    changes: Partial<Pick<ProfileRecord, 'name' | 'condition' | 'metadata' | 'updatedAt' | 'archivedAt'>>,
  ): Promise<ProfileRecord | null>
}
