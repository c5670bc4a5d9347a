/** Tells whose a presented API key is. */

import type { Clock } from '../../clock.ts'
import type { Store } from '../../store.ts'
import { isActive, type KeyRecord } from './key.ts'
import { hashKey, keyType } from './key-form.ts'
import { noteUse } from './note-use.ts'

export interface Authenticated {
  readonly key: KeyRecord
}

const TOUCH_INTERVAL_MS = 60_000

/**
 * Null for a malformed, mistyped, unknown, revoked or expired key: a caller cannot tell these apart. That a key
 * was used is written at most once a minute.
 */
export async function authenticateKey(
  store: Store,
  clock: Clock,
  presented: string,
): Promise<Authenticated | null> {
  const type = keyType(presented)
  if (type === null) return null
  const key = await store.keys.findByHash(hashKey(presented))
  const now = clock.now()
  if (key === null || key.type !== type || !isActive(key, now)) return null
  if (key.lastUsedAt === null || now - key.lastUsedAt >= TOUCH_INTERVAL_MS)
    await noteUse(() => store.keys.touch(key.id, now))
  return { key }
}
