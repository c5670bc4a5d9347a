/** The secrets of the console: session cookies and one-time links, of the form that keys have. */

import type { Entropy } from '../../clock.ts'
import { hashKey, isToken, makeToken } from '../access/key-form.ts'

const PREFIXES = { session: 'platen_cs_', link: 'platen_cl_' } as const
type Kind = keyof typeof PREFIXES

export function makeConsoleToken(kind: Kind, entropy: Entropy): string {
  return makeToken(PREFIXES[kind], entropy)
}

/** The hash under which it lies; null for a mistyped one, which costs no look at the database. */
export function consoleTokenHash(kind: Kind, presented: string): string | null {
  return isToken(PREFIXES[kind], presented) ? hashKey(presented) : null
}
