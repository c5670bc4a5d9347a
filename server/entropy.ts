/** Random bytes of the operating system, fetched many at a time: most who ask want eight. */

import { randomFillSync } from 'node:crypto'
import type { Entropy } from '../core/clock.ts'

const AT_ONCE = 4096

/** Each byte is handed out once and forgotten here. */
export function createEntropy(): Entropy {
  const pool = new Uint8Array(AT_ONCE)
  let used = AT_ONCE
  return {
    bytes(count) {
      if (count > AT_ONCE) return randomFillSync(new Uint8Array(count))
      if (used + count > AT_ONCE) {
        randomFillSync(pool)
        used = 0
      }
      const bytes = pool.slice(used, used + count)
      pool.fill(0, used, used + count)
      used += count
      return bytes
    },
  }
}
