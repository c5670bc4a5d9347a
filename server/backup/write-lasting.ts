/** Writes a new file that lasts: readable by its owner alone, and synced before it is closed. */
import { open } from 'node:fs/promises'

/** Throws EEXIST where the name is taken. */
export async function writeLasting(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
