/** Signing in to the console and out of it, and who a session's cookie is. */

import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../access/audit.ts'
import type { Actor } from '../access/audit-store.ts'
import { noteUse } from '../access/note-use.ts'
import { customerKey } from '../fill/customer.ts'
import { type Device, NO_DEVICE } from './device.ts'
import { checkPassphrase, LONGEST_PASSPHRASE, plainPassphrase } from './passphrase.ts'
import { consoleTokenHash, makeConsoleToken } from './token.ts'
import { type ConsoleLanguage, type ConsoleSessionRecord, statusOf, type UserRecord } from './user.ts'

export type ConsolePorts = Pick<Ports, 'store' | 'clock' | 'entropy' | 'makeId' | 'passphrases'>

/** Decision: twelve hours after it was last used, a working day with its breaks, and thirty days at most. */
const IDLE_MS = 12 * 3_600_000
export const LONGEST_SESSION_MS = 30 * 86_400_000
/** The time of last use is written at most once a minute. */
const TOUCH_MS = 60_000
/** Rows of sessions and links that are over are kept as long, and then removed. */
const KEPT_MS = 7 * 86_400_000

export interface SignedIn {
  readonly session: ConsoleSessionRecord
  readonly user: UserRecord
}

/** `token` is the cookie and is returned only here. */
export interface NewSession extends SignedIn {
  readonly token: string
}

/** How addresses of users are compared. */
export function emailKey(email: string): string {
  return customerKey(email.trim())
}

export interface SignIn {
  readonly email: string
  readonly passphrase: string
  readonly requestId: string
  readonly device?: Device | undefined
}

/**
 * Throws `invalid_sign_in` for a wrong address, a wrong passphrase or a disabled user alike: all take the same time.
 */
export async function signIn(
  ports: ConsolePorts,
  { email, passphrase, requestId, device }: SignIn,
): Promise<NewSession> {
  const found = await ports.store.users.findByEmail(emailKey(email))
  const known = found !== null && statusOf(found) === 'active' ? found.passphrase : null
  const given = [...passphrase].length > LONGEST_PASSPHRASE ? '' : plainPassphrase(passphrase)
  const right = await ports.passphrases.matches(given, known)
  if (!right || found === null) throw new ServiceError('invalid_sign_in')
  return ports.store.transaction(async (store) => {
    const user = await store.users.findForUpdate(found.teamId, found.id)
    // Changed while it was compared: the new passphrase counts.
    if (user === null || statusOf(user) !== 'active' || user.passphrase !== known)
      throw new ServiceError('invalid_sign_in')
    return beginSession({ ...ports, store }, user, { id: user.id, requestId }, device)
  })
}

/** Within the transaction that lets the user in. */
export async function beginSession(
  ports: ConsolePorts,
  user: UserRecord,
  actor: Actor,
  device: Device = NO_DEVICE,
): Promise<NewSession> {
  const now = ports.clock.now()
  const token = makeConsoleToken('session', ports.entropy)
  const session: ConsoleSessionRecord = {
    id: ports.makeId('consoleSession'),
    teamId: user.teamId,
    userId: user.id,
    tokenHash: consoleTokenHash('session', token) ?? '',
    ...device,
    createdAt: now,
    seenAt: now,
    expiresAt: now + IDLE_MS,
    endsAt: now + LONGEST_SESSION_MS,
  }
  await ports.store.consoleSessions.insert(session)
  const signedIn = await ports.store.users.update(user.teamId, user.id, { signedInAt: now })
  await audit(ports, ports.store, user.teamId, { actor, action: 'user.signed_in', objectId: user.id })
  return { session, user: signedIn ?? user, token }
}

/** Null for a malformed, unknown or ended session, and for a user who is disabled: a caller cannot tell these apart. */
export async function findConsoleSession(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  token: string,
  address: string | null = null,
): Promise<SignedIn | null> {
  const tokenHash = consoleTokenHash('session', token)
  if (tokenHash === null) return null
  const session = await store.consoleSessions.findByHash(tokenHash)
  const now = clock.now()
  if (session === null || now >= session.expiresAt || now >= session.endsAt) return null
  const user = await store.users.find(session.teamId, session.userId)
  if (user === null || statusOf(user) !== 'active') return null
  if (now - session.seenAt < TOUCH_MS) return { session, user }
  const expiresAt = Math.min(now + IDLE_MS, session.endsAt)
  await noteUse(() => store.consoleSessions.touch(session.teamId, session.id, now, expiresAt, address))
  return { session: { ...session, seenAt: now, expiresAt, address: address ?? session.address }, user }
}

/** Ends one session. */
export async function signOut(
  ports: ConsolePorts,
  { signedIn: { session, user }, actor }: { readonly signedIn: SignedIn; readonly actor: Actor },
): Promise<void> {
  await ports.store.transaction(async (store) => {
    await store.consoleSessions.remove(session.teamId, session.id)
    await audit(ports, store, user.teamId, { actor, action: 'user.signed_out', objectId: user.id })
  })
}

/** Ends every session of the user, this one too unless it is kept; answers how many. */
export async function signOutEverywhere(
  ports: ConsolePorts,
  { signedIn: { user, session }, actor, keepsCurrent = false }: SignOutEverywhere,
): Promise<number> {
  return ports.store.transaction(async (store) => {
    const ended = await store.consoleSessions.removeOf(user.teamId, user.id, keepsCurrent ? session.id : null)
    const details = { everywhere: true, sessions: ended }
    await audit(ports, store, user.teamId, { actor, action: 'user.signed_out', objectId: user.id, details })
    return ended
  })
}

export interface SignOutEverywhere {
  readonly signedIn: SignedIn
  readonly actor: Actor
  readonly keepsCurrent?: boolean | undefined
}

export interface OwnChanges {
  readonly name?: string
  readonly language?: ConsoleLanguage | null
  readonly passphrase?: { readonly current: string; readonly next: string }
}

export interface ChangeOwn {
  readonly signedIn: SignedIn
  readonly changes: OwnChanges
  readonly actor: Actor
}

/**
 * What people change of themselves; a new passphrase ends all their other sessions. Throws `invalid_parameter` for
 * the name, a new passphrase that is not taken (`reason`) and a present one that is not right.
 */
export async function changeOwn(
  ports: ConsolePorts,
  { signedIn: { session, user }, changes, actor }: ChangeOwn,
): Promise<UserRecord> {
  const { passphrase } = changes
  let hashed: string | null = null
  if (passphrase !== undefined) {
    const right = await ports.passphrases.matches(plainPassphrase(passphrase.current), user.passphrase)
    if (!right) {
      throw new ServiceError('invalid_parameter', {
        message: 'The current passphrase is incorrect.',
        param: 'current_passphrase',
        extra: { reason: 'wrong' },
      })
    }
    hashed = await ports.passphrases.hash(checkPassphrase(passphrase.next, [user.email, user.name]))
  }
  const plain = {
    ...(changes.name === undefined ? {} : { name: readUserName(changes.name) }),
    ...(changes.language === undefined ? {} : { language: changes.language }),
  }
  return ports.store.transaction(async (store) => {
    const found = await store.users.findForUpdate(user.teamId, user.id)
    // The user was disabled or changed the passphrase in between.
    if (
      found === null ||
      statusOf(found) !== 'active' ||
      (hashed !== null && found.passphrase !== user.passphrase)
    )
      throw new ServiceError('invalid_console_session')
    const changed = await store.users.update(user.teamId, user.id, {
      ...plain,
      ...(hashed === null ? {} : { passphrase: hashed }),
      updatedAt: ports.clock.now(),
    })
    if (hashed !== null) {
      await store.consoleSessions.removeOf(user.teamId, user.id, session.id)
      await store.consoleLinks.removeUnused(user.teamId, user.id)
    }
    const details = { changed: [...Object.keys(plain), ...(hashed === null ? [] : ['passphrase'])] }
    await audit(ports, store, user.teamId, { actor, action: 'user.changed', objectId: user.id, details })
    return changed ?? found
  })
}

const LONGEST_NAME = 100

/** Throws `invalid_parameter`. */
export function readUserName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name !== '' && name.length <= LONGEST_NAME && !/\p{C}/u.test(name)) return name
  throw new ServiceError('invalid_parameter', {
    message: `Enter a name of 1 to ${LONGEST_NAME} printable characters.`,
    param: 'name',
  })
}

/** Removes sessions and links that have long been over; answers how many. */
export async function sweepConsole(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  limit: number,
): Promise<number> {
  const before = clock.now() - KEPT_MS
  const sessions = await store.consoleSessions.removeBefore(before, limit)
  const links = await store.consoleLinks.removeBefore(before, limit)
  const challenges = await store.passkeys.removeChallengesBefore(clock.now(), limit)
  return Math.max(sessions, links, challenges)
}
