/** Creates, names and removes files with a single owner row, which need no check for other owners. */

import type { FileSink } from '../files.ts'
import type { Ports } from '../ports.ts'
import type { Tx } from '../store.ts'

/** A transaction that names a new file takes far less time; an unnamed file is removed after this. */
const ORPHAN_MS = 60 * 60 * 1000
/** A file close to its removal cannot be named any more. */
const MARGIN_MS = 60 * 1000

/** Removed after an erasure, of whomever; the sweep removes the rest. */
export const FILES_AT_ONCE = 20

type Parts = Pick<Ports, 'store' | 'clock'>

/**
 * Ends the file and makes it last. It is down for removal, before there is one, until `nameFile`: a process that is killed
 * leaves none that nobody knows of. What was written makes it the only one of its hash: a salt, or a name of its own.
 */
export function storeOwnFile(
  { store, clock }: Parts,
  teamId: string,
  sink: FileSink,
): ReturnType<FileSink['store']> {
  return sink.store((sha256) => store.removals.plan(teamId, sha256, clock.now() + ORPHAN_MS))
}

/** Before a file of a worker's making is stored: as storeOwnFile has it. */
export async function planFile({ store, clock }: Parts, teamId: string, sha256: string): Promise<void> {
  await store.removals.plan(teamId, sha256, clock.now() + ORPHAN_MS)
}

/** In the transaction that writes the row which names the file. */
export async function nameFile(
  { clock }: Pick<Ports, 'clock'>,
  store: Tx,
  teamId: string,
  sha256: string,
): Promise<void> {
  if (!(await store.removals.cancel(teamId, sha256, clock.now() + MARGIN_MS)))
    throw new Error(`The file ${sha256} took too long to be named.`)
}

/** In the transaction in which no row names the file any more. It goes once that is written: see removeFiles. */
export async function forgetFile(
  { clock }: Pick<Ports, 'clock'>,
  store: Tx,
  teamId: string,
  sha256: string,
): Promise<void> {
  await store.removals.plan(teamId, sha256, clock.now())
}

/**
 * Removes at most `limit` files whose time has come; answers how many. Never within a transaction: what is read here
 * is committed and lasts, so that no power cut brings back a row that names a removed file.
 */
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
