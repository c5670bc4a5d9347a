/** Files that were placed in a hot folder: known again by their bytes, moved aside or removed with their tickets. */
import { createHash } from 'node:crypto'
import { join } from 'node:path/posix'
import { ticketName } from '../../core/service/folder/file-name.ts'
import { WITHDRAWN } from '../../core/service/folder/hot-folder.ts'
import { FolderFault, type Placed } from '../../core/service/folder/out-tray.ts'
import { errorCode, type FileSystem, statusOf } from '../files/file-system.ts'
import { readChunks } from '../files/read-chunks.ts'
import { syncNames } from './sync-names.ts'

/** A ticket is a few kilobytes; a larger file of its name is another's. */
const MOST_TICKET_BYTES = 4 * 1024 * 1024

/**
 * Moves what is still there into `withdrawn/`; a ticket whose file was taken goes too.
 * Decision: a file whose bytes are no longer ours counts as taken and is left alone.
 */
export async function withdrawPlaced(
  fileSystem: FileSystem,
  folder: string,
  placed: Placed,
): Promise<'withdrawn' | 'taken'> {
  const aside = join(folder, WITHDRAWN)
  const moved = await moveAside(fileSystem, folder, placed)
  if (moved !== null) {
    await syncNames(fileSystem, aside)
    await syncNames(fileSystem, folder)
  }
  if (moved === 'file') return 'withdrawn'
  // Before a crash, perhaps.
  for (const name of namesAside(placed))
    if (await isOwnFile(fileSystem, join(aside, name), placed)) return 'withdrawn'
  return 'taken'
}

/** The moved files: the file (and its ticket), the ticket alone, or none. */
async function moveAside(
  fileSystem: FileSystem,
  folder: string,
  placed: Placed,
): Promise<'file' | 'ticket' | null> {
  const aside = join(folder, WITHDRAWN)
  const file = join(folder, placed.fileName)
  const ticket = join(folder, ticketName(placed.fileName))
  const hasFile = await isOwnFile(fileSystem, file, placed)
  const hasTicket = await isOwnTicket(fileSystem, ticket, placed.id)
  if (!hasFile && !hasTicket) return null
  await makeAside(fileSystem, folder, aside)
  const name = hasFile
    ? await freeName(fileSystem, aside, placed)
    : await nameOfFile(fileSystem, aside, placed)
  const moved = hasFile && (await renameIfThere(fileSystem, file, join(aside, name)))
  if (hasTicket) await renameIfThere(fileSystem, ticket, join(aside, ticketName(name)))
  return moved ? 'file' : 'ticket'
}

async function makeAside(fileSystem: FileSystem, folder: string, aside: string): Promise<void> {
  if ((await statusOf(fileSystem, aside)) === null) {
    try {
      // It has the permissions of the hot folder.
      await fileSystem.mkdir(aside, 0o777)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    await syncNames(fileSystem, folder)
  }
  if (!(await fileSystem.lstat(aside)).isDirectory()) throw new FolderFault('not_a_folder')
}

/** Removes file and ticket from the folder and from `withdrawn/`; answers whether the file was in one of them. */
export async function removePlaced(fileSystem: FileSystem, folder: string, placed: Placed): Promise<boolean> {
  let removed = false
  for (const place of [folder, join(folder, WITHDRAWN)]) {
    if ((await statusOf(fileSystem, place))?.isDirectory() !== true) continue
    for (const name of namesAside(placed)) {
      const [file, ticket] = [join(place, name), join(place, ticketName(name))]
      if (await isOwnFile(fileSystem, file, placed)) removed = (await remove(fileSystem, file)) || removed
      if (await isOwnTicket(fileSystem, ticket, placed.id)) await remove(fileSystem, ticket)
    }
    await syncNames(fileSystem, place)
  }
  return removed
}

/** Does the ticket at this path name this delivery? */
export async function isOwnTicket(fileSystem: FileSystem, path: string, id: string): Promise<boolean> {
  const status = await statusOf(fileSystem, path)
  if (status?.isFile() !== true) return false
  try {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of readChunks(fileSystem, path)) {
      bytes += chunk.length
      if (bytes > MOST_TICKET_BYTES) return false
      chunks.push(chunk)
    }
    const ticket: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof ticket === 'object' && ticket !== null && 'delivery' in ticket && ticket.delivery === id
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return false
    throw error
  }
}

export async function hasSameBytes(fileSystem: FileSystem, one: string, other: string): Promise<boolean> {
  const sha256 = await hashOf(fileSystem, one)
  return sha256 !== null && sha256 === (await hashOf(fileSystem, other))
}

async function isOwnFile(fileSystem: FileSystem, path: string, placed: Placed): Promise<boolean> {
  return (await hashOf(fileSystem, path, placed.sizeBytes)) === placed.sha256
}

/** SHA-256 of a file; null where there is none, or where it has more than `most` bytes. */
async function hashOf(
  fileSystem: FileSystem,
  path: string,
  most = Number.POSITIVE_INFINITY,
): Promise<string | null> {
  const status = await statusOf(fileSystem, path)
  if (status?.isFile() !== true) return null
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of readChunks(fileSystem, path)) {
      bytes += chunk.length
      if (bytes > most) return null
      hash.update(chunk)
    }
    return hash.digest('hex')
  } catch (error) {
    // The press was faster.
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** The file's own name, and a unique one if that is taken in `withdrawn/`. */
function namesAside({ fileName, id }: Placed): readonly [string, string] {
  return [fileName, fileName.replace(/\.pdf$/, `-${id.slice(-12)}.pdf`)]
}

async function freeName(fileSystem: FileSystem, aside: string, placed: Placed): Promise<string> {
  const [own, other] = namesAside(placed)
  for (const name of [own, ticketName(own)])
    if ((await statusOf(fileSystem, join(aside, name))) !== null) return other
  return own
}

/** Where its file lies already, the ticket goes beside it. */
async function nameOfFile(fileSystem: FileSystem, aside: string, placed: Placed): Promise<string> {
  for (const name of namesAside(placed))
    if (await isOwnFile(fileSystem, join(aside, name), placed)) return name
  return freeName(fileSystem, aside, placed)
}

/** False where there is nothing of the first name: the press was faster. */
export async function renameIfThere(fileSystem: FileSystem, from: string, to: string): Promise<boolean> {
  try {
    await fileSystem.rename(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

async function remove(fileSystem: FileSystem, path: string): Promise<boolean> {
  try {
    await fileSystem.unlink(path)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}
