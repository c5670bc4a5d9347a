/** What operations behind a signed link have in common: nobody signs in, for the link says what may be read and how long. */
import { Type } from '@sinclair/typebox'

export const SIGNED = {
  method: 'get',
  prefix: '',
  tag: 'Files',
  stability: 'beta',
  auth: 'none',
  scope: null,
  limit: 'none',
} as const

export const PART = Type.Optional(Type.String({ maxLength: 200 }))
export const SIGNED_QUERY = { v: PART, exp: PART, d: PART, kid: PART, sig: PART }

/** Caches may keep what the link shows as long as the link works. */
export function whileLinked(secondsLeft: number) {
  return { 'Cache-Control': `private, max-age=${secondsLeft}, no-transform` }
}
