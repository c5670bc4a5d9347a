/** The stores of embed applications and sessions. */
import type { Page, PageRequest } from '../../page.ts'
import type { ApplicationRecord } from '../application/application.ts'
import type { SessionRecord, SessionStatus } from './session.ts'

export interface ApplicationStore {
  insert(application: ApplicationRecord): Promise<void>
  find(teamId: string, id: string): Promise<ApplicationRecord | null>
  /** Without archived ones. */
  list(teamId: string, page: PageRequest): Promise<Page<ApplicationRecord>>
  /** How many there are, without archived ones. */
  count(teamId: string): Promise<number>
  /** Counts one guest on `day` (`yyyy-mm-dd`); false when `limit` is reached, and then counts nothing. */
  admitGuest(teamId: string, id: string, day: string, limit: number): Promise<boolean>
  /** Without a team: the frame knows only the id. */
  byId(id: string): Promise<ApplicationRecord | null>
  /** Active applications of all teams that allow this origin: for preflights and calls without a key. */
  byOrigin(origin: string): Promise<readonly ApplicationRecord[]>
  update(
    teamId: string,
    id: string,
    changes: Partial<Omit<ApplicationRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<ApplicationRecord | null>
}

/** Milliseconds since 1970; null for what never happened. */
export interface ShopActivity {
  readonly lastSessionAt: number | null
  readonly lastOrderAt: number | null
}

export interface SessionStore {
  insert(session: SessionRecord): Promise<void>
  find(teamId: string, id: string): Promise<SessionRecord | null>
  /** The only look-up without a team: the secret is what tells the team. */
  findBySecret(secretHash: string): Promise<SessionRecord | null>
  list(teamId: string, page: PageRequest): Promise<Page<SessionRecord>>
  /** Changes nothing and returns null unless the session stands at one of `whenStatus`. */
  update(
    teamId: string,
    id: string,
    whenStatus: readonly SessionStatus[],
    changes: Partial<Omit<SessionRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<SessionRecord | null>
  /** Active sessions of an application or of a fill. */
  active(
    teamId: string,
    of: { applicationId: string } | { fillId: string },
  ): Promise<readonly SessionRecord[]>
  /** When the newest session of an application was opened, and when a design of its sessions was last ordered. */
  activityOf(teamId: string, applicationId: string): Promise<ShopActivity>
  /** Sessions that were opened for this customer; `customerEmail` however it is typed. */
  ofCustomer(teamId: string, customerEmail: string, limit: number): Promise<readonly SessionRecord[]>
  /** Ended sessions without a fill that hold words still and were last changed before; oldest first. */
  unswept(teamId: string, updatedBefore: number, limit: number): Promise<readonly SessionRecord[]>
  /** All sessions that made or went on with this fill. */
  ofFill(teamId: string, fillId: string): Promise<readonly SessionRecord[]>
  /** Active sessions whose time is over, oldest first, of all teams. */
  due(now: number, limit: number): Promise<readonly SessionRecord[]>
}
