/** The store of fills. */
import type { Page, PageRequest } from '../../page.ts'
import type { FillRecord, FillSource, FillStatus, ProductionStatus, ReviewStatus } from './fill.ts'

/** `created`: newest first. By due date or customer, fills without one stand last, newest first. */
export const FILL_ORDERS = ['created', 'created_asc', 'due', 'due_desc', 'customer', 'customer_desc'] as const
export type FillOrder = (typeof FILL_ORDERS)[number]

export interface FillFilter {
  readonly templateId?: string
  readonly status?: FillStatus
  readonly source?: FillSource
  /** true: started drafts; false: all fills that are no drafts; left out: all fills. */
  readonly draft?: boolean
  readonly productionStatus?: ProductionStatus
  /** Words, each the beginning of one in the fill or in the title of its template. */
  readonly search?: string
  readonly review?: ReviewStatus
  readonly externalOrderId?: string
  readonly lineRef?: string
  readonly externalCartId?: string
  readonly customerEmail?: string
  /** Lower bound of createdAt, inclusive, milliseconds. */
  readonly since?: number
  /** Upper bound of createdAt, exclusive, milliseconds. */
  readonly until?: number
  /** Newest first by default; not with a search. */
  readonly order?: FillOrder
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
   * Newest first, or in the order of the filter. `now` decides what counts as expired: an open fill whose `expiresAt` has passed is listed as
   * expired and not as open, even before the sweep.
   */
  list(teamId: string, filter: FillFilter, page: PageRequest, now: number): Promise<Page<FillRecord>>
  /** How many have a status, counted up to `most`. */
  count(teamId: string, status: ProductionStatus, now: number, most: number): Promise<number>
  /** How many were marked as done since then, counted up to `most`. */
  countPrinted(teamId: string, since: number, most: number): Promise<number>
  /** Notes how the last render of a fill ended; another render of it changes nothing. */
  notePrint(teamId: string, id: string, renderId: string, failed: boolean): Promise<void>
  /** Changes nothing and returns null unless the fill stands at `whenStatus`. */
  update(teamId: string, id: string, whenStatus: FillStatus, changes: FillChanges): Promise<FillRecord | null>
  /** Changes nothing and returns null if any part of the fill has changed since it was read. */
  replace(seen: FillRecord, changes: FillChanges): Promise<FillRecord | null>
  /** Without a team, for signed links: they name none, and are verified before the fill is used. */
  byId(id: string): Promise<FillRecord | null>
  /**
   * Finalized and expired fills that still hold customer data, were last changed before, and have no waiting render;
   * oldest first.
   */
  unswept(teamId: string, updatedBefore: number, limit: number): Promise<readonly FillRecord[]>
  /** Open fills past their expiry, oldest first, of all teams. */
  due(now: number, limit: number): Promise<readonly FillRecord[]>
}
