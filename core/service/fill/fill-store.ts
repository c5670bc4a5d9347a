/** The store of fills. */
import type { Page, PageRequest } from '../../page.ts'
import type { FillRecord, FillSource, FillStatus, ReviewStatus } from './fill.ts'

export interface FillFilter {
  readonly templateId?: string
  readonly status?: FillStatus
  readonly source?: FillSource
  /** Drafts that were started, or all that are none; left out, all fills. */
  readonly draft?: boolean
  readonly review?: ReviewStatus
  readonly externalOrderId?: string
  readonly externalCartId?: string
  readonly customerEmail?: string
  /** Lower bound of createdAt, inclusive, milliseconds. */
  readonly since?: number
}

export type FillChanges = Partial<Omit<FillRecord, 'id' | 'teamId' | 'createdAt'>>

export interface FillStore {
  insert(fill: FillRecord): Promise<void>
  find(teamId: string, id: string): Promise<FillRecord | null>
  /** As find, and on PostgreSQL locked until the transaction ends (SQLite's transactions lock anyway). */
  findForUpdate(teamId: string, id: string): Promise<FillRecord | null>
  findMany(teamId: string, ids: readonly string[]): Promise<readonly FillRecord[]>
  findByResumeToken(resumeTokenHash: string): Promise<FillRecord | null>
  /**
   * Newest first. `now` decides what counts as expired: an open fill whose `expiresAt` has passed is listed as
   * expired and not as open, whether the sweep has been there or not.
   */
  list(teamId: string, filter: FillFilter, page: PageRequest, now: number): Promise<Page<FillRecord>>
  /** Changes nothing and returns null unless the fill stands at `whenStatus`. */
  update(teamId: string, id: string, whenStatus: FillStatus, changes: FillChanges): Promise<FillRecord | null>
  /** Changes nothing and returns null if any part of the fill has changed since it was read. */
  replace(seen: FillRecord, changes: FillChanges): Promise<FillRecord | null>
  /** How many fills of the team wait for review. */
  countReviews(teamId: string): Promise<number>
  /** The team of a fill: signed links name none, and are checked before anything of the fill is used. */
  findTeam(id: string): Promise<string | null>
  /**
   * Finalized and expired fills that hold words still, were last changed before, and of which no render waits;
   * oldest first.
   */
  unswept(teamId: string, updatedBefore: number, limit: number): Promise<readonly FillRecord[]>
  /** Open fills past their expiry, oldest first, of all teams. */
  due(now: number, limit: number): Promise<readonly FillRecord[]>
}
