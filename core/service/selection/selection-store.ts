/** The store of selection sets. */
import type { Page, PageRequest } from '../../page.ts'
import type { SelectionSetRecord } from './selection-set.ts'

export interface SelectionSetStore {
  insert(set: SelectionSetRecord): Promise<void>
  find(teamId: string, id: string): Promise<SelectionSetRecord | null>
  /** As find, and on PostgreSQL locked until the transaction ends. */
  findForUpdate(teamId: string, id: string): Promise<SelectionSetRecord | null>
  /** Those of `ids` that are the team's, archived ones too, in no particular order. */
  findMany(teamId: string, ids: readonly string[]): Promise<readonly SelectionSetRecord[]>
  /** Without archived ones. */
  list(teamId: string, page: PageRequest): Promise<Page<SelectionSetRecord>>
  update(
    teamId: string,
    id: string,
    changes: Partial<Omit<SelectionSetRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<SelectionSetRecord | null>
}
