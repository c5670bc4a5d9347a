/** Keeps what a render adds to its body, and sees to it that no file with its words outlives it. */
import { createHash } from 'node:crypto'
import type { Ports, Store } from '../ports.ts'
import type { Plan } from '../press/plan.ts'
import type { Tail } from '../press/tail-part.ts'
import type { Composed } from './compose.ts'
import type { ContentHashes } from './content-hash.ts'
import type { ComposedFile, Fault } from './record.ts'
import { reopenRender } from './reopen-render.ts'
import { inFile, inRow, MOST_ROW_BYTES, type StoredTail, textOf } from './tail-parts.ts'

export type KeepPorts = Pick<Ports, 'store' | 'files' | 'clock' | 'entropy' | 'press'>

/** A transaction that is to name a new file takes far less; what it has not named by then is removed. */
const ORPHAN_MS = 60 * 60 * 1000
/** What makes a tail's file its own: no two renders share one, so that each can be removed without asking others. */
const SALT_BYTES = 16

/**
 * Before the transaction that writes the render; a file that nobody else can open is not kept. A long tail's file is
 * down for removal until `storeTail` names it.
 */
export async function keepComposed(
  ports: KeepPorts,
  hashes: ContentHashes,
  teamId: string,
  plan: Plan,
  composed: Composed,
): Promise<({ readonly kind: 'composed' } & ComposedFile) | Fault> {
  const [contentSha256, fault] = await Promise.all([
    hashes.ofRender(plan, composed.tail),
    reopenRender(ports, plan, composed),
  ])
  if (fault !== null) return fault
  const stored = await keepTail(ports, teamId, composed.tail)
  return 'kind' in stored ? stored : { kind: 'composed', composed, contentSha256, stored }
}

/** A file that the disk does not take is a fault of the machinery, whatever the disk says of it. */

async function keepTail(
  { store, files, clock, entropy }: Omit<KeepPorts, 'press'>,
  teamId: string,
  tail: Tail,
): Promise<StoredTail | Fault> {
  const text = textOf(tail.parts)
  if (text.reduce((sum, { length }) => sum + length, 0) <= MOST_ROW_BYTES) return inRow(tail)
  const chunks = [entropy.bytes(SALT_BYTES), ...text]
  const hash = createHash('sha256')
  for (const bytes of chunks) hash.update(bytes)
  const sha256 = hash.digest('hex')
  // Before there is a file, so that a process that is killed leaves none that nobody knows of.
  await store.removals.plan(teamId, sha256, clock.now() + ORPHAN_MS)
  try {
    await keepFile(files, chunks)
    return inFile(tail, sha256, SALT_BYTES)
  } catch (cause) {
    return { kind: 'fault', cause }
  }
}

async function keepFile(files: Ports['files'], chunks: readonly Uint8Array[]): Promise<void> {
  const sink = await files.begin()
  try {
    for (const bytes of chunks) await sink.write(bytes)
    await sink.keep()
  } finally {
    await sink.discard()
  }
}

/** In the transaction that writes the render as succeeded; the file of a tail that it had before is removed. */
export async function storeTail(
  ports: Pick<Ports, 'clock'>,
  store: Store,
  teamId: string,
  renderId: string,
  stored: StoredTail,
): Promise<void> {
  await forget(ports, store, teamId, renderId)
  await storeFirstTail(store, teamId, renderId, stored)
}

/** As storeTail, of a render that is new itself. */
export async function storeFirstTail(
  store: Store,
  teamId: string,
  renderId: string,
  stored: StoredTail,
): Promise<void> {
  if (stored.ownFile !== null && !(await store.removals.cancel(teamId, stored.ownFile)))
    throw new Error(`The tail of ${renderId} took too long to be stored.`)
  await store.tails.put(teamId, renderId, stored)
}

/** In the transaction that erases the render. Its file goes once that is written: see removeFiles. */
export async function removeTail(
  ports: Pick<Ports, 'clock'>,
  store: Store,
  teamId: string,
  renderId: string,
): Promise<void> {
  await forget(ports, store, teamId, renderId)
  await store.tails.remove(teamId, renderId)
}

async function forget(
  { clock }: Pick<Ports, 'clock'>,
  store: Store,
  teamId: string,
  renderId: string,
): Promise<void> {
  const ownFile = await store.tails.ownFile(teamId, renderId)
  if (ownFile !== null) await store.removals.plan(teamId, ownFile, clock.now())
}

/** Removes at most `limit` files whose time has come; answers how many. Never within a transaction. */
export async function removeFiles(
  { store, files, clock }: Pick<Ports, 'store' | 'files' | 'clock'>,
  limit: number,
): Promise<number> {
  const due = await store.removals.due(clock.now(), limit)
  for (const { teamId, sha256 } of due) {
    await files.remove(sha256)
    await store.removals.cancel(teamId, sha256)
  }
  return due.length
}
