/** Times as they go over the wire. */
import { Type } from '@sinclair/typebox'

export const TIME = Type.String({ format: 'date-time' })

/** RFC 3339 in UTC with milliseconds. */
export function timeWire(ms: number): string {
  return new Date(ms).toISOString()
}

export function optionalTime(ms: number | null): string | null {
  return ms === null ? null : timeWire(ms)
}
