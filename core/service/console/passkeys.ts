/** Passkeys: registered, named and removed by their user, who signs in with one in place of the passphrase. */

import { createHash } from 'node:crypto'
import { notFound, ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord } from '../access/request.ts'
import type { Device } from './device.ts'
import { type BrowserReply, type IsChallenge, MOST_PASSKEYS, type PasskeyRecord } from './passkey.ts'
import { plainPassphrase } from './passphrase.ts'
import { removeAllPasskeys } from './remove-passkeys.ts'
import { beginSession, type ConsolePorts, type NewSession, readUserName, type SignedIn } from './sign-in.ts'
import { findUser } from './team-users.ts'
import { statusOf } from './user.ts'

type PasskeyPorts = ConsolePorts & Pick<Ports, 'passkeys'>
type Options = Readonly<Record<string, unknown>>

/** How long a browser may take to ask its user. */
const CHALLENGE_MS = 300_000

const hashOf = (challenge: string): string => createHash('sha256').update(challenge).digest('hex')

async function keepChallenge(ports: PasskeyPorts, challenge: string, userId: string | null): Promise<void> {
  await ports.store.passkeys.insertChallenge(hashOf(challenge), userId, ports.clock.now() + CHALLENGE_MS)
}

function challengesOf({ store, clock }: PasskeyPorts, userId: string | null): IsChallenge {
  return (challenge) => store.passkeys.useChallenge(hashOf(challenge), userId, clock.now())
}

/**
 * Decision: a new passkey needs the passphrase, so that an unattended screen gives nobody a lasting way in. Throws
 * `invalid_parameter` and `passkey_limit_exceeded`.
 */
export async function beginPasskey(
  ports: PasskeyPorts,
  { signedIn: { user }, passphrase }: { readonly signedIn: SignedIn; readonly passphrase: string },
): Promise<Options> {
  if (!(await ports.passphrases.matches(plainPassphrase(passphrase), user.passphrase)))
    throw new ServiceError('invalid_parameter', {
      message: 'The current passphrase is incorrect.',
      param: 'current_passphrase',
      extra: { reason: 'wrong' },
    })
  const { items } = await ports.store.passkeys.list(user.teamId, user.id, {
    ...{ limit: MOST_PASSKEYS, startingAfter: null },
  })
  if (items.length >= MOST_PASSKEYS) throw new ServiceError('passkey_limit_exceeded')
  const { options, challenge } = await ports.passkeys.registration({ ...user, known: items })
  await keepChallenge(ports, challenge, user.id)
  return options
}

export interface AddPasskey {
  readonly signedIn: SignedIn
  readonly name: string
  readonly reply: BrowserReply
  readonly actor: Actor
}

/** Throws `invalid_passkey`, `passkey_exists`, `passkey_limit_exceeded`, and `invalid_parameter` for the name. */
export async function addPasskey(
  ports: PasskeyPorts,
  { signedIn: { user }, name, reply, actor }: AddPasskey,
): Promise<PasskeyRecord> {
  const named = readUserName(name)
  const checked = await ports.passkeys.checkRegistration(reply, challengesOf(ports, user.id))
  if (checked === null) throw new ServiceError('invalid_passkey')
  const { teamId, id: userId } = user
  const passkey: PasskeyRecord = {
    ...{ id: ports.makeId('passkey'), teamId, userId, name: named, ...checked },
    ...{ createdAt: ports.clock.now(), usedAt: null },
  }
  try {
    await ports.store.transaction(async (store) => {
      await store.lock(`passkeys of ${userId}`)
      if ((await store.passkeys.count(teamId, userId)) >= MOST_PASSKEYS)
        throw new ServiceError('passkey_limit_exceeded')
      await store.passkeys.insert(passkey)
      const details = { passkey: passkey.id }
      await audit(ports, store, teamId, { actor, action: 'user.passkey_added', objectId: userId, details })
    })
  } catch (error) {
    if (error instanceof UniqueViolation && error.table === 'passkeys')
      throw new ServiceError('passkey_exists')
    throw error
  }
  return passkey
}

export function listPasskeys(
  { store }: Pick<Ports, 'store'>,
  { user }: SignedIn,
  page: PageRequest,
): Promise<Page<PasskeyRecord>> {
  return store.passkeys.list(user.teamId, user.id, page)
}

/** The user's own. Throws `not_found`. */
export async function findPasskey(
  { store }: Pick<Ports, 'store'>,
  { user }: SignedIn,
  id: string,
): Promise<PasskeyRecord> {
  const found = await store.passkeys.find(user.teamId, id)
  if (found === null || found.userId !== user.id) throw notFound('passkey')
  return found
}

/** Throws `not_found` and `invalid_parameter`. */
export async function renamePasskey(
  ports: PasskeyPorts,
  { signedIn, id, name }: { readonly signedIn: SignedIn; readonly id: string; readonly name: string },
): Promise<PasskeyRecord> {
  const { teamId } = await findPasskey(ports, signedIn, id)
  const changed = await ports.store.passkeys.update(teamId, id, { name: readUserName(name) })
  if (changed === null) throw notFound('passkey')
  return changed
}

/** Sessions that it began go on. Throws `not_found`. */
export async function removePasskey(
  ports: PasskeyPorts,
  { signedIn, id, actor }: { readonly signedIn: SignedIn; readonly id: string; readonly actor: Actor },
): Promise<PasskeyRecord> {
  const found = await findPasskey(ports, signedIn, id)
  await ports.store.transaction(async (store) => {
    await store.passkeys.remove(found.teamId, id)
    const entry = { actor, action: 'user.passkey_removed', objectId: found.userId } as const
    await audit(ports, store, found.teamId, { ...entry, details: { passkey: id } })
  })
  return found
}

/** An owner ends all passkeys of a user, as after a theft; answers how many. Throws `not_found`. */
export async function removePasskeysOf(
  ports: ConsolePorts,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<number> {
  return ports.store.transaction(async (store) => {
    await findUser(store, teamId, id)
    return removeAllPasskeys(ports, store, { teamId, id, actor })
  })
}

export async function beginPasskeySignIn(ports: PasskeyPorts): Promise<Options> {
  const { options, challenge } = await ports.passkeys.signIn()
  await keepChallenge(ports, challenge, null)
  return options
}

export interface PasskeySignIn {
  readonly reply: BrowserReply
  readonly requestId: string
  readonly device?: Device | undefined
}

/** Throws `invalid_passkey` for an unknown or removed one, a wrong signature and a disabled user alike. */
export async function signInWithPasskey(
  ports: PasskeyPorts,
  { reply, requestId, device }: PasskeySignIn,
): Promise<NewSession> {
  const passkey = typeof reply.id === 'string' ? await ports.store.passkeys.findByCredential(reply.id) : null
  if (passkey === null) throw new ServiceError('invalid_passkey')
  const counter = await ports.passkeys.checkSignIn(reply, challengesOf(ports, null), passkey)
  if (counter === null) throw new ServiceError('invalid_passkey')
  return ports.store.transaction(async (store) => {
    const user = await store.users.findForUpdate(passkey.teamId, passkey.userId)
    const usedAt = ports.clock.now()
    const used = await store.passkeys.update(passkey.teamId, passkey.id, { counter, usedAt })
    // It was removed, or the user disabled, while it was checked.
    if (user === null || used === null || statusOf(user) !== 'active')
      throw new ServiceError('invalid_passkey')
    return beginSession({ ...ports, store }, user, { id: user.id, requestId }, device)
  })
}
