/** One-time links: creates, describes and redeems them. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import type { Actor } from '../access/audit-store.ts'
import type { Role } from '../access/role.ts'
import type { Device } from './device.ts'
import { checkPassphrase } from './passphrase.ts'
import { removeAllPasskeys } from './remove-passkeys.ts'
import { beginSession, type ConsolePorts, emailKey, type NewSession, readUserName } from './sign-in.ts'
import { consoleTokenHash, makeConsoleToken } from './token.ts'
import { type ConsoleLinkRecord, statusOf, type UserRecord } from './user.ts'

export const LINK_LIFE_MS = 24 * 3_600_000

export type LinkPorts = Pick<Ports, 'store' | 'clock' | 'entropy' | 'makeId'>

/** `token` is the secret of the link and is returned only here. */
export interface MadeLink {
  readonly token: string
  readonly link: ConsoleLinkRecord
}

/**
 * Within a transaction. A new link ends the user's unopened ones unless it keeps them. Links for the first person stand side
 * by side, since several processes may start at once and print one each: the first that is opened ends the others.
 */
export async function insertLink(
  ports: LinkPorts,
  teamId: string,
  userId: string | null,
  { keepsOthers = false }: { readonly keepsOthers?: boolean } = {},
): Promise<MadeLink> {
  const now = ports.clock.now()
  const token = makeConsoleToken('link', ports.entropy)
  const link: ConsoleLinkRecord = {
    id: ports.makeId('consoleLink'),
    teamId,
    tokenHash: consoleTokenHash('link', token) ?? '',
    userId,
    createdAt: now,
    expiresAt: now + LINK_LIFE_MS,
    usedAt: null,
  }
  if (userId !== null && !keepsOthers) await ports.store.consoleLinks.removeUnused(teamId, userId)
  await ports.store.consoleLinks.insert(link)
  return { token, link }
}

/**
 * For the first person of a team; null if a user has joined already. Decision: an invitation alone does not count,
 * because it can get lost, and does not end the owner's link. Throws `not_found` for the team.
 */
export async function makeFirstLink(ports: LinkPorts, teamId: string): Promise<MadeLink | null> {
  return ports.store.transaction(async (store) => {
    await store.lock(`first user ${teamId}`)
    if ((await store.teams.find(teamId)) === null) throw notFound('team')
    if ((await store.users.countJoined(teamId)) > 0) return null
    return insertLink({ ...ports, store }, teamId, null)
  })
}

/** The purpose of a link, before it is opened. */
export interface SeenLink {
  /** `passphrase`: the link resets the passphrase of an existing user. */
  readonly purpose: 'first' | 'invitation' | 'passphrase'
  readonly teamName: string
  readonly role: Role
  readonly email: string | null
  readonly name: string | null
  /** The number of passkeys; a new passphrase can remove them. */
  readonly passkeys: number
}

interface FoundLink {
  readonly link: ConsoleLinkRecord
  readonly user: UserRecord | null
}

/** Throws `signed_url_invalid` for a link that was never made or was used, and `signed_url_expired`. */
export async function seeLink(ports: LinkPorts, token: string): Promise<SeenLink> {
  const { link, user } = await findLink(ports, ports.store, token)
  const team = await ports.store.teams.find(link.teamId)
  if (team === null) throw new ServiceError('signed_url_invalid')
  if (user === null) {
    return { purpose: 'first', teamName: team.name, role: 'owner', email: null, name: null, passkeys: 0 }
  }
  const { role, email, name } = user
  const purpose = statusOf(user) === 'invited' ? 'invitation' : 'passphrase'
  const passkeys = await ports.store.passkeys.count(user.teamId, user.id)
  return { purpose, teamName: team.name, role, email, name: name === '' ? null : name, passkeys }
}

export interface JoinRequest {
  readonly token: string
  /** Needed but where the link is for a new passphrase. */
  readonly name: string | null
  /** Needed of the first person alone: others were invited by theirs. */
  readonly email: string | null
  readonly passphrase: string
  /** Removes all passkeys: somebody else may have created one. */
  readonly removePasskeys?: boolean
}

/**
 * Uses up the link, and signs in. A new passphrase ends all sessions of the user. Throws as seeLink, `user_exists`,
 * `missing_parameter` and `invalid_parameter`, after which the link still opens.
 */
export async function join(
  ports: ConsolePorts,
  {
    request,
    requestId,
    device,
  }: {
    readonly request: JoinRequest
    readonly requestId: string
    readonly device?: Device | undefined
  },
): Promise<NewSession> {
  const seen = await findLink(ports, ports.store, request.token)
  const isNew = seen.user === null || statusOf(seen.user) === 'invited'
  const name = isNew ? readUserName(needed(request.name, 'name')) : (seen.user?.name ?? '')
  const email = seen.user?.email ?? readEmail(needed(request.email, 'email'))
  const passphrase = await ports.passphrases.hash(checkPassphrase(request.passphrase, [email, name]))
  try {
    return await ports.store.transaction(async (store) => {
      const inside = { ...ports, store }
      if (seen.link.userId === null) await store.lock(`first user ${seen.link.teamId}`)
      const { link, user } = await findLink(ports, store, request.token)
      const now = ports.clock.now()
      if (!(await store.consoleLinks.use(link.teamId, link.id, now))) throw used()
      const changes = { name, passphrase, updatedAt: now }
      const joined =
        user === null
          ? await joinAsOwner(inside, link.teamId, { email, ...changes })
          : await store.users.update(link.teamId, user.id, changes)
      if (joined === null) throw used()
      await store.consoleSessions.removeOf(joined.teamId, joined.id, null)
      await store.consoleLinks.removeUnused(joined.teamId, joined.id)
      const actor: Actor = { id: joined.id, requestId }
      const action = isNew ? 'user.joined' : 'user.changed'
      const details = isNew ? { role: joined.role } : { changed: ['passphrase'], by: 'link' }
      await audit(ports, store, joined.teamId, { actor, action, objectId: joined.id, details })
      if (request.removePasskeys === true) await removeAllPasskeys(ports, store, { ...joined, actor })
      return beginSession(inside, joined, actor, device)
    })
  } catch (error) {
    if (error instanceof UniqueViolation && error.table === 'users') throw userExists()
    throw error
  }
}

/** Somebody who was invited by this address and has not come in is the owner now, and their invitation is over. */
async function joinAsOwner(
  { store, clock, makeId }: LinkPorts,
  teamId: string,
  said: Pick<UserRecord, 'email' | 'name' | 'passphrase'>,
): Promise<UserRecord | null> {
  // Another link for the first person may have been opened meanwhile.
  if ((await store.users.countJoined(teamId)) > 0) throw used()
  const now = clock.now()
  const known = await store.users.findByEmail(emailKey(said.email))
  if (known !== null) {
    const invited = await store.users.findForUpdate(teamId, known.id)
    if (invited === null || statusOf(invited) !== 'invited') throw userExists()
    await store.consoleLinks.removeUnused(teamId, invited.id)
    return store.users.update(teamId, invited.id, { ...said, role: 'owner', updatedAt: now })
  }
  const user: UserRecord = {
    ...{ id: makeId('user'), teamId, role: 'owner', language: null, ...said },
    ...{ disabledAt: null, signedInAt: null, createdAt: now, updatedAt: now },
  }
  await store.users.insert(user)
  return user
}

/** A link that can be opened now, with its user. */
async function findLink(ports: Pick<Ports, 'clock'>, store: Store, token: string): Promise<FoundLink> {
  const tokenHash = consoleTokenHash('link', token)
  const link = tokenHash === null ? null : await store.consoleLinks.findByHash(tokenHash)
  if (link === null || link.usedAt !== null) throw used()
  if (ports.clock.now() >= link.expiresAt) throw new ServiceError('signed_url_expired')
  if (link.userId === null) {
    if ((await store.users.countJoined(link.teamId)) > 0) throw used()
    return { link, user: null }
  }
  const user = await store.users.find(link.teamId, link.userId)
  if (user === null || statusOf(user) === 'disabled') throw used()
  return { link, user }
}

/** Throws `invalid_parameter`. The schema of the API has already checked the address. */
export function readEmail(given: string): string {
  const email = given.normalize('NFC').trim()
  if (/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email) && email.length <= 254 && emailKey(email) !== '')
    return email
  throw new ServiceError('invalid_parameter', { message: 'Enter a valid e-mail address.', param: 'email' })
}

export function userExists(): ServiceError {
  return new ServiceError('user_exists', { param: 'email' })
}

function needed(given: string | null, param: string): string {
  if (given !== null) return given
  throw new ServiceError('missing_parameter', { message: `${param} is required.`, param })
}

function used(): ServiceError {
  return new ServiceError('signed_url_invalid', {
    message: 'The link is invalid or has already been used.',
  })
}
