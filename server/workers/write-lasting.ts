/** Writes a worker's file to disk, synced before the answer. */
import { open } from 'node:fs/promises'
import { inDiskWords } from '../files/disk-fault.ts'

/** The caller removes the file after a failure. */
export function writeLasting(path: string, chunks: Iterable<Uint8Array>): Promise<void> {
  return inDiskWords(async () => {
    const file = await open(path, 'w', 0o600)
    try {
      for (const bytes of chunks) await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  })
}
