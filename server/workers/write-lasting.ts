/** A file that a worker has made, on the disk before anybody is told of it. */
import { open } from 'node:fs/promises'

export async function writeLasting(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
