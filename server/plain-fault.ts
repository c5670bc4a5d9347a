/** Describes a fault outside the program in one sentence for the operator; bugs keep their stack. */
import { dirname } from 'node:path'
import { ServiceError } from '../core/errors.ts'
import { diskFault } from './files/disk-fault.ts'
import { OperatorFault } from './operator-fault.ts'

/** Null for a fault of the program. */
export function plainFault(error: unknown): string | null {
  if (error instanceof OperatorFault) return error.message
  const known = error instanceof ServiceError ? error : diskFault(error)
  if (known === null) return null
  const { cause } = known.facts
  const disk = `The disk${folderOf(cause)}`
  if (known.code === 'disk_full') return `${disk} is full. Free some space and try again.`
  if (known.code === 'disk_read_only') return `${disk} is read-only. Make it writable and try again.`
  // What the system says names the file and what was tried with it.
  if (known !== error) return cause instanceof Error ? `${cause.message}.` : null
  const reason = cause instanceof Error && !known.message.includes(cause.message) ? ` (${cause.message})` : ''
  return `${known.message}${reason}`
}

/** Only where the system names the file: it does not for one that is open already. */
function folderOf(cause: unknown): string {
  const path = cause instanceof Error && 'path' in cause ? cause.path : undefined
  return typeof path === 'string' ? ` of ${dirname(path)}` : ''
}
