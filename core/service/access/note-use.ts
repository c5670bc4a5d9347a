/** Stores the time of last use. No reply depends on it, so a full disk does not stop reading. */
import { ServiceError } from '../../errors.ts'

export async function noteUse(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const isDisk =
      error instanceof ServiceError && (error.code === 'disk_full' || error.code === 'disk_read_only')
    if (!isDisk) throw error
  }
}
