/** The two secrets of a customer's browser: the client secret of its session, and the token to resume a fill. */

import type { Entropy } from '../../clock.ts'
import { isToken, makeToken } from '../access/key-form.ts'

const CLIENT_SECRET = 'es_'
const RESUME_TOKEN = 'platen_rt_'

/** Shown once, when the session is made; hashKey gives what is stored. */
export function makeClientSecret(entropy: Entropy): string {
  return makeToken(CLIENT_SECRET, entropy)
}

export function isClientSecret(presented: string): boolean {
  return isToken(CLIENT_SECRET, presented)
}

export function makeResumeToken(entropy: Entropy): string {
  return makeToken(RESUME_TOKEN, entropy)
}

export function isResumeToken(presented: string): boolean {
  return isToken(RESUME_TOKEN, presented)
}
