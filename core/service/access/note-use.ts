/** That something was used, which no reply depends on: a disk that takes no more writes stops nobody from reading. */
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
