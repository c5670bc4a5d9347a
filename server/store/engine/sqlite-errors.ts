/** Handles SQLite's errors: waits out busy ones, and translates the others for the store's callers. */

import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../../../core/errors.ts'
import { UniqueViolation } from '../../../core/unique-violation.ts'
import { refusedByDisk } from '../../files/disk-fault.ts'

/** Decision: a statement waits so long for another process's lock; then the database counts as unavailable. */
const BUSY_WAIT_MS = 5_000
const BUSY_DELAYS_MS = [1, 1, 2, 3, 5, 8, 13, 20]

/** Does the work once nobody else holds the file; throws what it throws then, or after 5 s. */
export async function whileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  let waited = 0
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || waited >= BUSY_WAIT_MS) throw error
      const pause = BUSY_DELAYS_MS[Math.min(tries, BUSY_DELAYS_MS.length - 1)] ?? 20
      await delay(pause)
      waited += pause
    }
  }
}

/** A stale snapshot is also called busy, but no wait mends it: its transaction must begin again. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code.startsWith('SQLITE_BUSY') && code !== 'SQLITE_BUSY_SNAPSHOT'
}

/** Result codes (sqlite.org/rescode.html) after which a later try may succeed: locked, failing disk. */
const UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN|NOMEM)/

/** As the store's callers know it. */
export function translated(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return violation(error)
  // The second is what a full disk says of the shared memory beside the log, which has a size from the start.
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return refusedByDisk('disk_full', error)
  if (code.startsWith('SQLITE_READONLY')) return refusedByDisk('disk_read_only', error)
  return UNAVAILABLE.test(code) ? unavailable(error) : error
}

/** Of what the caller has no part in. */
export function unavailable(cause: unknown): ServiceError {
  return new ServiceError('database_unavailable', { cause, retryAfterSeconds: 1 })
}

/** SQLite names the index by its columns: `UNIQUE constraint failed: templates.team_id, templates.source_sha256`. */
function violation(error: unknown): UniqueViolation {
  const listed = /constraint failed: (.+)$/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
  const columns = listed.split(', ').map((name) => name.split('.'))
  return new UniqueViolation(
    columns[0]?.[0] ?? '',
    error,
    columns.map(([, column]) => column ?? ''),
  )
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
