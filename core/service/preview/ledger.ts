/** Previews in the ledger of renders: a row for every picture that was ordered with a key or by a batch. */

import { createHash } from 'node:crypto'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { UNTRIED } from '../render/record.ts'
import type { RenderRecord } from '../render/render.ts'
import type { RevisionRecord } from '../template/template.ts'
import type { KeptPicture } from './raster-port.ts'

/** For how long a row stays. */
const LIFE_MS = 30 * 86_400_000

const NOTES = JSON.stringify({ v: 1, message: 'A preview for the screen. It does not print.' })
const NOTES_UNFIT = JSON.stringify({
  v: 1,
  message: 'A preview for the screen. One of its values cannot be printed.',
})

/** The key of a preview in the ledger. */
export function pictureKey(identity: string): string {
  return `picture:${identity}`
}

/**
 * The row of a picture. Decision: it holds no values, colours or customer, so that customer data is only in the image,
 * and it sends no event: events are for print files.
 */
export function pictureRecord(
  ports: Pick<Ports, 'clock' | 'makeId'>,
  revision: RevisionRecord,
  identity: string,
  { png, fits }: KeptPicture,
): RenderRecord {
  const now = ports.clock.now()
  return {
    id: ports.makeId('render'),
    teamId: revision.teamId,
    templateId: revision.templateId,
    revision: revision.revision,
    fillId: null,
    kind: 'preview',
    status: 'succeeded',
    values: {},
    colors: null,
    assignments: {},
    substrate: null,
    externalOrderId: null,
    externalCartId: null,
    customerEmail: null,
    quantity: null,
    metadata: {},
    preflightStatus: fits ? 'pass' : 'fail',
    preflightNotes: fits ? NOTES : NOTES_UNFIT,
    storageKey: pictureKey(identity),
    bodySha256: revision.plan.bodySha256,
    sizeBytes: png.length,
    output: null,
    contentSha256: createHash('sha256').update(png).digest('hex'),
    attempt: 1,
    ...UNTRIED,
    countedMonth: null,
    errorCode: null,
    createdAt: now,
    updatedAt: now,
    completedAt: now,
  }
}

/** Writes the row unless the picture has one. */
export async function recordPicture(ports: Pick<Ports, 'store'>, record: RenderRecord): Promise<void> {
  const known = await ports.store.renders.findPicture(record.teamId, record.storageKey)
  if (known !== null) return
  try {
    await ports.store.renders.insert(record)
  } catch (error) {
    // Drawn at the same time by another process.
    if (!(error instanceof UniqueViolation)) throw error
  }
}

/** As recordPicture, within a transaction; answers the id of the row that stands. */
export async function recordPictureIn(store: Store, record: RenderRecord): Promise<string> {
  const known = await store.renders.findPicture(record.teamId, record.storageKey)
  if (known !== null) return known.id
  await store.renders.insert(record)
  return record.id
}

/** Removes at most `limit` expired rows of all teams with their previews; returns their number. */
export async function sweepPictures(
  ports: Pick<Ports, 'store' | 'pictures' | 'clock'>,
  limit: number,
): Promise<number> {
  const gone = await ports.store.renders.removePictures(ports.clock.now() - LIFE_MS, limit)
  for (const { teamId, storageKey } of gone) await forgetPicture(ports, teamId, storageKey)
  return gone.length
}

/** Removes the picture that a row names; other rows name none. */
export async function forgetPicture(
  ports: Pick<Ports, 'pictures'>,
  teamId: string,
  storageKey: string,
): Promise<void> {
  const [kind, identity] = storageKey.split(':')
  if (kind === 'picture' && identity !== undefined) await ports.pictures.forget(teamId, identity)
}
