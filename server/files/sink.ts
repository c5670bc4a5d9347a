/** A file that the service itself writes: hashed on the way, kept under its hash or removed. */

import { createHash } from 'node:crypto'
import type { FileSink, Files } from '../../core/files.ts'
import { inDiskWords } from './disk-fault.ts'
import type { FileSystem } from './file-system.ts'

/** Small writes are gathered, so that a record of a few kB does not cost a call each. */
const GATHERED_BYTES = 256 * 1024

export async function openSink(
  fileSystem: FileSystem,
  temporaryPath: string,
  files: Pick<Files, 'store' | 'discard'>,
): Promise<FileSink> {
  const file = await fileSystem.createFile(temporaryPath)
  const hash = createHash('sha256')
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  let sizeBytes = 0
  let ended = false

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(gathered, gatheredBytes)
    gathered = []
    gatheredBytes = 0
    await inDiskWords(() => file.write(bytes))
  }

  async function end(): Promise<void> {
    if (ended) return
    ended = true
    await inDiskWords(() => file.close())
  }

  return {
    async write(bytes) {
      if (ended) throw new Error('The file is ended.')
      hash.update(bytes)
      sizeBytes += bytes.length
      gathered.push(bytes)
      gatheredBytes += bytes.length
      if (gatheredBytes >= GATHERED_BYTES) await flush()
    },
    async store(before = async () => {}) {
      await flush()
      await end()
      const sha256 = hash.digest('hex')
      await before(sha256)
      await files.store(temporaryPath, sha256)
      return { sha256, sizeBytes }
    },
    async discard() {
      try {
        await end()
      } finally {
        await files.discard(temporaryPath)
      }
    },
  }
}
