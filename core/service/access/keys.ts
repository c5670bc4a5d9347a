/** Makes, lists, rotates and revokes API keys. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { audit } from './audit.ts'
import { SYSTEM } from './audit-store.ts'
import { NOTE_NOTHING } from './idempotency.ts'
import { isActive, type KeyRecord, type KeyType } from './key.ts'
import { hashKey, makeKey } from './key-form.ts'
import type { ByActor, Noted, OfRecord } from './request.ts'
import { checkScopes } from './scope.ts'

export type AccessPorts = Pick<Ports, 'store' | 'clock' | 'entropy' | 'makeId'>

export interface KeyRequest {
  readonly teamId: string
  readonly type: KeyType
  readonly name: string
  /** For a restricted key at least one, for others none. */
  readonly scopes: readonly string[]
  readonly lifetimeMs: number | null
  /** Of a publishable key; without one it serves the pages of all the team's applications. */
  readonly embedApplicationId?: string | null
}

/** `key` is the key itself: it is shown now and never again. */
export interface MadeKey {
  readonly record: KeyRecord
  readonly key: string
}

const LONGEST_NAME = 100
/** Ten years: a longer life is a slip of the pen. */
const LONGEST_LIFETIME_MS = 3653 * 24 * 60 * 60 * 1000
const LONGEST_OVERLAP_MS = 7 * 24 * 60 * 60 * 1000

/** Throws `not_found` for the team, `invalid_scope`, `missing_parameter` or `invalid_parameter`. */
export async function createKey(
  ports: AccessPorts,
  { request, actor = SYSTEM, note = NOTE_NOTHING }: ByActor & Noted & { readonly request: KeyRequest },
): Promise<MadeKey> {
  const { teamId, type, name, lifetimeMs } = request
  if (name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
    throw invalidKeyRequest('name', `name must have at most ${LONGEST_NAME} printable characters.`)
  }
  if (lifetimeMs !== null && !isBetween(lifetimeMs, 1, LONGEST_LIFETIME_MS)) {
    throw invalidKeyRequest('expires', 'A key can be valid for at most 10 years.')
  }
  const made = makeRecord(ports, {
    teamId,
    type,
    name,
    scopes: scopesFor(type, request.scopes),
    lifetimeMs,
    embedApplicationId: request.embedApplicationId ?? null,
  })
  await ports.store.transaction(async (store) => {
    if ((await store.teams.find(teamId)) === null) throw notFound('team')
    await store.keys.insert(made.record)
    const details = { type, name, scopes: made.record.scopes }
    await audit(ports, store, teamId, { actor, action: 'key.created', objectId: made.record.id, details })
    await note(store, { id: made.record.id, secret: made.key })
  })
  return made
}

/** Newest first, revoked and expired ones too. */
export function listKeys(store: Store, teamId: string): Promise<readonly KeyRecord[]> {
  return store.keys.list(teamId)
}

export interface RotateKey extends OfRecord, ByActor, Noted {
  readonly overlapMs: number
}

/**
 * Gives a new key of the same type, name and scopes; the old one still works for `overlapMs` (at most 7 days).
 * Decision: a key with an end gets a successor with as long a life, counted from now. Throws `not_found`,
 * `key_not_active` or `invalid_parameter`.
 */
export async function rotateKey(
  ports: AccessPorts,
  { teamId, id, overlapMs, actor = SYSTEM, note = NOTE_NOTHING }: RotateKey,
): Promise<MadeKey & { readonly replaced: KeyRecord }> {
  if (!isBetween(overlapMs, 0, LONGEST_OVERLAP_MS)) {
    throw invalidKeyRequest('overlap', 'The old key can stay valid for at most 7 days.')
  }
  return ports.store.transaction(async (store) => {
    const now = ports.clock.now()
    const old = await store.keys.findForUpdate(teamId, id)
    if (old === null) throw notFound('key')
    if (!isActive(old, now)) throw new ServiceError('key_not_active')

    const lifetimeMs = old.expiresAt === null ? null : old.expiresAt - old.createdAt
    const made = makeRecord(ports, { ...old, lifetimeMs })
    await store.keys.insert(made.record)
    const end = Math.min(now + overlapMs, old.expiresAt ?? Number.POSITIVE_INFINITY)
    const replaced = await store.keys.expire(teamId, id, end)
    if (replaced === null) throw notFound('key')
    const details = { replaced_by: made.record.id, overlap_seconds: overlapMs / 1000 }
    await audit(ports, store, teamId, { actor, action: 'key.rotated', objectId: id, details })
    await note(store, { id: made.record.id, secret: made.key })
    return { ...made, replaced }
  })
}

export interface RevokeKey extends OfRecord, ByActor {
  readonly force?: boolean | undefined
}

/**
 * Ends a key at once. One that is revoked already stays as it is. Decision: a key does not end itself unless `force`
 * says so (`key_in_use`): the caller could not undo the mistake. Throws `not_found`.
 */
export async function revokeKey(
  ports: AccessPorts,
  { teamId, id, actor = SYSTEM, force = false }: RevokeKey,
): Promise<KeyRecord> {
  return ports.store.transaction(async (store) => {
    const found = await store.keys.findForUpdate(teamId, id)
    if (found === null) throw notFound('key')
    if (found.revokedAt !== null) return found
    if (found.id === actor.id && !force) throw new ServiceError('key_in_use')
    const revoked = await store.keys.revoke(teamId, id, ports.clock.now())
    if (revoked === null) throw notFound('key')
    await audit(ports, store, teamId, { actor, action: 'key.revoked', objectId: id })
    return revoked
  })
}

/** The team's key, or `not_found`. */
export async function findKey(store: Store, teamId: string, id: string): Promise<KeyRecord> {
  const key = await store.keys.find(teamId, id)
  if (key === null) throw notFound('key')
  return key
}

function makeRecord(ports: AccessPorts, request: KeyRequest): MadeKey {
  const key = makeKey(request.type, ports.entropy)
  const now = ports.clock.now()
  const record: KeyRecord = {
    id: ports.makeId('key'),
    teamId: request.teamId,
    type: request.type,
    name: request.name,
    scopes: request.scopes,
    keyHash: hashKey(key),
    last4: key.slice(-4),
    embedApplicationId: request.embedApplicationId ?? null,
    createdAt: now,
    expiresAt: request.lifetimeMs === null ? null : now + request.lifetimeMs,
    revokedAt: null,
    lastUsedAt: null,
  }
  return { record, key }
}

function scopesFor(type: KeyType, scopes: readonly string[]): readonly string[] {
  const known = checkScopes(scopes)
  if (type === 'restricted' && known.length === 0) {
    throw new ServiceError('missing_parameter', {
      message: 'A restricted key needs at least one scope.',
      param: 'scopes',
    })
  }
  if (type !== 'restricted' && known.length > 0) {
    throw invalidKeyRequest(
      'scopes',
      `Only restricted keys have scopes; remove the scopes of the ${type} key.`,
    )
  }
  return known
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && least <= value && value <= most
}

function invalidKeyRequest(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', { message, param })
}
