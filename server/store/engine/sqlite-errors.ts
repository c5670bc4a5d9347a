/** Retries SQLite's busy errors, and translates the others for callers of the store. */

import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../../../core/errors.ts'
import { UniqueViolation } from '../../../core/unique-violation.ts'
import { refusedByDisk } from '../../files/disk-fault.ts'

/** Decision: the longest wait for another process's lock; then the database counts as unavailable. */
const BUSY_WAIT_MS = 5_000
const BUSY_DELAYS_MS = [1, 1, 2, 3, 5, 8, 13, 20]

/** Retries the work while the file is locked; throws its other errors, and the lock's after 5 s. */
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

/** A stale snapshot is also reported as busy, but waiting does not help: its transaction must begin again. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code.startsWith('SQLITE_BUSY') && code !== 'SQLITE_BUSY_SNAPSHOT'
}

/** Result codes (sqlite.org/rescode.html) after which a later try may succeed: locked, failing disk. */
const UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN|NOMEM)/

/** The error for callers of the store. */
export function translated(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return violation(error)
  // A full disk causes the second one: the shared memory beside the log has a fixed size from the start.
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return refusedByDisk('disk_full', error)
  if (code.startsWith('SQLITE_READONLY')) return refusedByDisk('disk_read_only', error)
  return UNAVAILABLE.test(code) ? unavailable(error) : error
}

/** Faults without a cause in the request. */
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
