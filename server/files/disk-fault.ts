/** Translates write errors of a disk into errors of the catalogue. */
import { ServiceError } from '../../core/errors.ts'
import { errorCode } from './file-system.ts'

/** Freeing space takes the operator a while; other faults can pass at once. */
const ROOM_AFTER_SECONDS = 10

const CODES: Readonly<Record<string, 'disk_full' | 'disk_read_only' | 'files_unavailable'>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  // Larger than the file system, or a limit of the process, lets a file become.
  EFBIG: 'disk_full',
  EROFS: 'disk_read_only',
  EACCES: 'files_unavailable',
  EPERM: 'files_unavailable',
  EIO: 'files_unavailable',
  ENOENT: 'files_unavailable',
  ENOTDIR: 'files_unavailable',
  EMFILE: 'files_unavailable',
  ENFILE: 'files_unavailable',
  ENODEV: 'files_unavailable',
  ENXIO: 'files_unavailable',
  ESTALE: 'files_unavailable',
  ENOTCONN: 'files_unavailable',
  ETIMEDOUT: 'files_unavailable',
  EHOSTDOWN: 'files_unavailable',
  EHOSTUNREACH: 'files_unavailable',
}

/** Does the work; what the disk refuses is thrown as a ServiceError, other errors as they are. */
export async function inDiskWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskFault(error) ?? error
  }
}

/** Null where it is not the disk that refuses. */
export function diskFault(error: unknown): ServiceError | null {
  const code = CODES[errorCode(error)]
  if (code === undefined) return null
  return code === 'files_unavailable' ? new ServiceError(code, { cause: error }) : refusedByDisk(code, error)
}

export function refusedByDisk(code: 'disk_full' | 'disk_read_only', cause: unknown): ServiceError {
  return new ServiceError(code, { cause, retryAfterSeconds: ROOM_AFTER_SECONDS })
}
