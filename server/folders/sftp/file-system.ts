/** The folder of an SFTP server as a file system, by version 3 of the protocol and OpenSSH's extensions where there are any. */
import type { SFTPWrapper, Stats } from 'ssh2'
import { type FileSystem, type NewFile, type OpenFile, statusOf } from '../../files/file-system.ts'
import type { Connection } from './connection.ts'

/** Of draft-ietf-secsh-filexfer; from 9 on they are of later versions, which some servers send all the same. */
const STATUS: Readonly<Record<number, string>> = {
  2: 'ENOENT',
  3: 'EACCES',
  4: 'EFAILURE',
  5: 'EINVAL',
  8: 'ENOTSUP',
  10: 'ENOENT',
  11: 'EEXIST',
  12: 'EROFS',
  14: 'ENOSPC',
  15: 'EDQUOT',
  19: 'ENOTDIR',
  20: 'EINVAL',
}
/** Without a reason: a full disk, a taken name, a folder in place of a file. */
const FAILURE = 'EFAILURE'
/** Every server takes this much in one request. */
const PIECE_BYTES = 32 * 1024
/** Under way at once, so that a far server is not waited for after each piece. */
const MOST_UNDER_WAY = 32
/** With less free space, a write that failed for no stated reason failed for want of space. */
const NO_SPACE_BYTES = 256 * 1024

export interface SftpFileSystem extends FileSystem {
  /** Of what a link points at. */
  isFolder(path: string): Promise<boolean>
}

/** Errors are like those of a disk, with a `code` such as ENOENT; FolderFault where the server does not answer. */
export function sftpFileSystem(connection: Connection): SftpFileSystem {
  const { sftp } = connection
  const ask = async <T>(request: (done: (error?: Error | null, value?: T) => void) => void): Promise<T> => {
    try {
      return await connection.ask<T>(request)
    } catch (error) {
      throw withErrno(error)
    }
  }
  const done = (request: (callback: (error?: Error | null) => void) => void) => ask<void>(request)
  const plainRename = (from: string, to: string) => done((callback) => sftp.rename(from, to, callback))
  const canReplace = has(sftp, 'posix-rename@openssh.com')

  const fileSystem: SftpFileSystem = {
    renamesInTwoSteps: !canReplace,
    async createFile(path) {
      const handle = await ask<Buffer>((callback) => sftp.open(path, 'wx', { mode: 0o666 }, callback)).catch(
        async (error) => {
          const taken = codeOf(error) === FAILURE && (await statusOf(fileSystem, path)) !== null
          throw taken ? withCode('EEXIST', error) : await spaceFault(error, path)
        },
      )
      return newFile(handle, path)
    },
    async openFile(path) {
      const handle = await ask<Buffer>((callback) => sftp.open(path, 'r', callback))
      return openFile(handle)
    },
    // Version 3 has no way to sync a folder; the server writes names in its own time.
    openFolder: async () => ({ sync: async () => {}, close: async () => {} }),
    mkdir: (path, mode = 0o755) => done((callback) => sftp.mkdir(path, { mode }, callback)),
    async rename(from, to) {
      if (canReplace) return done((callback) => sftp.ext_openssh_rename(from, to, callback))
      try {
        await plainRename(from, to)
      } catch (error) {
        // Version 3 refuses to replace a file, where a disk does it.
        if (codeOf(error) !== FAILURE && codeOf(error) !== 'EEXIST') throw error
        if ((await statusOf(fileSystem, to)) === null) throw error
        await fileSystem.lstat(from)
        await fileSystem.unlink(to)
        await plainRename(from, to)
      }
    },
    unlink: (path) => done((callback) => sftp.unlink(path, callback)),
    async lstat(path) {
      const stats = await ask<Stats>((callback) => sftp.lstat(path, callback))
      return {
        isFile: () => stats.isFile(),
        isDirectory: () => stats.isDirectory(),
        mtimeMs: stats.mtime * 1000,
      }
    },
    isFolder: async (path) => (await ask<Stats>((callback) => sftp.stat(path, callback))).isDirectory(),
    async readdir(path) {
      const list = await ask<readonly { readonly filename: string }[]>((callback) =>
        sftp.readdir(path, callback),
      )
      return list.map(({ filename }) => filename)
    },
  }

  function newFile(handle: Buffer, path: string): NewFile {
    const underWay = new Set<Promise<void>>()
    let position = 0
    let fault: unknown = null
    const drain = async (most: number) => {
      while (underWay.size > most) await Promise.race(underWay)
      if (fault !== null) throw await spaceFault(fault, path)
    }
    return {
      async write(bytes) {
        const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        for (let at = 0; at < buffer.length; at += PIECE_BYTES) {
          const length = Math.min(PIECE_BYTES, buffer.length - at)
          const start = position
          position += length
          const piece = done((callback) => sftp.write(handle, buffer, at, length, start, callback)).then(
            () => {},
            (error: unknown) => {
              fault ??= error
            },
          )
          underWay.add(piece)
          void piece.then(() => underWay.delete(piece))
          await drain(MOST_UNDER_WAY)
        }
      },
      async sync() {
        await drain(0)
        if (has(sftp, 'fsync@openssh.com'))
          await done((callback) => sftp.ext_openssh_fsync(handle, callback)).catch(async (error) => {
            throw await spaceFault(error, path)
          })
      },
      close: () => done((callback) => sftp.close(handle, callback)),
    }
  }

  function openFile(handle: Buffer): OpenFile {
    return {
      async stat() {
        const stats = await ask<Stats>((callback) => sftp.fstat(handle, callback))
        return { size: stats.size, isFile: () => stats.isFile() }
      },
      async read(buffer, offset, length, position) {
        const into = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.length)
        const bytesRead = await ask<number>((callback) =>
          sftp.read(handle, into, offset, length, position, (error, count) => callback(error, count)),
        ).catch((error: unknown) => {
          if (isEndOfFile(error)) return 0
          throw error
        })
        return { bytesRead }
      },
      sync: async () => {},
      close: () => done((callback) => sftp.close(handle, callback)),
    }
  }

  /** Servers report a full disk as a failure without a reason. */
  async function spaceFault(error: unknown, path: string): Promise<unknown> {
    if (codeOf(error) !== FAILURE || !has(sftp, 'statvfs@openssh.com', '2')) return error
    const folder = path.slice(0, path.lastIndexOf('/')) || (path.startsWith('/') ? '/' : '.')
    const free = await ask<{ readonly f_frsize: number; readonly f_bavail: number }>((callback) =>
      sftp.ext_openssh_statvfs(folder, callback as never),
    ).then(
      ({ f_frsize, f_bavail }) => f_frsize * f_bavail,
      () => Number.POSITIVE_INFINITY,
    )
    return free < NO_SPACE_BYTES ? withCode('ENOSPC', error) : error
  }

  return fileSystem
}

/** What the server offered when the session began; ssh2 itself tells it only by throwing. */
function has(sftp: SFTPWrapper, extension: string, version = '1'): boolean {
  const { _extensions: offered } = sftp as unknown as {
    readonly _extensions?: Readonly<Record<string, string>>
  }
  return offered?.[extension] === version
}

function isEndOfFile(error: unknown): boolean {
  return error instanceof Error && 'cause' in error && (error.cause as { code?: number } | null)?.code === 1
}

function withErrno(error: unknown): unknown {
  const status = error instanceof Error && 'code' in error ? error.code : null
  return typeof status === 'number' ? withCode(STATUS[status] ?? FAILURE, error) : error
}

function withCode(code: string, cause: unknown): Error {
  return Object.assign(new Error(`The SFTP server answers ${code}.`, { cause }), { code })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
