/** Content-addressed files in a folder: `sha256/ab/<hash>`, made last by sync, rename and sync of the folder. */

import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Files } from '../../core/files.ts'
import { inDiskWords } from './disk-fault.ts'
import { diskFileSystem, errorCode, type FileSystem, statusOf, syncFolder } from './file-system.ts'
import { makeFolder } from './folders.ts'
import type { LinkedFile } from './linked-file.ts'
import { readChunks } from './read-chunks.ts'
import type { S3Location } from './s3/location.ts'
import { openSink } from './sink.ts'
import { temporaryName, writerOf } from './temporary-name.ts'

const SHA256 = /^[0-9a-f]{64}$/
const TEMPORARY = /^[0-9a-f-]{36}$/
const TEMPORARY_LIFETIME_MS = 60 * 60 * 1000
const CHECKED_BYTES = 128 * 1024

export interface OpenFiles extends Files {
  /** The only folder of files that worker processes need. */
  readonly folder: string
  /** URL from which a browser gets the file without this service; null if the files lie in a folder. */
  link(sha256: string, seconds: number, file: LinkedFile): Promise<string | null>
  /** Hash of every stored file. */
  list(): AsyncIterable<string>
  /**
   * Removes temporary files of dead processes and those that nothing has written to for an hour; gives their number. With
   * `isOnlyServer` also those whose process is unknown: no other server writes here.
   */
  sweepTemporary(isOnlyServer?: boolean): Promise<number>
  /** Waits for the files that are being made last just now; afterwards none can be. */
  close(): Promise<void>
}

export interface FilesOptions {
  /** Of the files, or of local copies if they lie in a bucket. */
  readonly filesFolder: string
  readonly filesBucket?: S3Location | null
  /** Limit of the local copies; 0 keeps none. */
  readonly filesCacheMb?: number
  /** Does no other server use the folder? */
  readonly isOnlyServer?: boolean
}

/** Creates missing folders and removes temporary files of killed processes. A bucket is not asked yet. */
export async function openFiles(options: FilesOptions): Promise<OpenFiles> {
  const { filesFolder, filesBucket = null, filesCacheMb = 1024 } = options
  const wanted = resolve(filesFolder)
  if ((await statusOf(diskFileSystem, wanted)) === null) await makeFolder(diskFileSystem, wanted)
  const folder = await realpath(wanted)
  const local = await createFiles(folder, diskFileSystem)
  await local.sweepTemporary(options.isOnlyServer)
  if (filesBucket === null) return local
  // Loaded only here: the client of the object store takes a tenth of a second.
  const { openBucket } = await import('./s3/bucket.ts')
  const { createS3Files } = await import('./s3/open.ts')
  return createS3Files({ local, folder, bucket: openBucket(filesBucket), cacheBytes: filesCacheMb * 2 ** 20 })
}

/** `folder` exists; its path is absolute and without symbolic links. `now` gives milliseconds since 1970. */
export async function createFiles(
  folder: string,
  fileSystem: FileSystem,
  now: () => number = Date.now,
): Promise<OpenFiles> {
  const temporaryFolder = join(folder, 'tmp')
  const keptFolder = join(folder, 'sha256')
  await makeFolder(fileSystem, temporaryFolder)
  await makeFolder(fileSystem, keptFolder)
  const shards = new Map<string, Promise<void>>()
  const keeping = new Set<Promise<void>>()
  let closed = false

  /** Once in the life of the process, so that its name is known to be synced. */
  function makeShard(path: string): Promise<void> {
    const made = shards.get(path) ?? makeFolder(fileSystem, path)
    shards.set(path, made)
    made.catch(() => shards.delete(path))
    return made
  }

  function path(sha256: string): string {
    if (!SHA256.test(sha256)) throw new Error('A stored file is named by 64 lower-case hexadecimal digits.')
    return join(keptFolder, sha256.slice(0, 2), sha256)
  }

  function checkTemporary(temporaryPath: string): void {
    const inFolder = dirname(temporaryPath) === temporaryFolder && TEMPORARY.test(basename(temporaryPath))
    if (!inFolder || join(temporaryFolder, basename(temporaryPath)) !== temporaryPath) {
      throw new Error('A temporary file must be at the path from temporaryPath().')
    }
  }

  async function makeLast(temporaryPath: string, sha256: string): Promise<void> {
    const target = path(sha256)
    checkTemporary(temporaryPath)
    await syncChecked(fileSystem, temporaryPath, sha256)
    await makeShard(dirname(target))
    await fileSystem.rename(temporaryPath, target)
    await syncFolder(fileSystem, dirname(target))
  }

  const files: OpenFiles = {
    folder,
    temporaryPath: () => join(temporaryFolder, temporaryName()),
    localPath: async (sha256) => path(sha256),
    link: async () => null,
    async store(temporaryPath, sha256) {
      if (closed) throw new Error('The files are closed.')
      const work = inDiskWords(() => makeLast(temporaryPath, sha256))
      keeping.add(work)
      try {
        await work
      } finally {
        keeping.delete(work)
      }
    },
    async discard(temporaryPath) {
      checkTemporary(temporaryPath)
      await inDiskWords(() => removeIfThere(fileSystem, temporaryPath))
    },
    begin: () => inDiskWords(() => openSink(fileSystem, files.temporaryPath(), files)),
    async remove(sha256) {
      const target = path(sha256)
      await inDiskWords(async () => {
        if (await removeIfThere(fileSystem, target)) await syncFolder(fileSystem, dirname(target))
      })
    },
    async has(sha256) {
      return (await statusOf(fileSystem, path(sha256)))?.isFile() ?? false
    },
    async *read(sha256, range) {
      const target = path(sha256)
      const shard = await statusOf(fileSystem, dirname(target))
      if (shard?.isDirectory() !== true) throw new Error(`The file ${sha256} is missing.`)
      yield* readChunks(fileSystem, target, range)
    },
    async *list() {
      for (const shard of await fileSystem.readdir(keptFolder))
        for (const name of await fileSystem.readdir(join(keptFolder, shard)))
          if (SHA256.test(name)) yield name
    },
    async sweepTemporary(isOnlyServer = false) {
      let swept = 0
      for (const name of await fileSystem.readdir(temporaryFolder)) {
        const status = await statusOf(fileSystem, join(temporaryFolder, name))
        if (status?.isFile() !== true) continue
        const writer = writerOf(name)
        const isLeft = writer === 'dead' || (writer === 'unknown' && isOnlyServer)
        if (!isLeft && status.mtimeMs > now() - TEMPORARY_LIFETIME_MS) continue
        if (await removeIfThere(fileSystem, join(temporaryFolder, name))) swept += 1
      }
      return swept
    },
    async close() {
      closed = true
      await Promise.allSettled(keeping)
    },
  }
  return files
}

/**
 * Decision: the bytes are hashed once more before they get the hash as their name. The process that wrote them had an
 * untrusted file open; a wrong hash from it must not replace a file that others print from.
 */
async function syncChecked(fileSystem: FileSystem, path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  // One buffer for all: new ones would be 48 MB of garbage for a file of 48 MB.
  const buffer = new Uint8Array(CHECKED_BYTES)
  const file = await fileSystem.openFile(path)
  try {
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
      position += bytesRead
    }
    if (hash.digest('hex') !== sha256) throw new Error('The bytes of the file do not match the given hash.')
    await file.sync()
  } finally {
    await file.close()
  }
}

async function removeIfThere(fileSystem: FileSystem, path: string): Promise<boolean> {
  try {
    await fileSystem.unlink(path)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}
