/** Makes, changes and archives embed applications, each with its publishable key. */

import { notFound } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { type Actor, type AuditAction, SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING, type NoteResult } from '../access/idempotency.ts'
import { isActive, type KeyRecord } from '../access/key.ts'
import { createKey, revokeKey } from '../access/keys.ts'
import type { ByActor, Noted, OfRecord, OfTeam } from '../access/request.ts'
import { openSecret, sealSecret } from '../access/seal.ts'
import { requireRoom } from '../access/subscription.ts'
import type { ApplicationRecord } from '../application/application.ts'
import { findActiveApplication } from '../application/find-application.ts'
import { readAllowedOrigins } from '../application/origin.ts'
import type { ShopActivity } from './embed-store.ts'
import { stillOpen } from './session.ts'
import { abandonFill } from './sessions.ts'

/** An application with its publishable key's record, if it has an active one. */
export interface ShownApplication {
  readonly application: ApplicationRecord
  readonly key: KeyRecord | null
}

/** `publishableKey` is the key itself where it was just created. */
export interface KeptApplication extends ShownApplication {
  readonly publishableKey: string | null
}

export interface ApplicationRequest {
  readonly name: string
  readonly allowedOrigins: readonly string[]
  readonly allowNoOrigin: boolean
  readonly sessionTtlSeconds: number
  readonly accentColor: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly createKey: boolean
}

export interface ApplicationChanges {
  readonly name?: string
  readonly allowedOrigins?: readonly string[]
  readonly allowNoOrigin?: boolean
  readonly sessionTtlSeconds?: number
  readonly accentColor?: string | null
  readonly metadata?: Readonly<Record<string, string>>
  readonly rotateKey?: boolean
}

export interface CreateApplication extends OfTeam, ByActor, Noted {
  readonly request: ApplicationRequest
}

/** Throws `invalid_origin`, and `embed_application_limit_exceeded` over the team's limit. */
export async function createApplication(
  ports: Ports,
  { teamId, request, actor = SYSTEM, note = NOTE_NOTHING }: CreateApplication,
): Promise<KeptApplication> {
  const now = ports.clock.now()
  const { createKey: withKey, ...members } = request
  const application: ApplicationRecord = {
    ...members,
    id: ports.makeId('application'),
    teamId,
    allowedOrigins: readAllowedOrigins(request.allowedOrigins),
    status: 'active',
    keyCiphertext: null,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  }
  return ports.store.transaction(async (store) => {
    await requireRoom(store, teamId, 'applications')
    await store.applications.insert(application)
    await auditApplication(ports, store, application, 'application.created', actor)
    const none = { key: null, publishableKey: null }
    const made = withKey ? await makePublishableKey(ports, store, application, actor) : none
    await noteKey(note, store, application, made.publishableKey)
    return { application, ...made }
  })
}

export interface ChangeApplication extends OfRecord, ByActor, Noted {
  readonly changes: ApplicationChanges
}

/**
 * Decision: rotating ends the old publishable key at once, for it is no secret that a page could leak by degrees.
 * Throws `not_found`, also for an archived application, and `invalid_origin`.
 */
export async function changeApplication(
  ports: Ports,
  { teamId, id, changes, actor = SYSTEM, note = NOTE_NOTHING }: ChangeApplication,
): Promise<KeptApplication> {
  const { rotateKey = false, allowedOrigins, ...members } = changes
  const origins = allowedOrigins === undefined ? {} : { allowedOrigins: readAllowedOrigins(allowedOrigins) }
  return ports.store.transaction(async (store) => {
    await store.lock(`application ${id}`)
    await findActiveApplication(store, teamId, id)
    const now = ports.clock.now()
    const application = await store.applications.update(teamId, id, {
      ...members,
      ...origins,
      updatedAt: now,
    })
    if (application === null) throw notFound('embed_application')
    await auditApplication(ports, store, application, 'application.changed', actor)
    if (!rotateKey) return { ...(await withKey(store, application, now)), publishableKey: null }
    await endKeys(ports, store, application, actor)
    const made = await makePublishableKey(ports, store, application, actor)
    await noteKey(note, store, application, made.publishableKey)
    return { application, ...made }
  })
}

/**
 * Decision: archiving ends the application's publishable key at once and cancels its open sessions. Again is no
 * change. Throws `not_found`.
 */
export async function archiveApplication(
  ports: Ports,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<void> {
  await ports.store.transaction(async (store) => {
    // A key that is rotated meanwhile must end too.
    await store.lock(`application ${id}`)
    const found = await store.applications.find(teamId, id)
    if (found === null) throw notFound('embed_application')
    if (found.status === 'archived') return
    const now = ports.clock.now()
    const archived = { status: 'archived', keyCiphertext: null, archivedAt: now, updatedAt: now } as const
    await store.applications.update(teamId, id, archived)
    await endKeys(ports, store, found, actor)
    await auditApplication(ports, store, found, 'application.archived', actor)
    for (const session of stillOpen(await store.sessions.active(teamId, { applicationId: id }), now)) {
      const changes = { status: 'canceled', canceledAt: now, updatedAt: now } as const
      const canceled = await store.sessions.update(teamId, session.id, ['active'], changes)
      if (canceled !== null) await abandonFill(store, canceled, now)
    }
  })
}

/** An archived one too. Throws `not_found`. */
export async function findApplication(ports: Ports, teamId: string, id: string): Promise<ShownApplication> {
  const application = await ports.store.applications.find(teamId, id)
  if (application === null) throw notFound('embed_application')
  return withKey(ports.store, application, ports.clock.now())
}

/**
 * Decision: operations of the API reveal a publishable key once; the console shows it again, for it stands in the pages
 * of the shop anyway. Null without a key, for one from before keys were stored or rotated by itself, and where
 * MASTER_KEY has changed. Throws `not_found`.
 */
export async function readPublishableKey(ports: Ports, teamId: string, id: string): Promise<string | null> {
  const { application, key } = await findApplication(ports, teamId, id)
  if (key === null || application.keyCiphertext === null) return null
  try {
    return openSecret(ports.secretsKey, key.id, application.keyCiphertext)
  } catch {
    return null
  }
}

/** Of an archived one too. Throws `not_found`. */
export async function shopActivity(ports: Ports, teamId: string, id: string): Promise<ShopActivity> {
  const { application } = await findApplication(ports, teamId, id)
  return ports.store.sessions.activityOf(teamId, application.id)
}

export async function listApplications(
  ports: Ports,
  teamId: string,
  page: PageRequest,
): Promise<Page<ShownApplication>> {
  const { items, hasMore } = await ports.store.applications.list(teamId, page)
  const keys = await ports.store.keys.list(teamId)
  const now = ports.clock.now()
  return { items: items.map((application) => ({ application, key: keyOf(keys, application, now) })), hasMore }
}

async function withKey(store: Store, application: ApplicationRecord, now: number): Promise<ShownApplication> {
  return { application, key: keyOf(await store.keys.list(application.teamId), application, now) }
}

function keyOf(keys: readonly KeyRecord[], application: ApplicationRecord, now: number): KeyRecord | null {
  return keys.find((key) => key.embedApplicationId === application.id && isActive(key, now)) ?? null
}

async function makePublishableKey(ports: Ports, store: Tx, application: ApplicationRecord, actor: Actor) {
  const request = {
    teamId: application.teamId,
    type: 'publishable',
    name: application.name,
    scopes: [],
    lifetimeMs: null,
    embedApplicationId: application.id,
  } as const
  const made = await createKey({ ...ports, store }, { request, actor })
  const keyCiphertext = sealSecret(ports.secretsKey, ports.entropy, made.record.id, made.key)
  await store.applications.update(application.teamId, application.id, { keyCiphertext })
  return { key: made.record, publishableKey: made.key }
}

function noteKey(
  note: NoteResult,
  store: Store,
  { id }: ApplicationRecord,
  secret: string | null,
): Promise<void> {
  return note(store, secret === null ? { id } : { id, secret })
}

async function endKeys(ports: Ports, store: Tx, application: ApplicationRecord, actor: Actor): Promise<void> {
  const now = ports.clock.now()
  for (const key of await store.keys.list(application.teamId))
    if (key.embedApplicationId === application.id && isActive(key, now))
      await revokeKey({ ...ports, store }, { teamId: application.teamId, id: key.id, actor })
}

async function auditApplication(
  ports: Ports,
  store: Store,
  application: ApplicationRecord,
  action: AuditAction,
  actor: Actor,
): Promise<void> {
  const { teamId, id, name, allowedOrigins } = application
  const details = { name, allowed_origins: allowedOrigins }
  await audit(ports, store, teamId, { actor, action, objectId: id, details })
}
