/** People who work in the console: their records, and what state one is in. */

import type { Page, PageRequest } from '../../page.ts'
import type { Role } from '../access/role.ts'
import type { Device } from './device.ts'

export const CONSOLE_LANGUAGES = ['en', 'de'] as const
export type ConsoleLanguage = (typeof CONSOLE_LANGUAGES)[number]

export interface UserRecord {
  readonly id: string
  readonly teamId: string
  /** As it was given; compared by emailKey. */
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Null follows the browser. */
  readonly language: ConsoleLanguage | null
  /** Hashed, with how it was hashed; null until a one-time link was opened. */
  readonly passphrase: string | null
  readonly disabledAt: number | null
  readonly signedInAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

export const USER_STATUSES = ['invited', 'active', 'disabled'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export function statusOf(user: Pick<UserRecord, 'disabledAt' | 'passphrase'>): UserStatus {
  if (user.disabledAt !== null) return 'disabled'
  return user.passphrase === null ? 'invited' : 'active'
}

/** A session of the console: of its token, which is the cookie, only a hash is kept. */
export interface ConsoleSessionRecord extends Device {
  readonly id: string
  readonly teamId: string
  readonly userId: string
  /** SHA-256, hex. */
  readonly tokenHash: string
  readonly createdAt: number
  readonly seenAt: number
  /** Moves on while it is used, and never beyond `endsAt`. */
  readonly expiresAt: number
  readonly endsAt: number
}

/** A link that opens once. */
export interface ConsoleLinkRecord {
  readonly id: string
  readonly teamId: string
  /** SHA-256, hex. */
  readonly tokenHash: string
  /** The user of the link; null for the first person of a team. */
  readonly userId: string | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
}

export interface UserStore {
  /** Throws UniqueViolation where somebody of any team has this e-mail address. */
  insert(user: UserRecord): Promise<void>
  find(teamId: string, id: string): Promise<UserRecord | null>
  /** As find, and on PostgreSQL locked until the transaction ends. */
  findForUpdate(teamId: string, id: string): Promise<UserRecord | null>
  /** The only look-up without a team: who signs in says no more than the address. */
  findByEmail(emailKey: string): Promise<UserRecord | null>
  /** Those of `ids` that are the team's; at most 100 are asked for at once. */
  findMany(teamId: string, ids: readonly string[]): Promise<readonly UserRecord[]>
  list(teamId: string, page: PageRequest): Promise<Page<UserRecord>>
  /** Those of the team, or of all teams, who have come in, be they disabled since; who was only invited has not. */
  countJoined(teamId: string | null): Promise<number>
  /** Those with one of these roles who can sign in, at most 100. */
  active(teamId: string, roles: readonly Role[]): Promise<readonly UserRecord[]>
  /** Owners who can sign in. */
  countOwners(teamId: string): Promise<number>
  /** Throws UniqueViolation as insert does. */
  update(
    teamId: string,
    id: string,
    changes: Partial<Omit<UserRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<UserRecord | null>
}

export interface ConsoleSessionStore {
  insert(session: ConsoleSessionRecord): Promise<void>
  /** Without a team: the token is what tells it. */
  findByHash(tokenHash: string): Promise<ConsoleSessionRecord | null>
  find(teamId: string, id: string): Promise<ConsoleSessionRecord | null>
  /** Of a user, those that are open at `now`, newest first. */
  list(teamId: string, userId: string, now: number, page: PageRequest): Promise<Page<ConsoleSessionRecord>>
  /** Of the user's newest session, or null. */
  lastLanguage(teamId: string, userId: string): Promise<ConsoleLanguage | null>
  /** `address` null leaves the old one. */
  touch(teamId: string, id: string, seenAt: number, expiresAt: number, address: string | null): Promise<void>
  remove(teamId: string, id: string): Promise<void>
  /** All of a user, except one; answers how many. */
  removeOf(teamId: string, userId: string, exceptId: string | null): Promise<number>
  /** Of all teams, those that were over before; answers how many. */
  removeBefore(expiresAt: number, limit: number): Promise<number>
}

export interface ConsoleLinkStore {
  insert(link: ConsoleLinkRecord): Promise<void>
  /** Without a team: the token is what tells it. */
  findByHash(tokenHash: string): Promise<ConsoleLinkRecord | null>
  /** False where it was used already. */
  use(teamId: string, id: string, at: number): Promise<boolean>
  /** Removes unused links: of a user, or of the team's first person. */
  removeUnused(teamId: string, userId: string | null): Promise<void>
  /** Of all teams, those that were over before; answers how many. */
  removeBefore(expiresAt: number, limit: number): Promise<number>
}

/** Hashes passphrases slowly, a few at a time. Errors: `overloaded`. */
export interface Passphrases {
  hash(passphrase: string): Promise<string>
  /** Takes as long where there is nothing to compare with. */
  matches(passphrase: string, hashed: string | null): Promise<boolean>
}
