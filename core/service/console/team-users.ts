/** The users of a team: invites them, changes roles, disables and enables. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Store } from '../../store.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { ByActor, Noted, OfRecord, OfTeam } from '../access/request.ts'
import type { Role } from '../access/role.ts'
import { mailLink, type PerhapsMailPorts } from '../mail/request.ts'
import { insertLink, type LinkPorts, type MadeLink, readEmail, userExists } from './join.ts'
import { emailKey, readUserName } from './sign-in.ts'
import { type ConsoleLanguage, statusOf, type UserRecord } from './user.ts'

export interface Invitation {
  readonly email: string
  readonly role: Role
  /** Set by the person who opens the link. */
  readonly name?: string
}

export interface Invited {
  readonly user: UserRecord
  readonly token: string
  /** The link is on its way to the user by e-mail. */
  readonly mailed: boolean
}

/** Of the e-mail with the link, where the user has chosen none. */
export interface ByMail {
  readonly language?: ConsoleLanguage | null | undefined
}

export interface InviteUser extends OfTeam, ByActor, Noted, ByMail {
  readonly invitation: Invitation
}

/** Throws `not_found` for the team, `user_exists`, and `invalid_parameter`. */
export async function inviteUser(
  ports: LinkPorts & PerhapsMailPorts,
  { teamId, invitation, actor = SYSTEM, note = NOTE_NOTHING, language = null }: InviteUser,
): Promise<Invited> {
  const { email: given, role, name = '' } = invitation
  const email = readEmail(given)
  const now = ports.clock.now()
  const user: UserRecord = {
    ...{ id: ports.makeId('user'), teamId, email, role, name: name === '' ? '' : readUserName(name) },
    ...{ language: null, passphrase: null, disabledAt: null, signedInAt: null },
    ...{ createdAt: now, updatedAt: now },
  }
  // Asked before it is written: a broken index ends the transaction that it is found in.
  if ((await ports.store.users.findByEmail(emailKey(email))) !== null) throw userExists()
  try {
    return await ports.store.transaction(async (store) => {
      if ((await store.teams.find(teamId)) === null) throw notFound('team')
      await store.users.insert(user)
      const { token, link } = await insertLink({ ...ports, store }, teamId, user.id)
      const mailed = await mailLink(ports, store, 'invitation', { user, token, linkId: link.id, language })
      const details = { role }
      await audit(ports, store, teamId, { actor, action: 'user.invited', objectId: user.id, details })
      await note(store, { id: user.id, secret: token })
      return { user, token, mailed }
    })
  } catch (error) {
    if (error instanceof UniqueViolation && error.table === 'users') throw userExists()
    throw error
  }
}

/**
 * A link to come in by: for an invitation that was not opened in time, or a forgotten passphrase. Throws `not_found`
 * and, for a user who is disabled, `user_disabled`.
 */
export async function linkUser(
  ports: LinkPorts & PerhapsMailPorts,
  { teamId, id, actor = SYSTEM, note = NOTE_NOTHING, language = null }: OfRecord & ByActor & Noted & ByMail,
): Promise<Invited & Pick<MadeLink, 'link'>> {
  return ports.store.transaction(async (store) => {
    const user = await findForUpdate(store, teamId, id)
    if (statusOf(user) === 'disabled') throw new ServiceError('user_disabled')
    const made = await insertLink({ ...ports, store }, teamId, id)
    const kind = statusOf(user) === 'invited' ? 'invitation' : 'passphrase'
    const { token, link } = made
    const mailed = await mailLink(ports, store, kind, { user, token, linkId: link.id, language })
    await audit(ports, store, teamId, { actor, action: 'user.linked', objectId: id })
    await note(store, { id, secret: made.token })
    return { user, ...made, mailed }
  })
}

export interface UserChanges {
  readonly role?: Role
  readonly disabled?: boolean
}

export interface ChangeUser extends OfRecord, ByActor {
  readonly changes: UserChanges
}

/**
 * A new role applies from the next request on; a disabled user is signed out everywhere. Throws `not_found`, and
 * `last_owner` if no owner would be left.
 */
export async function changeUser(
  ports: LinkPorts,
  { teamId, id, changes: { role, disabled }, actor = SYSTEM }: ChangeUser,
): Promise<UserRecord> {
  return ports.store.transaction(async (store) => {
    // Two owners who take each other's role at once would each see the other still there.
    await store.lock(`owners ${teamId}`)
    const user = await findForUpdate(store, teamId, id)
    const wasIn = user.role === 'owner' && statusOf(user) === 'active'
    const staysIn = (role ?? user.role) === 'owner' && disabled !== true
    if (wasIn && !staysIn && (await store.users.countOwners(teamId)) <= 1)
      throw new ServiceError('last_owner')
    const now = ports.clock.now()
    const changed = await store.users.update(teamId, id, {
      ...(role === undefined ? {} : { role }),
      ...(disabled === undefined ? {} : { disabledAt: disabled ? (user.disabledAt ?? now) : null }),
      updatedAt: now,
    })
    if (changed === null) throw notFound('user')
    if (disabled === true) {
      await store.consoleSessions.removeOf(teamId, id, null)
      await store.consoleLinks.removeUnused(teamId, id)
    }
    const details = {
      ...(role === undefined || role === user.role ? {} : { role, from: user.role }),
      ...(disabled === undefined ? {} : { disabled }),
    }
    if (Object.keys(details).length > 0)
      await audit(ports, store, teamId, { actor, action: 'user.changed', objectId: id, details })
    return changed
  })
}

/** The team's user, or `not_found`. */
export async function findUser(store: Store, teamId: string, id: string): Promise<UserRecord> {
  const user = await store.users.find(teamId, id)
  if (user === null) throw notFound('user')
  return user
}

async function findForUpdate(store: Store, teamId: string, id: string): Promise<UserRecord> {
  const user = await store.users.findForUpdate(teamId, id)
  if (user === null) throw notFound('user')
  return user
}
