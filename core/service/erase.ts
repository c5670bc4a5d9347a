/** Erases customer data: values, customer, print file and stored payloads; rows, usage and hashes stay. */

import { eachItem, ownId } from '../page.ts'
import type { Ports } from '../ports.ts'
import type { Store, Tx } from '../store.ts'
import { audit } from './access/audit.ts'
import { SYSTEM } from './access/audit-store.ts'
import type { ByActor, OfRecord, OfTeam } from './access/request.ts'
import { eraseItemsOfCustomer } from './batch/erase.ts'
import { SESSION_STATUSES, type SessionRecord } from './embed/session.ts'
import { endSession } from './embed/sessions.ts'
import { lockFill, lockSessions } from './fill/edit.ts'
import { asOf, type FillRecord } from './fill/fill.ts'
import { forgetPicturesOf } from './fill/own-pictures.ts'
import { endFill } from './fill/status.ts'
import { type FillView, templateRevisionOf, viewFill } from './fill/view.ts'
import { eraseFromFolders } from './folder/send.ts'
import { FILES_AT_ONCE, removeFiles } from './own-files.ts'
import { forgetPicture } from './preview/ledger.ts'
import { releaseRender } from './render/count.ts'
import type { RenderRecord } from './render/render.ts'
import { removeTail } from './render/store-tail.ts'
import { forgetCustomer, forgetOrdersOf } from './storefront/forget.ts'
import { redactEvents } from './webhook/redact.ts'

const PAGE = 100
export const ERASED_NOTES = JSON.stringify({ v: 1, message: 'The content of this render was erased.' })

/**
 * Erasing again is no change. Decision: an open fill expires with it, so that no one continues an empty one; its
 * metadata is erased too, because it can contain a name. Throws `not_found`.
 */
export async function eraseFill(ports: Ports, request: OfRecord & ByActor): Promise<FillView> {
  const view = await eraseOne(ports, request)
  await ports.traces.remove(ports.clock.now())
  return view
}

async function eraseOne(ports: Ports, { teamId, id, actor = SYSTEM }: OfRecord & ByActor): Promise<FillView> {
  const erased = await ports.store.transaction(async (store) => {
    await lockSessions(store, teamId, id)
    const stored = await lockFill(store, teamId, id)
    const templateRevision = await templateRevisionOf(store, stored)
    if (stored.erasedAt !== null) return { fill: stored, templateRevision }
    // Earlier events of the fill and its renders; the last one contains nothing to erase.
    let fill = await eraseWords(ports, store, stored)
    const late = asOf(fill, ports.clock.now())
    const reason = late.status === 'expired' ? late.statusReason : null
    if (fill.status === 'open')
      fill = await endFill(ports, store, fill, templateRevision.template, reason ?? 'manual')
    await audit(ports, store, teamId, { actor, action: 'fill.erased', objectId: id })
    return { fill, templateRevision }
  })
  await removeFiles(ports, FILES_AT_ONCE)
  await ports.pictures.forget(id)
  return viewFill(ports, erased.fill, erased.templateRevision)
}

/** In the transaction that has locked the fill: all that hangs on it. Its status stays, and nothing is audited. */
export async function eraseWords(ports: Ports, store: Tx, stored: FillRecord): Promise<FillRecord> {
  const { teamId, id } = stored
  const renders = await rendersOf(store, teamId, { fillId: id })
  for (const render of renders) await eraseRender(ports, store, render)
  const sessions = await store.sessions.ofFill(teamId, id)
  for (const session of sessions) await clearSession(store, session)
  await forgetPicturesOf(ports, store, teamId, id)
  await forgetOrdersOf(store, teamId, id)
  const fill = await clearFill(ports, store, stored)
  await redactEventsOf(store, teamId, [id, ...[...renders, ...sessions].map((one) => one.id)])
  return fill
}

/**
 * A render that was made without a fill, in a transaction of its own. With `unlessChanged`, false where somebody has
 * meanwhile run it again, or erased it.
 */
export async function eraseLooseRender(
  ports: Ports,
  render: RenderRecord,
  unlessChanged = false,
): Promise<boolean> {
  const erased = await ports.store.transaction(async (store) => {
    if (!(await eraseRender(ports, store, render, unlessChanged))) return false
    await redactEventsOf(store, render.teamId, [render.id])
    return true
  })
  if (erased) await removeFiles(ports, FILES_AT_ONCE)
  if (erased) await forgetPicture(ports, render.teamId, render.storageKey)
  return erased
}

/** What a session was opened with, in a transaction of its own; its fill is another matter. */
export async function eraseSession(ports: Ports, session: SessionRecord): Promise<void> {
  await ports.store.transaction(async (store) => {
    await clearSession(store, session)
    await redactEventsOf(store, session.teamId, [session.id])
  })
}

/**
 * Erases every fill with this customer's address, in capitals or small letters, and every render that was made and
 * session that was opened for it without a fill, and what it gave to batches; each in a transaction of its own, so that
 * a long list does not hold up the service. Decision: a session that is still active is canceled, so that nobody goes
 * on with it.
 */
export async function eraseCustomer(
  ports: Ports,
  { teamId, customerEmail, actor = SYSTEM }: OfTeam & ByActor & { readonly customerEmail: string },
): Promise<{
  readonly batchItems: number
  readonly fills: number
  readonly renders: number
  readonly sessions: number
}> {
  // First of all, so that nothing more of them is printed meanwhile.
  const batchItems = await eraseItemsOfCustomer(ports, teamId, customerEmail)
  let fills = 0
  let renders = 0
  let sessions = 0
  const page = { limit: PAGE, startingAfter: null }
  for (;;) {
    // Erased records no longer match the address, so the first page is always the next one.
    const found = await ports.store.fills.list(teamId, { customerEmail }, page, ports.clock.now())
    if (found.items.length === 0) break
    for (const { id } of found.items) await eraseOne(ports, { teamId, id, actor })
    fills += found.items.length
  }
  for (const render of await rendersOf(ports.store, teamId, { customerEmail })) {
    await eraseLooseRender(ports, render)
    renders += 1
  }
  for (;;) {
    const found = await ports.store.sessions.ofCustomer(teamId, customerEmail, PAGE)
    if (found.length === 0) break
    for (const session of found) {
      if (session.status === 'active') await endSession(ports, { teamId, id: session.id, move: 'cancel' })
      await eraseSession(ports, session)
    }
    sessions += found.length
  }
  await forgetCustomer(ports.store, teamId, customerEmail)
  await ports.traces.remove(ports.clock.now())
  return { batchItems, fills, renders, sessions }
}

async function clearFill(ports: Ports, store: Store, stored: FillRecord): Promise<FillRecord> {
  const now = ports.clock.now()
  const cleared = await store.fills.update(stored.teamId, stored.id, stored.status, {
    values: {},
    pendingChange: null,
    metadata: {},
    customerEmail: null,
    customerName: null,
    notes: null,
    resumeTokenHash: null,
    reviewReason: null,
    ...(stored.review === 'requested' ? { review: 'withdrawn' as const } : {}),
    erasedAt: now,
    updatedAt: now,
  })
  if (cleared === null) throw new Error(`${stored.id} changed while it was locked.`)
  return cleared
}

/** A new attempt number fences off a run that is under way; hash and size stay as proof of what was printed. */
async function eraseRender(
  ports: Ports,
  store: Tx,
  seen: RenderRecord,
  unlessChanged = false,
): Promise<boolean> {
  const { teamId, id } = seen
  for (
    let render: RenderRecord | null = seen;
    render !== null;
    render = await store.renders.find(teamId, id)
  ) {
    const now = ports.clock.now()
    const erased = await store.renders.update(teamId, id, render.attempt, {
      attempt: render.attempt + 1,
      values: {},
      metadata: {},
      customerEmail: null,
      preflightNotes: ERASED_NOTES,
      storageKey: `erased:${id}`,
      updatedAt: now,
      ...(render.status === 'queued' ? { status: 'canceled', completedAt: now, countedMonth: null } : {}),
    })
    if (erased === null && unlessChanged) return false
    if (erased === null) continue
    if (render.status === 'queued') await releaseRender(store, render)
    break
  }
  await removeTail(ports, store, teamId, id)
  await eraseFromFolders(ports, store, teamId, id)
  return true
}

async function clearSession(store: Store, { teamId, id }: SessionRecord): Promise<void> {
  const cleared = { customerEmail: null, customerName: null, values: {}, metadata: {} }
  await store.sessions.update(teamId, id, SESSION_STATUSES, cleared)
}

/**
 * Decision: replies that idempotency keys keep are left: they lie encrypted, are gone within a day, and without them
 * an order sent twice could be taken twice.
 */
async function redactEventsOf(store: Store, teamId: string, objectIds: readonly string[]): Promise<void> {
  for (const objectId of objectIds) await redactEvents(store, teamId, objectId)
}

async function rendersOf(
  store: Store,
  teamId: string,
  filter: { readonly fillId: string } | { readonly customerEmail: string },
): Promise<readonly RenderRecord[]> {
  return Array.fromAsync(eachItem((page) => store.renders.list(teamId, filter, page), ownId))
}
