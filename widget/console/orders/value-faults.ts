/** The service's errors in values, by field. */
import type { ApiError } from '../api-error.ts'
import { said } from '../words/said.ts'
import { language } from '../words.ts'

interface Detail {
  readonly field_id?: unknown
  readonly param?: unknown
  readonly code?: unknown
  readonly message?: unknown
  readonly found?: unknown
  readonly expected?: unknown
}

/** Sentences by field id; empty where the error names no field. */
export function valueFaults(error: ApiError | null): Readonly<Record<string, string>> {
  if (error === null) return {}
  const details = Array.isArray(error.extra.details) ? (error.extra.details as readonly Detail[]) : []
  const faults: Record<string, string> = {}
  for (const detail of details) {
    const { field_id: id, param } = detail
    const name = typeof id === 'string' ? id : fieldOf(param)
    if (name !== null && typeof detail.message === 'string') faults[name] ??= saidOf(detail, detail.message)
  }
  const named = fieldOf(error.param)
  if (named !== null) faults[named] ??= said(language(), error)
  return faults
}

function saidOf({ code, found, expected }: Detail, message: string): string {
  const plain = (fact: unknown) => (typeof fact === 'string' || typeof fact === 'number' ? fact : null)
  return said(language(), {
    code: typeof code === 'string' ? code : null,
    message,
    found: plain(found),
    expected: plain(expected),
  })
}

function fieldOf(param: unknown): string | null {
  return typeof param === 'string' && param.startsWith('values.') ? param.slice('values.'.length) : null
}
