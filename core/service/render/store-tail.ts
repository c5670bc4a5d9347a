/** Stores the tail of a render, and ensures that no file with its text outlives it. */

import type { Plan } from '../../engine/press/plan.ts'
import type { Tail } from '../../engine/press/tail/tail-part.ts'
import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Tx } from '../../store.ts'
import { forgetFile, nameFile, storeOwnFile } from '../own-files.ts'
import type { Composed } from './compose.ts'
import type { ContentHashes } from './content-hash.ts'
import type { ComposedFile, Fault } from './record.ts'
import { reopenRender } from './reopen-render.ts'
import { inFile, inRow, MOST_ROW_BYTES, type StoredTail, textOf } from './tail-parts.ts'

export type KeepPorts = Pick<Ports, 'store' | 'files' | 'clock' | 'entropy' | 'press'>

/** Makes a tail's file unique to its render, so that it can be removed alone. */
const SALT_BYTES = 16

/**
 * Before the transaction that writes the render; a file that nobody else can open is not kept. A long tail's file is
 * down for removal until `storeTail` names it.
 */
export async function writeComposedFile(
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
  const stored = await writeTail(ports, teamId, composed.tail)
  return 'kind' in stored ? stored : { kind: 'composed', composed, contentSha256, stored }
}

/** A file that cannot be written is a technical fault, whatever the disk's error. */
async function writeTail(
  ports: Omit<KeepPorts, 'press'>,
  teamId: string,
  tail: Tail,
): Promise<StoredTail | Fault> {
  const text = textOf(tail.parts)
  if (text.reduce((sum, { length }) => sum + length, 0) <= MOST_ROW_BYTES) return inRow(tail)
  try {
    return inFile(tail, await writeTailFile(ports, teamId, text), SALT_BYTES)
  } catch (cause) {
    if (cause instanceof ServiceError && cause.code === 'database_unavailable') throw cause
    return { kind: 'fault', cause }
  }
}

async function writeTailFile(
  { store, files, clock, entropy }: Omit<KeepPorts, 'press'>,
  teamId: string,
  text: readonly Uint8Array[],
): Promise<string> {
  const sink = await files.begin()
  try {
    for (const bytes of [entropy.bytes(SALT_BYTES), ...text]) await sink.write(bytes)
    return (await storeOwnFile({ store, clock }, teamId, sink)).sha256
  } finally {
    await sink.discard()
  }
}

/** In the transaction that writes the render as succeeded; the file of a tail that it had before is removed. */
export async function storeTail(
  ports: Pick<Ports, 'clock'>,
  store: Tx,
  teamId: string,
  renderId: string,
  stored: StoredTail,
): Promise<void> {
  await forget(ports, store, teamId, renderId)
  await storeFirstTail(ports, store, teamId, renderId, stored)
}

/** Like storeTail, for a new render. */
export async function storeFirstTail(
  ports: Pick<Ports, 'clock'>,
  store: Tx,
  teamId: string,
  renderId: string,
  stored: StoredTail,
): Promise<void> {
  if (stored.ownFile !== null) await nameFile(ports, store, teamId, stored.ownFile)
  await store.tails.put(teamId, renderId, stored)
}

/** In the transaction that erases the render. Its file goes once that is written: see removeFiles. */
export async function removeTail(
  ports: Pick<Ports, 'clock'>,
  store: Tx,
  teamId: string,
  renderId: string,
): Promise<void> {
  await forget(ports, store, teamId, renderId)
  await store.tails.remove(teamId, renderId)
}

async function forget(
  ports: Pick<Ports, 'clock'>,
  store: Tx,
  teamId: string,
  renderId: string,
): Promise<void> {
  const ownFile = await store.tails.ownFile(teamId, renderId)
  if (ownFile !== null) await forgetFile(ports, store, teamId, ownFile)
}
