/** Pictures that were drawn, kept in memory and on disk with a bound; whatever is lost or damaged is drawn again. */

import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { createBoundedCache } from '../../core/engine/pdf/bounded-cache.ts'
import type { KeptPicture, Pictures } from '../../core/service/preview/raster-port.ts'

export interface PictureOptions {
  readonly folder: string
  /** Of the files; in memory there are at most `memoryBytes`. */
  readonly diskBytes: number
  readonly memoryBytes: number
  readonly log: Pick<Logger, 'warn'>
}

export interface OpenPictures extends Pictures {
  /** Resolves once the files of earlier runs are counted, for tests. */
  readonly counted: Promise<void>
  /** Resolves once all that is kept so far is written, or lost. Never rejects. */
  flush(): Promise<void>
}

const NAME = /^[0-9a-f]{64}$/
const SCOPE = /^[a-z]+_[0-9a-z]{1,64}$/
/** Bytes of the hash and the facts before the picture: one line of JSON. */
const LINE_END = 10
/** When a file was last used is noted at most so often. */
const NOTE_EVERY_MS = 600_000
/** Pictures on their way to a disk that is slower than the drawing; with more of them, new ones stay in memory alone. */
const MOST_UNWRITTEN_BYTES = 64 << 20

interface CachedPicture {
  readonly bytes: number
  notedAt: number
}

/** A folder for each scope, so that all of it can go at once; a shard for each hundredth of them. */
export function openPictures({ folder, diskBytes, memoryBytes, log }: PictureOptions): OpenPictures {
  const memory = createBoundedCache<KeptPicture>(memoryBytes, ({ png }) => png.length)
  /** By path below the folder, those used longest ago first. */
  const files = new Map<string, CachedPicture>()
  let total = 0
  /** Reading begun before a scope was forgotten must not bring it back. */
  let forgotten = 0
  /** Each until it is written or lost. */
  const unwritten = new Map<Promise<void>, number>()
  /** A failing disk is logged once, until it works again. */
  let fails = false

  const pathOf = (scope: string, identity: string): string => {
    if (!SCOPE.test(scope) || !NAME.test(identity)) throw new Error('An image has no such name.')
    return join(scope.slice(-2), scope, identity)
  }
  const note = (name: string, bytes: number, notedAt: number): void => {
    total += bytes - (files.get(name)?.bytes ?? 0)
    files.delete(name)
    files.set(name, { bytes, notedAt })
  }
  const drop = async (name: string): Promise<void> => {
    total -= files.get(name)?.bytes ?? 0
    files.delete(name)
    await rm(join(folder, name), { force: true })
  }
  const makeRoom = async (): Promise<void> => {
    for (const name of files.keys()) {
      if (total <= diskBytes) return
      await drop(name)
    }
  }
  const count = async (): Promise<void> => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const found: { name: string; bytes: number; usedAt: number }[] = []
    for (const entry of names) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      // Left behind by a process that was killed while it wrote.
      if (!NAME.test(entry.name)) await rm(path, { force: true })
      else {
        const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }))
        found.push({ name: path.slice(folder.length + 1), bytes: size, usedAt: mtimeMs })
      }
    }
    const newer = [...files]
    files.clear()
    total = 0
    for (const { name, bytes, usedAt } of found.sort((a, b) => a.usedAt - b.usedAt)) note(name, bytes, usedAt)
    for (const [name, { bytes, notedAt }] of newer) note(name, bytes, notedAt)
    await makeRoom()
  }
  // A cache that cannot be counted is a cache that cannot be used; what is asked for is drawn.
  const counted = count().catch(() => undefined)

  /** Never rejects: with a full disk, the next request draws the preview again. */
  const write = async (name: string, picture: KeptPicture): Promise<void> => {
    const line = factsOf(picture)
    const bytes = line.length + picture.png.length
    if (bytes > diskBytes) return
    const path = join(folder, name)
    const temporary = `${path}.${randomUUID()}`
    const epoch = forgotten
    try {
      await mkdir(dirname(path), { recursive: true })
      // One after the other: a copy of both would be garbage as large as the picture.
      await writeFile(temporary, [line, picture.png], { mode: 0o600 })
      await rename(temporary, path)
      if (epoch !== forgotten && memory.get(name) === undefined) await drop(name)
      else {
        note(name, bytes, Date.now())
        await makeRoom()
      }
      fails = false
    } catch (err) {
      if (!fails) log.warn({ err }, 'Previews cannot be cached on disk and will be redrawn on each request.')
      fails = true
      await rm(temporary, { force: true }).catch(() => undefined)
    }
  }

  const flush = async (): Promise<void> => {
    await Promise.all(unwritten.keys())
  }

  return {
    counted,
    async find(scope, identity) {
      const name = pathOf(scope, identity)
      const known = memory.get(name)
      if (known !== undefined) return known
      const epoch = forgotten
      const bytes = await readFile(join(folder, name)).catch(() => null)
      if (bytes === null) return null
      const picture = readPicture(bytes)
      if (picture === null) {
        await drop(name)
        return null
      }
      if (epoch !== forgotten) return null
      memory.set(name, picture)
      const now = Date.now()
      const due = now - (files.get(name)?.notedAt ?? 0) > NOTE_EVERY_MS
      note(name, bytes.length, due ? now : (files.get(name)?.notedAt ?? now))
      if (due) await utimes(join(folder, name), now / 1000, now / 1000).catch(() => undefined)
      return picture
    },
    store(scope, identity, picture) {
      const name = pathOf(scope, identity)
      memory.set(name, picture)
      const { length } = picture.png
      const waiting = unwritten.values().reduce((sum, bytes) => sum + bytes, 0)
      if (waiting + length > MOST_UNWRITTEN_BYTES) return
      const writing = write(name, picture).finally(() => unwritten.delete(writing))
      unwritten.set(writing, length)
    },
    flush,
    async forget(scope, identity) {
      forgotten += 1
      const prefix = identity === undefined ? join(scope.slice(-2), scope) : pathOf(scope, identity)
      if (!SCOPE.test(scope)) throw new Error('An image has no such scope.')
      memory.drop((name) => name === prefix || name.startsWith(`${prefix}/`))
      for (const name of [...files.keys()])
        if (name === prefix || name.startsWith(`${prefix}/`)) {
          total -= files.get(name)?.bytes ?? 0
          files.delete(name)
        }
      // Nothing that was on its way to the disk arrives there afterwards.
      await flush()
      await rm(join(folder, prefix), { recursive: true, force: true })
    },
  }
}

/** The line before the picture. */
function factsOf({ widthPx, heightPx, fits, png }: KeptPicture): Buffer {
  const sha256 = createHash('sha256').update(png).digest('hex')
  return Buffer.from(`${JSON.stringify({ v: 1, sha256, widthPx, heightPx, fits })}\n`)
}

/** Null for a file that is not as it was written. */
function readPicture(bytes: Buffer): KeptPicture | null {
  try {
    const end = bytes.indexOf(LINE_END)
    const { v, sha256, widthPx, heightPx, fits } = JSON.parse(bytes.toString('utf8', 0, end))
    const png = bytes.subarray(end + 1)
    if (v !== 1 || createHash('sha256').update(png).digest('hex') !== sha256) return null
    return { widthPx, heightPx, fits, png }
  } catch {
    return null
  }
}
