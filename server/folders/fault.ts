/** Translates file system errors into faults of hot folders. */
import { FolderFault, type FolderFaultCode } from '../../core/service/folder/out-tray.ts'
import { errorCode } from '../files/file-system.ts'

const WORDS: Readonly<Record<string, FolderFaultCode>> = {
  ENOENT: 'folder_missing',
  ENOTDIR: 'not_a_folder',
  ELOOP: 'not_a_folder',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  EROFS: 'read_only',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EFBIG: 'disk_full',
  EIO: 'folder_unreachable',
  ESTALE: 'folder_unreachable',
  ENODEV: 'folder_unreachable',
  ENXIO: 'folder_unreachable',
  ENOTCONN: 'folder_unreachable',
  ETIMEDOUT: 'folder_unreachable',
  ECONNREFUSED: 'folder_unreachable',
  ECONNRESET: 'folder_unreachable',
  ECONNABORTED: 'folder_unreachable',
  EHOSTDOWN: 'folder_unreachable',
  EHOSTUNREACH: 'folder_unreachable',
  ENETUNREACH: 'folder_unreachable',
  ENAMETOOLONG: 'name_refused',
  EINVAL: 'name_refused',
  EILSEQ: 'name_refused',
}

/** Errors of other origin pass as they are. */
export async function inFolderWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    // Of an operation on files, such as `open`; other errors carry codes too.
    const ofDisk = error instanceof Error && /^E[A-Z0-9]+$/.test(code)
    throw ofDisk ? new FolderFault(WORDS[code] ?? 'folder_failed', error) : error
  }
}
