/** The local copies of stored objects: bounded in size, the least recently used go first, erased ones within an hour. */
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createBoundedCache } from '../../../core/engine/pdf/bounded-cache.ts'
import type { Files } from '../../../core/files.ts'

/** A worker process may open a path that it was given until then. */
const IN_USE_MS = 600_000
/** The time of use is written at most this often. */
const NOTE_EVERY_MS = 60_000
const CHECKED_AFTER_MS = 3_600_000
const NAME = /^[0-9a-f]{64}$/
/** New copies between two cleanups: other processes may use the folder too. */
const CLEANED_EVERY = 16
/** Share of the limit that remains after a cleanup. */
const KEPT_SHARE = 0.9
const NOTED = 10_000

export interface CopyCache {
  /** Notes a use. False if there is no copy. */
  use(sha256: string): Promise<boolean>
  /** To be called after a copy was added. */
  added(): Promise<void>
  /** Removes copies beyond the limit, and those whose object `isGone`. */
  clean(isGone: (sha256: string) => Promise<boolean>): Promise<void>
}

/** `folder` holds the copies as `local` stores them; the modification time of a copy is its last use. */
export function createCopyCache(
  folder: string,
  local: Files,
  limitBytes: number,
  now: () => number,
): CopyCache {
  const noted = createBoundedCache<number>(NOTED)
  const checked = createBoundedCache<number>(NOTED)
  let copies = 0

  async function makeRoom(): Promise<void> {
    const found = await copiesIn(folder)
    let total = found.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= limitBytes) return
    for (const { sha256, bytes, usedAt } of found.sort((a, b) => a.usedAt - b.usedAt)) {
      if (total <= limitBytes * KEPT_SHARE || usedAt > now() - IN_USE_MS) return
      await local.remove(sha256)
      total -= bytes
    }
  }

  return {
    async use(sha256) {
      const at = now()
      if (at - (noted.get(sha256) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS && (await local.has(sha256)))
        return true
      try {
        await utimes(await local.localPath(sha256), at / 1000, at / 1000)
      } catch {
        return false
      }
      noted.set(sha256, at)
      return true
    },
    async added() {
      copies += 1
      if (copies % CLEANED_EVERY === 1) await makeRoom()
    },
    async clean(isGone) {
      await makeRoom()
      for (const { sha256 } of await copiesIn(folder)) {
        if (now() - (checked.get(sha256) ?? Number.NEGATIVE_INFINITY) < CHECKED_AFTER_MS) continue
        if (await isGone(sha256)) await local.remove(sha256)
        else checked.set(sha256, now())
      }
    },
  }
}

async function copiesIn(folder: string) {
  const names = await readdir(join(folder, 'sha256'), { recursive: true, withFileTypes: true })
  const found: { readonly sha256: string; readonly bytes: number; readonly usedAt: number }[] = []
  for (const entry of names) {
    if (!entry.isFile() || !NAME.test(entry.name)) continue
    // Another process may have removed it.
    const status = await stat(join(entry.parentPath, entry.name)).catch(() => null)
    if (status !== null) found.push({ sha256: entry.name, bytes: status.size, usedAt: status.mtimeMs })
  }
  return found
}
