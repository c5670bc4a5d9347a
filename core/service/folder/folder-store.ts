/** The stores of hot folders and their deliveries. */
import type { Page, PageRequest } from '../../page.ts'
import type { FolderDelivery, FolderOutcome } from './delivery.ts'
import type { HotFolderRecord } from './hot-folder.ts'

export interface HotFolderStore {
  /** Throws UniqueViolation where the template, or the team, has an enabled hot folder already; so does `update`. */
  insert(hotFolder: HotFolderRecord): Promise<void>
  find(teamId: string, id: string): Promise<HotFolderRecord | null>
  list(teamId: string, page: PageRequest): Promise<Page<HotFolderRecord>>
  /** The enabled one that a template's print files go to: its own, else the team's. */
  applying(teamId: string, templateId: string): Promise<HotFolderRecord | null>
  /** Does another team have this folder, one inside it or one around it? */
  isOthers(teamId: string, folderKey: string): Promise<boolean>
  update(
    teamId: string,
    id: string,
    changes: Partial<Omit<HotFolderRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<HotFolderRecord | null>
}

export interface FolderDeliveryFilter {
  readonly renderId?: string
  readonly outcome?: FolderOutcome
}

/** The fence of a change: it applies only if the row is in this state. */
export type Fence = Pick<FolderDelivery, 'lease' | 'outcome'>

export interface FolderDeliveryStore {
  /** Throws UniqueViolation where this attempt exists already. */
  insert(delivery: FolderDelivery): Promise<void>
  find(teamId: string, id: string): Promise<FolderDelivery | null>
  list(
    teamId: string,
    hotFolderId: string,
    filter: FolderDeliveryFilter,
    page: PageRequest,
  ): Promise<Page<FolderDelivery>>
  /** Every row of a render, oldest first, whatever its folder. */
  ofRender(teamId: string, renderId: string): Promise<readonly FolderDelivery[]>
  /**
   * Takes a pending delivery that is due and not leased, or whoever leases it where `isHeir`: raises its lease. Null where
   * there is nothing to take.
   */
  claim(
    teamId: string,
    id: string,
    now: number,
    leaseUntil: number,
    isHeir?: boolean,
  ): Promise<FolderDelivery | null>
  /** Null unless the row stands as the fence says. Throws UniqueViolation for a name that another row has. */
  update(
    teamId: string,
    id: string,
    fence: Fence,
    changes: Partial<Omit<FolderDelivery, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<FolderDelivery | null>
  /** Pending ones of all teams that are due and that nobody works on, by their ids. */
  waiting(now: number, afterId: string, limit: number): Promise<readonly FolderDelivery[]>
}
