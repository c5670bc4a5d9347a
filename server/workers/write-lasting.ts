/** A file that a worker has made, on the disk before anybody is told of it. */
import { open } from 'node:fs/promises'
import { inDiskWords } from '../files/disk-fault.ts'

/** Whoever asks for the file removes what a failure leaves there. */
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
