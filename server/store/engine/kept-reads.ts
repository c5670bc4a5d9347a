/**
 * Caches records of nearly every request, such as its key and team, until the next commit to the database.
 * For speed alone: a GET with a key takes 163 microseconds of processor time instead of 174 (means of four runs each).
 */
import type { Reader } from './database.ts'

/** For each table. A record takes a few hundred bytes, with long names and metadata more. */
const MOST_RECORDS = 1_000
const MOST_BYTES = 2 ** 20

/** `read` with a cache. If the engine cannot tell whether there was a commit, every call reads. */
export function keepReads<R extends object>(
  db: Reader,
  read: (key: string) => Promise<R | null>,
): (key: string) => Promise<R | null> {
  const kept = new Map<string, R>()
  let keptBytes = 0
  let keptVersion: number | null = null
  const forget = (): void => {
    kept.clear()
    keptBytes = 0
  }
  return async (key) => {
    const version = db.dataVersion()
    if (version === null) return read(key)
    if (version !== keptVersion) forget()
    keptVersion = version
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = await read(key)
    // Meanwhile a commit may have cleared the cache, or another request may have filled it.
    if (found === null || keptVersion !== version || kept.has(key)) return found
    const bytes = bytesOf(key, found)
    if (bytes > MOST_BYTES) return found
    if (kept.size >= MOST_RECORDS || keptBytes + bytes > MOST_BYTES) forget()
    kept.set(key, found)
    keptBytes += bytes
    return found
  }
}

/** A character of a string takes at most two bytes. */
function bytesOf(key: string, record: object): number {
  return 2 * (key.length + JSON.stringify(record).length)
}
