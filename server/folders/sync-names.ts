/** Makes the names in a folder last, where its disk knows how to. */
import { errorCode, type FileSystem, syncFolder } from '../files/file-system.ts'

/** Decision: shares that cannot sync a folder (some over SMB) are used anyway; their server writes in its own time. */
const CANNOT = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF']

export async function syncNames(fileSystem: FileSystem, path: string): Promise<void> {
  try {
    await syncFolder(fileSystem, path)
  } catch (error) {
    if (!CANNOT.includes(errorCode(error))) throw error
  }
}
