/** Translates errors of PostgreSQL and of its driver for callers of the store. */
import type pg from 'pg'
import { ServiceError } from '../../../core/errors.ts'
import { UniqueViolation } from '../../../core/unique-violation.ts'
import { refusedByDisk } from '../../files/disk-fault.ts'

/**
 * Codes after which a later try may succeed. SQLSTATE (PostgreSQL manual, appendix A): 08 connection, 28 login,
 * 3D no such database, 40 deadlock, 53 resources, 55P03 lock not available, 57 cancelled or shutting down, 58 disk.
 * The others are the network's.
 */
const UNAVAILABLE =
  /^(?:(?:08|28|3D|40|53|57|58)\w{3}|55P03|25006|25P03|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT)$/

/** The driver's messages without a code for a lost or failed connection. */
const DISCONNECTED =
  /(?:Connection terminated|timeout expired|timeout exceeded|read timeout|not queryable|connection error|connection is closed)/

const UNIQUE_VIOLATION = '23505'
const DISK_FULL = '53100'

/** The error for callers of the store. */
export function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '' } = error as { code?: string }
  if (code === UNIQUE_VIOLATION) return violation(error)
  withoutValues(error)
  if (code === DISK_FULL) return refusedByDisk('disk_full', error)
  const disconnected = code === '' && DISCONNECTED.test(error.message)
  if (!disconnected && !UNAVAILABLE.test(code)) return error
  return new ServiceError('database_unavailable', { cause: error, retryAfterSeconds: 1 })
}

/** PostgreSQL names the columns in the detail: `Key (team_id, source_sha256)=(…, …) already exists.` */
function violation(error: pg.DatabaseError | Error): UniqueViolation {
  const { table = '', detail = '' } = error as Partial<pg.DatabaseError>
  const listed = /\(([^()]+)\)=\(/.exec(detail)?.[1] ?? ''
  withoutValues(error)
  return new UniqueViolation(table, error, listed === '' ? [] : listed.split(', '))
}

/** The detail repeats rows, and logs must not hold a customer's data. */
function withoutValues(error: Error): void {
  for (const property of ['detail', 'where', 'internalQuery'])
    if (property in error) Reflect.deleteProperty(error, property)
}
