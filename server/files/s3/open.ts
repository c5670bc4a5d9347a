/** Content-addressed files in an object store, with local copies for worker processes and repeated reading. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { inDiskWords } from '../disk-fault.ts'
import { diskFileSystem } from '../file-system.ts'
import type { OpenFiles } from '../open.ts'
import { openSink } from '../sink.ts'
import type { Bucket, ByteRange } from './bucket.ts'
import { createCopyCache } from './cache.ts'

/** Larger files, such as a merged PDF of a batch, are not copied to be downloaded. */
const COPIED_BYTES = 64 * 2 ** 20
const CLEAN_EVERY_MS = 600_000

export interface S3Files {
  /** Files in `folder`, which holds the copies and files in the making. */
  readonly local: OpenFiles
  readonly folder: string
  readonly bucket: Bucket
  /** Limit of the copies; 0 keeps none, so that every byte comes from the object store. */
  readonly cacheBytes: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

export interface OpenS3Files extends OpenFiles {
  /** Removes copies beyond the limit, and copies of removed files. Done by itself every ten minutes. */
  clean(): Promise<void>
}

/**
 * A file is stored once the object store has it: the copy is only for speed. Decision: keys are content addresses, so
 * a repeated upload changes nothing and no conditional write is needed.
 */
export function createS3Files({ local, folder, bucket, cacheBytes, now = Date.now }: S3Files): OpenS3Files {
  const cache = createCopyCache(folder, local, cacheBytes, now)
  const fetching = new Map<string, Promise<void>>()
  const isGone = async (sha256: string) => (await bucket.size(keyOf(sha256))) === null
  const clean = () => cache.clean(isGone)
  const timer = setInterval(() => clean().catch(() => {}), CLEAN_EVERY_MS).unref()

  async function fetchCopy(sha256: string, bytes: number): Promise<void> {
    const path = local.temporaryPath()
    try {
      const body = bucket.read(keyOf(sha256), { start: 0, end: bytes })
      await inDiskWords(() => pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 })))
      // Compares the bytes with the hash.
      await local.store(path, sha256)
      await cache.added()
    } finally {
      await local.discard(path)
    }
  }

  /** Once at a time for all who ask. */
  function copy(sha256: string, bytes: number): Promise<void> {
    const running = fetching.get(sha256) ?? fetchCopy(sha256, bytes).finally(() => fetching.delete(sha256))
    fetching.set(sha256, running)
    return running
  }

  async function sizeOf(sha256: string): Promise<number> {
    const bytes = await bucket.size(keyOf(sha256))
    if (bytes === null) throw new Error(`The file ${sha256} is missing.`)
    return bytes
  }

  const files: OpenS3Files = {
    folder,
    clean,
    temporaryPath: () => local.temporaryPath(),
    discard: (path) => local.discard(path),
    begin: () => inDiskWords(() => openSink(diskFileSystem, local.temporaryPath(), files)),
    async store(path, sha256) {
      await local.store(path, sha256)
      const kept = await local.localPath(sha256)
      try {
        await bucket.put(keyOf(sha256), kept, (await stat(kept)).size, sha256)
      } finally {
        if (cacheBytes === 0) await local.remove(sha256)
      }
      await cache.added()
    },
    async remove(sha256) {
      await bucket.remove(keyOf(sha256))
      await local.remove(sha256)
    },
    has: async (sha256) => !(await isGone(sha256)),
    async localPath(sha256) {
      if (!(await cache.use(sha256))) await copy(sha256, await sizeOf(sha256))
      return local.localPath(sha256)
    },
    async *read(sha256, range) {
      const isLocal = cacheBytes > 0 && (await cache.use(sha256))
      const bytes = isLocal ? 0 : await sizeOf(sha256)
      const isCopied = cacheBytes > 0 && bytes <= COPIED_BYTES
      if (isLocal || (isCopied && (await copied(copy(sha256, bytes))))) yield* local.read(sha256, range)
      else yield* stream(bucket, sha256, bytes, range)
    },
    async *list() {
      for await (const { key } of bucket.list('sha256/')) yield key.slice(key.lastIndexOf('/') + 1)
    },
    link: async (sha256, seconds, file) => bucket.link(keyOf(sha256), seconds, file),
    sweepTemporary: (isOnlyServer) => local.sweepTemporary(isOnlyServer),
    async close() {
      clearInterval(timer)
      await local.close()
      await Promise.allSettled(fetching.values())
      bucket.close()
    },
  }
  return files
}

/** As in a folder of files, so that both can be copied into each other by other programs. */
function keyOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw new Error('A stored file is named by 64 lower-case hexadecimal digits.')
  return `sha256/${sha256.slice(0, 2)}/${sha256}`
}

/** False if the disk has no room for a copy; other failures are thrown. */
async function copied(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (code === 'disk_full' || code === 'disk_read_only') return false
    throw error
  }
}

async function* stream(
  bucket: Bucket,
  sha256: string,
  bytes: number,
  range: ByteRange = { start: 0, end: bytes },
): AsyncGenerator<Uint8Array> {
  const { start, end } = range
  const inside =
    Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end && end <= bytes
  if (!inside) throw new RangeError(`The range ${start} to ${end} lies outside a file of ${bytes} bytes.`)
  const body = bucket.read(keyOf(sha256), { start, end })
  if (end - start < bytes) yield* body
  else yield* verified(body, sha256)
}

/** Holds the last chunk back until the hash is right, so that damaged bytes never look like a whole file. */
async function* verified(body: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let last: Uint8Array | null = null
  for await (const chunk of body) {
    hash.update(chunk)
    if (last !== null) yield last
    last = chunk
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The object of the file ${sha256} is damaged.`)
  if (last !== null) yield last
}
