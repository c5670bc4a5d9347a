/** Opens embed sessions: for the shop's server, and for a guest's browser on one of an application's pages. */

import { readValues, type Values } from '../../engine/scene/values.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { dayOf, untilMidnight } from '../../time.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import { hashKey } from '../access/key-form.ts'
import type { Noted, OfTeam } from '../access/request.ts'
import type { ApplicationRecord } from '../application/application.ts'
import { findActiveApplication } from '../application/find-application.ts'
import { readOrigin } from '../application/origin.ts'
import { type FillRecord, livesOn } from '../fill/fill.ts'
import { usableValues } from '../fill/starting-values.ts'
import { type MappingOptions, NO_OPTIONS } from '../mapping/mapping.ts'
import type { ProductReference } from '../mapping/resolve.ts'
import { findTemplate } from '../template/move.ts'
import { presentRevision } from '../template/present.ts'
import type { RevisionRecord, TemplateRecord } from '../template/template.ts'
import { beginCopy, copiedContent, copiedValues } from './copy-fill.ts'
import { makeClientSecret } from './secret.ts'
import { LONGEST_SESSION_SECONDS, type SessionRecord, type SessionSource, stillOpen } from './session.ts'
import {
  findSubject,
  guestFill,
  newFill,
  resumeFill,
  type Subject,
  type SubjectRequest,
} from './session-subject.ts'

export interface OpenedSession {
  readonly session: SessionRecord
  /** Returned only in this response. */
  readonly clientSecret: string
  readonly template: TemplateRecord
  /** With which the fill begins, or has begun. */
  readonly revision: RevisionRecord
  /** What the mapping says of the fill. */
  readonly options: MappingOptions
}

export interface ServerSessionRequest extends SubjectRequest {
  readonly embedApplicationId: string | null
  readonly origin: string | null
  readonly externalCartId: string | null
  readonly customerEmail: string | null
  readonly customerName: string | null
  readonly values: Values
  readonly lifetimeSeconds: number | null
  readonly metadata: Readonly<Record<string, string>>
  /** Begins a new fill with what the named one holds, whatever its state. */
  readonly copy?: boolean
}

export interface GuestSessionRequest {
  readonly product: ProductReference
  readonly externalCartId: string | null
  readonly resumeToken: string | null
  /** Begins a new fill with the content of the token's fill, if that is ordered or ended. */
  readonly copy?: boolean
}

/**
 * Throws `missing_parameter` where nothing says what to fill, `not_found` for a template, application or fill,
 * `mapping_not_found`, `template_not_live`, `invalid_origin`, what readValues refuses, `fill_not_open` and
 * `fill_expired`.
 */
export async function openServerSession(
  ports: Ports,
  { teamId, request, note = NOTE_NOTHING }: OfTeam & Noted & { readonly request: ServerSessionRequest },
): Promise<OpenedSession> {
  return ports.store.transaction(async (store) => {
    const named =
      request.embedApplicationId === null
        ? null
        : await findActiveApplication(store, teamId, request.embedApplicationId)
    const kept =
      request.copy === true && request.fillId !== null ? await findFill(store, teamId, request.fillId) : null
    const subject =
      kept === null
        ? await findSubject(ports, store, teamId, request, named)
        : await findSubject(ports, store, teamId, copySubject(kept, request), named)
    const { applicationId } = subject
    const application =
      named ?? (applicationId === null ? null : await store.applications.find(teamId, applicationId))
    const { product, externalCartId, customerEmail, customerName, metadata } = request
    const { scene } = await presentRevision(store, subject.revision, request.values)
    const facts: SessionFacts = {
      teamId,
      source: 'server',
      application,
      origin: readBoundOrigin(request.origin, application),
      product: product ?? (kept === null ? null : productOf(kept)),
      externalCartId,
      customerEmail,
      customerName,
      metadata,
      values: readValues(scene, request.values, subject.fill?.values),
      lifetimeSeconds: request.lifetimeSeconds ?? application?.sessionTtlSeconds ?? LONGEST_SESSION_SECONDS,
    }
    const opened = await insertSession(ports, store, subject, facts, kept)
    await note(store, { id: opened.session.id, secret: opened.clientSecret })
    return opened
  })
}

/** Throws `not_found`, for an erased fill too: nothing of it is left to copy. */
async function findFill(store: Store, teamId: string, id: string): Promise<FillRecord> {
  const fill = await store.fills.find(teamId, id)
  if (fill === null || fill.erasedAt !== null) throw notFound('fill')
  return fill
}

const productOf = ({ externalProductId, externalVariantId }: FillRecord): ProductReference | null =>
  externalProductId === null ? null : { externalProductId, externalVariantId }

/** Decision: a copy is made from what the product is mapped to today, and without a product from its own template. */
function copySubject(kept: FillRecord, request: SubjectRequest): SubjectRequest {
  const product = request.product ?? productOf(kept)
  return {
    fillId: null,
    product,
    templateId: request.templateId ?? (product === null ? kept.templateId : null),
  }
}

/** The result of openServerSession for this session, for a caller with its secret. Throws `not_found`. */
export async function findOpenedSession(
  store: Store,
  teamId: string,
  id: string,
  clientSecret: string,
): Promise<OpenedSession> {
  const session = await store.sessions.find(teamId, id)
  if (session === null) throw notFound('embed_session')
  const template = await findTemplate(store, teamId, session.templateId)
  const fill = session.fillId === null ? null : await store.fills.find(teamId, session.fillId)
  const number = fill?.revision ?? template.liveRevision ?? template.latestRevision
  const revision = await store.revisions.find(teamId, template.id, number)
  if (revision === null) throw notFound('scene revision')
  const mappingId = session.productMappingId
  const mapping = mappingId === null ? null : await store.mappings.find(teamId, mappingId)
  return { session, clientSecret, template, revision, options: mapping?.options ?? NO_OPTIONS }
}

export interface OpenGuestSession {
  readonly application: ApplicationRecord
  readonly origin: string | null
  readonly request: GuestSessionRequest
}

/**
 * `origin` is that of the page, checked already. Decision: a fill is taken up again by its resume token alone, by the
 * application and for the product that it was made with; no id of a fill is accepted, as that would let anybody take
 * it over. Throws `rate_limited` once the application has had its guests of the day, `mapping_not_found`,
 * `template_not_live`, `not_found`, `fill_not_open` and `fill_expired`.
 */
export async function openGuestSession(
  ports: Ports,
  { application, origin, request }: OpenGuestSession,
): Promise<OpenedSession> {
  const { teamId } = application
  const { product, externalCartId, resumeToken, copy = false } = request
  return ports.store.transaction(async (store) => {
    await admitGuest(ports, store, application)
    const kept = resumeToken === null ? null : await guestFill(store, application, product, resumeToken)
    const copied = kept !== null && copy ? copiedContent(ports, kept) : null
    const subject: Subject =
      kept !== null && copied === null
        ? await resumeFill(ports, store, kept)
        : await newFill(store, teamId, product, application)
    const facts: SessionFacts = {
      teamId,
      source: 'guest',
      application,
      origin,
      product,
      externalCartId: externalCartId ?? subject.fill?.externalCartId ?? null,
      customerEmail: null,
      customerName: null,
      metadata: {},
      values: {},
      lifetimeSeconds: application.sessionTtlSeconds,
    }
    return insertSession(ports, store, subject, facts, copied)
  })
}

/**
 * Decision: what anybody may do without a key is bounded by the day (UTC) and application, and with the sessions
 * their fills, of which each has one. A session that is refused afterwards is rolled back with its count.
 */
async function admitGuest(
  { clock, guestSessionsPerDay }: Ports,
  store: Store,
  { teamId, id }: ApplicationRecord,
): Promise<void> {
  const now = clock.now()
  if (await store.applications.admitGuest(teamId, id, dayOf(now), guestSessionsPerDay)) return
  throw new ServiceError('rate_limited', {
    message: 'The application has reached its daily limit of guest sessions. Try again tomorrow.',
    extra: { scope: 'application', limit: guestSessionsPerDay },
    retryAfterSeconds: untilMidnight(now) / 1000,
  })
}

export interface SessionFacts
  extends Pick<
    SessionRecord,
    | 'teamId'
    | 'source'
    | 'origin'
    | 'externalCartId'
    | 'customerEmail'
    | 'customerName'
    | 'metadata'
    | 'values'
    | 'lifetimeSeconds'
  > {
  readonly source: SessionSource
  readonly application: ApplicationRecord | null
  readonly product: ProductReference | null
}

/** With `copied`, the session's new fill is begun at once and holds what was copied. */
export async function insertSession(
  ports: Ports,
  store: Tx,
  { template, revision, mapping, fill }: Subject,
  { application, product, values, ...facts }: SessionFacts,
  copied: FillRecord | null = null,
): Promise<OpenedSession> {
  const now = ports.clock.now()
  const clientSecret = makeClientSecret(ports.entropy)
  const options = mapping?.options ?? NO_OPTIONS
  const { scene } = await presentRevision(store, revision, options.defaultValues, copied?.values)
  const begun = copied === null ? values : copiedValues(scene, options, copied)
  const session: SessionRecord = {
    ...facts,
    id: ports.makeId('session'),
    status: 'active',
    secretHash: hashKey(clientSecret),
    embedApplicationId: application?.id ?? null,
    templateId: template.id,
    productMappingId: mapping?.id ?? null,
    fillId: fill?.id ?? null,
    externalProductId: product?.externalProductId ?? fill?.externalProductId ?? null,
    externalVariantId: product?.externalVariantId ?? fill?.externalVariantId ?? null,
    values: { ...usableValues(scene, options.defaultValues), ...begun },
    expiresAt: now + facts.lifetimeSeconds * 1000,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    canceledAt: null,
  }
  if (fill !== null) await moveFillToSession(ports, store, fill, session)
  await store.sessions.insert(session)
  const opened = { clientSecret, template, revision, options }
  return { ...opened, session: copied === null ? session : await beginCopy(ports, store, session, copied) }
}

/** Decision: a fill has one session at a time; who takes it up again ends the session before. */
async function moveFillToSession(
  ports: Ports,
  store: Store,
  fill: FillRecord,
  session: SessionRecord,
): Promise<void> {
  const now = ports.clock.now()
  for (const before of stillOpen(await store.sessions.active(fill.teamId, { fillId: fill.id }), now))
    await store.sessions.update(fill.teamId, before.id, ['active'], {
      status: 'canceled',
      canceledAt: now,
      updatedAt: now,
    })
  const changes = { embedSessionId: session.id, updatedAt: now, ...livesOn(fill, now + ports.fillTtlMs) }
  const taken = await store.fills.update(fill.teamId, fill.id, 'open', changes)
  if (taken === null) throw new ServiceError('fill_not_open')
}

/** Decision: a session is bound only to an origin that its application allows. */
function readBoundOrigin(given: string | null, application: ApplicationRecord | null): string | null {
  if (given === null) return null
  const origin = readOrigin(given)
  if (origin !== null && application?.allowedOrigins.includes(origin)) return origin
  throw new ServiceError('invalid_origin', {
    message: 'The origin is not allowed by the embed application of the session.',
    param: 'origin',
  })
}
