/** What the service objects to in values, field by field. */
import type { ApiError } from '../api-error.ts'

interface Detail {
  readonly field_id?: unknown
  readonly param?: unknown
  readonly message?: unknown
}

/** Sentences by field id; empty where the error names no field. */
export function valueFaults(error: ApiError | null): Readonly<Record<string, string>> {
  if (error === null) return {}
  const details = Array.isArray(error.extra.details) ? (error.extra.details as readonly Detail[]) : []
  const faults: Record<string, string> = {}
  for (const { field_id: id, param, message } of details) {
    const name = typeof id === 'string' ? id : fieldOf(param)
    if (name !== null && typeof message === 'string') faults[name] ??= message
  }
  const named = fieldOf(error.param)
  if (named !== null) faults[named] ??= error.message
  return faults
}

function fieldOf(param: unknown): string | null {
  return typeof param === 'string' && param.startsWith('values.') ? param.slice('values.'.length) : null
}
