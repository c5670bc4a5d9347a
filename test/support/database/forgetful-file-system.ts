/** A file system in memory that forgets at a crash whatever was not synced: the bytes of files and names in folders. */
import { dirname } from 'node:path'
import type { FileSystem } from '../../../server/files/file-system.ts'

interface Node {
  readonly kind: 'file' | 'folder'
  bytes: Uint8Array
  syncedBytes: Uint8Array
  /** Names in a folder, as they are and as they would be found after a crash. */
  names: Map<string, Node>
  syncedNames: Map<string, Node>
}

export interface ForgetfulFileSystem extends FileSystem {
  /** What was done, in order: `sync file /tmp/x`, `rename /tmp/x /a`. */
  readonly done: readonly string[]
  /** Loses what was not synced, as a failing power supply does; the calls of the work before it fail. */
  crash(): void
  /** From now on, crashes instead of doing step `count` (from 0); counts steps that change or sync. */
  crashAt(count: number): void
  /** Has it crashed, and not been started again? */
  readonly down: boolean
  /** Starts the machine again after a crash, with what the disk kept. */
  restart(): void
  write(path: string, bytes: Uint8Array): void
  bytesOf(path: string): Uint8Array | null
}

/**
 * What a crash makes of a rename whose folder was not synced is open, so both are tried: `lost` finds the old name,
 * `early` finds the new one, which has reached the disk before anything else that was not synced.
 */
export type UnsyncedRename = 'lost' | 'early'

export function forgetfulFileSystem(folder: string, renames: UnsyncedRename = 'early'): ForgetfulFileSystem {
  const root = makeNode('folder')
  const done: string[] = []
  let stepsLeft = Number.POSITIVE_INFINITY
  let down = false

  const find = (path: string): Node | null => {
    let node: Node | null = root
    for (const name of path.split('/').filter((part) => part !== '')) node = node?.names.get(name) ?? null
    return node
  }
  const need = (path: string): Node => {
    const node = find(path)
    if (node === null) throw Object.assign(new Error(`ENOENT ${path}`), { code: 'ENOENT' })
    return node
  }
  const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

  function step(what: string): void {
    if (down) throw new Error('The machine is down.')
    if (stepsLeft === 0) {
      crash()
      down = true
      throw new Error('The machine went down.')
    }
    stepsLeft -= 1
    done.push(what)
  }

  function crash(node = root): void {
    node.bytes = node.syncedBytes
    node.names = new Map(node.syncedNames)
    for (const child of node.names.values()) crash(child)
  }

  let current = root
  for (const name of folder.split('/').filter((part) => part !== '')) {
    const child = makeNode('folder')
    current.names.set(name, child)
    current.syncedNames.set(name, child)
    current = child
  }

  return {
    done,
    crash: () => crash(),
    crashAt: (count) => {
      stepsLeft = count
    },
    get down() {
      return down
    },
    restart: () => {
      down = false
      stepsLeft = Number.POSITIVE_INFINITY
    },
    write(path, bytes) {
      const file = makeNode('file')
      file.bytes = bytes
      need(dirname(path)).names.set(nameIn(path), file)
    },
    bytesOf: (path) => find(path)?.bytes ?? null,

    async openFile(path) {
      const file = need(path)
      return {
        stat: async () => ({ size: file.bytes.length, isFile: () => file.kind === 'file' }),
        read: async (buffer, offset, length, position) => {
          const part = file.bytes.subarray(position, position + length)
          buffer.set(part, offset)
          return { bytesRead: part.length }
        },
        sync: async () => {
          step(`sync file ${path}`)
          file.syncedBytes = file.bytes
        },
        close: async () => {},
      }
    },
    async createFile(path) {
      if (find(path) !== null) throw Object.assign(new Error(`EEXIST ${path}`), { code: 'EEXIST' })
      const folder = need(dirname(path))
      step(`create ${path}`)
      const file = makeNode('file')
      folder.names.set(nameIn(path), file)
      return {
        write: async (bytes) => {
          file.bytes = Buffer.concat([file.bytes, bytes])
        },
        sync: async () => {
          step(`sync file ${path}`)
          file.syncedBytes = file.bytes
        },
        close: async () => {},
      }
    },
    async openFolder(path) {
      const node = need(path)
      return {
        sync: async () => {
          step(`sync folder ${path}`)
          node.syncedNames = new Map(node.names)
        },
        close: async () => {},
      }
    },
    async mkdir(path) {
      if (find(path) !== null) throw Object.assign(new Error(`EEXIST ${path}`), { code: 'EEXIST' })
      step(`mkdir ${path}`)
      need(dirname(path)).names.set(nameIn(path), makeNode('folder'))
    },
    async rename(from, to) {
      const node = need(from)
      step(`rename ${from} ${to}`)
      const source = need(dirname(from))
      source.names.delete(nameIn(from))
      const target = need(dirname(to))
      target.names.set(nameIn(to), node)
      // A rename reaches the disk whole: the file never has both names, nor none.
      if (renames === 'early') {
        source.syncedNames.delete(nameIn(from))
        target.syncedNames.set(nameIn(to), node)
      }
    },
    async unlink(path) {
      need(path)
      step(`unlink ${path}`)
      need(dirname(path)).names.delete(nameIn(path))
    },
    async lstat(path) {
      const node = need(path)
      return { isFile: () => node.kind === 'file', isDirectory: () => node.kind === 'folder', mtimeMs: 0 }
    },
    readdir: async (path) => [...need(path).names.keys()],
  }
}

function makeNode(kind: Node['kind']): Node {
  return {
    kind,
    bytes: new Uint8Array(),
    syncedBytes: new Uint8Array(),
    names: new Map(),
    syncedNames: new Map(),
  }
}
