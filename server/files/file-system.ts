/** The few calls of a file system that keeping files takes, so that a test can put a forgetful one in its place. */
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'

export interface OpenFile {
  stat(): Promise<{ readonly size: number; isFile(): boolean }>
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>
  sync(): Promise<void>
  close(): Promise<void>
}

export interface NewFile {
  write(bytes: Uint8Array): Promise<unknown>
  sync(): Promise<void>
  close(): Promise<void>
}

export interface FileSystem {
  /** May a crash leave both names of a rename? Then the new name already has all bytes. */
  readonly renamesInTwoSteps?: boolean
  /** Makes a file for writing; EEXIST where the name is taken, whatever has it. */
  createFile(path: string): Promise<NewFile>
  /** For reading. A symbolic link as the last part of the path is an error (ELOOP), never followed. */
  openFile(path: string): Promise<OpenFile>
  /** A folder, for `sync`: what makes new, renamed and removed names in it last. */
  openFolder(path: string): Promise<Pick<OpenFile, 'sync' | 'close'>>
  /** Makes one folder, for this account alone unless `mode` says otherwise; EEXIST where the name is taken. */
  mkdir(path: string, mode?: number): Promise<void>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Of the name itself, not of what a link points at. */
  lstat(path: string): Promise<{ isFile(): boolean; isDirectory(): boolean; readonly mtimeMs: number }>
  readdir(path: string): Promise<readonly string[]>
}

export const diskFileSystem: FileSystem = {
  async createFile(path) {
    const file = await open(
      path,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    )
    // Unlike write, writeFile goes on until all bytes are written.
    return { write: (bytes) => file.writeFile(bytes), sync: () => file.sync(), close: () => file.close() }
  },
  openFile: (path) => open(path, constants.O_RDONLY | constants.O_NOFOLLOW),
  openFolder: (path) => open(path, constants.O_RDONLY | constants.O_DIRECTORY),
  mkdir: (path, mode = 0o700) => mkdir(path, { mode }),
  rename,
  unlink,
  lstat,
  readdir,
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The name's status, or null where there is nothing of that name. */
export async function statusOf(fileSystem: FileSystem, path: string) {
  try {
    return await fileSystem.lstat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

export async function syncFolder(fileSystem: FileSystem, path: string): Promise<void> {
  const folder = await fileSystem.openFolder(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
