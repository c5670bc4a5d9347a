/** A customer's fill in an embed session: created or continued, and changed, while the session is active. */

import type { Scene } from '../../engine/scene/scene.ts'
import { readValues } from '../../engine/scene/values.ts'
import { notFound } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store, Tx } from '../../store.ts'
import { workingFill } from '../fill/approval.ts'
import { applyChange } from '../fill/change.ts'
import type { ContentPatch } from '../fill/content.ts'
import { type CopiedPictures, NO_PICTURES, usablePictures } from '../fill/copy-pictures.ts'
import { addFill, liveTemplateRevision } from '../fill/create.ts'
import { lockFill } from '../fill/edit.ts'
import { asOf, type FillRecord } from '../fill/fill.ts'
import { usableValues } from '../fill/starting-values.ts'
import { type FillView, revisionOf, templateRevisionOf, viewFill } from '../fill/view.ts'
import { type MappingOptions, NO_OPTIONS } from '../mapping/mapping.ts'
import { presentForFill, presentRevision } from '../template/present.ts'
import type { RevisionRecord, TemplateRevision } from '../template/template.ts'
import { lockedIn, refuseLocked } from './locks.ts'
import { extendedUntil, type SessionRecord } from './session.ts'
import { requireActive } from './sessions.ts'

export interface FilledSession {
  /** The fill as its customer works on it: with the change of an approved one. */
  readonly view: FillView
  /** The fill as it is shown and printed. */
  readonly fill: FillRecord
  readonly session: SessionRecord
}

export interface BegunFill extends FilledSession {
  readonly created: boolean
  /** That the fill is of, whatever was published since. */
  readonly revision: RevisionRecord
  /** Locks and defaults of the mapping, with the template's own locks. */
  readonly options: MappingOptions
}

export interface SaveSessionFill {
  readonly session: SessionRecord
  readonly sessionId: string
  readonly patch: ContentPatch
}

/**
 * Makes the session's fill, or lays the patch over the one it has. `sessionId` is the one that the request names.
 * Decision: a session other than the secret's is 404. Throws `not_found`, 410 for a session that has ended,
 * `template_not_live`, and what changeSessionFill throws.
 */
export async function saveSessionFill(
  ports: Ports,
  { session, sessionId, patch }: SaveSessionFill,
): Promise<BegunFill> {
  if (sessionId !== session.id) throw notFound('embed_session')
  const { created, ...saved } = await ports.store.transaction(async (store) => {
    const locked = await lockActive(ports, store, session)
    if (locked.fillId === null) return { ...(await beginFill(ports, store, locked, patch)), created: true }
    const fill = await lockFill(store, locked.teamId, locked.fillId)
    return { ...(await goOn(ports, store, locked, fill, patch)), created: false }
  })
  const { revision } = saved.templateRevision
  const options = (await optionsOf(ports.store, saved.session)) ?? NO_OPTIONS
  const lockedFieldIds = lockedIn(revision.scene, options)
  return { ...(await viewed(ports, saved)), created, revision, options: { ...options, lockedFieldIds } }
}

export interface ChangeSessionFill {
  readonly session: SessionRecord
  readonly fillId: string
  readonly patch: ContentPatch
}

/**
 * Throws `not_found` for every fill but the session's own, 410 for a session that has ended, `fill_not_open` and
 * `fill_expired`, `invalid_parameter` for a locked field, and what patchContent refuses.
 */
export async function changeSessionFill(
  ports: Ports,
  { session, fillId, patch }: ChangeSessionFill,
): Promise<FilledSession> {
  if (session.fillId !== fillId) throw notFound('fill')
  const saved = await ports.store.transaction(async (store) => {
    const locked = await lockActive(ports, store, session)
    const fill = await lockFill(store, session.teamId, fillId)
    return goOn(ports, store, locked, fill, patch)
  })
  return viewed(ports, saved)
}

/** A session's fill as a transaction has written it. */
export interface SavedFill {
  readonly fill: FillRecord
  readonly templateRevision: TemplateRevision
  readonly session: SessionRecord
}

/** As its customer sees it. */
export async function viewed(
  ports: Ports,
  { fill, templateRevision, session }: SavedFill,
): Promise<FilledSession> {
  return { view: await viewFill(ports, workingFill(fill), templateRevision), fill, session }
}

/**
 * The session's fill as its customer works on it, or with `approved` as it is printed, and what is drawn of it. Throws
 * as changeSessionFill does; asking does not make the session longer. Pictures are looked at often: no more is read than
 * they hang on.
 */
export async function findSessionFill(
  ports: Ports,
  session: SessionRecord,
  fillId: string,
  approved = false,
): Promise<{ readonly fill: FillRecord; readonly revision: RevisionRecord }> {
  if (session.fillId !== fillId) throw notFound('fill')
  const now = ports.clock.now()
  requireActive(session, now)
  const stored = await ports.store.fills.find(session.teamId, fillId)
  if (stored === null) throw notFound('fill')
  const fill = approved ? stored : workingFill(asOf(stored, now))
  return { fill, revision: await revisionOf(ports.store, stored) }
}

/**
 * Writes that the session is in use, which locks its row: of two requests that would both make its fill, the second
 * waits and then sees the first one's. Throws 410.
 */
export async function lockActive(ports: Ports, store: Store, session: SessionRecord): Promise<SessionRecord> {
  const now = ports.clock.now()
  requireActive(session, now)
  const changes = { expiresAt: extendedUntil(session, now), updatedAt: now }
  const locked = await store.sessions.update(session.teamId, session.id, ['active'], changes)
  if (locked !== null) return locked
  const ended = await store.sessions.find(session.teamId, session.id)
  requireActive(ended ?? { ...session, status: 'canceled' }, now)
  throw new Error(`${session.id} is active and cannot be written.`)
}

/**
 * Creates the fill of a session without one, in the transaction that locked or created the session. Images of a copied
 * fill are placed where the template of today still takes uploads.
 */
export async function beginFill(
  ports: Ports,
  store: Tx,
  session: SessionRecord,
  patch: ContentPatch,
  copied: CopiedPictures = NO_PICTURES,
): Promise<SavedFill> {
  const templateRevision = await liveTemplateRevision(store, session.teamId, session.templateId)
  const { scene } = await presentRevision(store, templateRevision.revision, session.values, patch.values)
  const options = await optionsOf(store, session)
  const start = usableValues(scene, session.values)
  const chosen = readValues(scene, patch.values ?? {})
  refuseLocked(scene, options, start, chosen)
  const colors = patch.colors ?? options?.colors
  const fill = await addFill(ports, store, templateRevision, {
    source: session.source === 'hosted' ? 'hosted' : 'embed',
    embedSessionId: session.id,
    own: usablePictures(templateRevision.revision, lockedIn(scene, options), copied),
    state: hasContent(patch) || Object.keys(session.values).length > 0 ? 'started' : 'untouched',
    content: {
      ...patch,
      ...paperOf(scene, patch),
      values: { ...start, ...chosen },
      ...(colors === undefined || colors === null ? {} : { colors }),
    },
    facts: {
      externalCartId: session.externalCartId,
      externalProductId: session.externalProductId,
      externalVariantId: session.externalVariantId,
      customerEmail: session.customerEmail,
      customerName: session.customerName,
      metadata: session.metadata,
    },
  })
  const filled = await store.sessions.update(session.teamId, session.id, ['active'], { fillId: fill.id })
  if (filled === null) throw new Error(`${session.id} was ended under its lock.`)
  return { fill, templateRevision, session: filled }
}

function hasContent({ values = {}, colors, assignments = {}, substrate }: ContentPatch): boolean {
  const maps = [values, assignments]
  return maps.some((map) => Object.keys(map).length > 0) || colors != null || substrate != null
}

/** The first of the template's papers, unless another is chosen. */
function paperOf({ papers = [] }: Scene, { substrate }: ContentPatch): Pick<ContentPatch, 'substrate'> {
  const [paper] = papers
  if (paper === undefined || substrate != null) return {}
  return { substrate: { key: paper.key, name: paper.name, hex: paper.hex } }
}

async function goOn(
  ports: Ports,
  store: Tx,
  session: SessionRecord,
  stored: FillRecord,
  patch: ContentPatch,
): Promise<SavedFill> {
  const templateRevision = await templateRevisionOf(store, stored)
  const { values } = workingFill(asOf(stored, ports.clock.now()))
  const { scene } = await presentForFill(store, stored.id, templateRevision.revision, values, patch.values)
  const chosen = readValues(scene, patch.values ?? {}, values)
  refuseLocked(scene, await optionsOf(store, session), values, chosen)
  const content = patch.values === undefined ? patch : { ...patch, values: chosen }
  const fill = await applyChange(ports, store, stored, templateRevision, content)
  return { fill, templateRevision, session }
}

/** What the session’s mapping says of its fill; null where it has none. */
export async function optionsOf(store: Store, session: SessionRecord): Promise<MappingOptions | null> {
  if (session.productMappingId === null) return null
  return (await store.mappings.find(session.teamId, session.productMappingId))?.options ?? null
}
