/** The stores of teams, of their keys, and of their usage. */
import type { Page, PageRequest } from '../../page.ts'
import type { KeyRecord, TeamRecord } from './key.ts'

export interface TeamStore {
  insert(team: TeamRecord): Promise<void>
  find(id: string): Promise<TeamRecord | null>
  list(): Promise<readonly TeamRecord[]>
  update(id: string, changes: Partial<Omit<TeamRecord, 'id' | 'createdAt'>>): Promise<TeamRecord | null>
  /** Gives the number of the next order and counts on, locked until the transaction ends. */
  takeOrderNumber(id: string): Promise<number>
}

export interface KeyStore {
  insert(key: KeyRecord): Promise<void>
  /** The only look-up without a team: it is what tells the team. */
  findByHash(keyHash: string): Promise<KeyRecord | null>
  find(teamId: string, id: string): Promise<KeyRecord | null>
  list(teamId: string): Promise<readonly KeyRecord[]>
  page(teamId: string, page: PageRequest): Promise<Page<KeyRecord>>
  /** As find, and on PostgreSQL locked until the transaction ends. */
  findForUpdate(teamId: string, id: string): Promise<KeyRecord | null>
  revoke(teamId: string, id: string, at: number): Promise<KeyRecord | null>
  /** Sets `expiresAt` (used by a rotation's overlap). */
  expire(teamId: string, id: string, at: number): Promise<KeyRecord | null>
  touch(id: string, at: number): Promise<void>
}

export interface UsageStore {
  /** Counts one final render in `month` (`yyyymm`, UTC); false when `limit` is reached, and then counts nothing. */
  consume(teamId: string, month: string, limit: number | null): Promise<boolean>
  /** Subtracts from the count of `month`; never below 0. */
  release(teamId: string, month: string, count: number): Promise<void>
  read(teamId: string, month: string): Promise<number>
  /** The count of `month` beside the team's limit, null for none. */
  readAllowance(
    teamId: string,
    month: string,
  ): Promise<{ readonly used: number; readonly limit: number | null }>
  /** As `readAllowance`, and what else of the team is shown as usage. */
  readAll(teamId: string, month: string): Promise<UsageCounts>
}

export interface UsageCounts {
  /** Final renders of the month. */
  readonly used: number
  /** Null for no limit. */
  readonly limit: number | null
  /** Fills that wait for review. */
  readonly inReview: number
  /** Stored images of customers, in bytes. */
  readonly originalBytes: number
  readonly workingBytes: number
  readonly previewBytes: number
}
