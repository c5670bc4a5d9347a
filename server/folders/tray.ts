/** Hot folders on a file system: hidden until whole, then named by one rename, so that a press never reads half a file. */
import { randomUUID } from 'node:crypto'
// As SFTP servers take them too, whatever machine this is.
import { join } from 'node:path/posix'
import { ticketName } from '../../core/service/folder/file-name.ts'
import type { OutTray, Place, Staged } from '../../core/service/folder/out-tray.ts'
import { errorCode, type FileSystem, type NewFile, statusOf } from '../files/file-system.ts'
import { type Hidden, hiddenName, readHiddenName } from './hidden-names.ts'
import { hasSameBytes, isOwnTicket, removePlaced, renameIfThere, withdrawPlaced } from './placed-files.ts'
import { syncNames } from './sync-names.ts'

/** Where hot folders lie. */
export interface Grounds extends Pick<OutTray, 'sharedByTeams' | 'pathOf' | 'canMake' | 'make'> {
  /**
   * Works in the folder `path` of a place. Checked again each time, because shares and servers come and go. Throws
   * FolderFault for what is wrong with the folder.
   */
  within<T>(place: Place, work: (fileSystem: FileSystem, path: string) => Promise<T>): Promise<T>
}

export function createTray({ within, ...grounds }: Grounds): OutTray {
  return {
    ...grounds,
    probe: (place) =>
      within(place, async (fileSystem, path) => {
        const name = join(path, `.platen-test-${randomUUID()}`)
        await inNewFile(fileSystem, name, async (file) => {
          await file.write(Buffer.from('Platen looks whether it can write here.\n'))
          await file.sync()
        })
        await fileSystem.unlink(name)
        await syncNames(fileSystem, path)
      }),
    isFree: (place, fileName) =>
      within(place, async (fileSystem, path) => {
        const names = [fileName, ticketName(fileName)].map((name) => join(path, name))
        for (const name of names) if ((await statusOf(fileSystem, name)) !== null) return false
        return true
      }),
    stage: (place, { id, lease }, { ticket, bytes }, onProgress) =>
      within(place, async (fileSystem, path) => {
        await removeHidden(fileSystem, path, { id, lease })
        const ticketBytes = [Buffer.from(ticket)]
        await writeHidden(fileSystem, path, { id, lease, kind: 'ticket' }, ticketBytes, onProgress)
        await writeHidden(fileSystem, path, { id, lease, kind: 'file' }, bytes, onProgress)
        await syncNames(fileSystem, path)
      }),
    adopt: (place, staged) =>
      within(place, async (fileSystem, path) => {
        for (let sureOfNothing = false; ; ) {
          const found = await takeOver(fileSystem, path, staged)
          if (found === 'hidden') await syncNames(fileSystem, path)
          // A rename under a look can hide a name from it: what is gone is looked for twice.
          if (found === 'hidden' || found === 'lost' || (found === 'placed' && sureOfNothing)) return found
          sureOfNothing = found === 'placed'
        }
      }),
    place: (place, { id, lease }, fileName) =>
      within(place, async (fileSystem, path) => {
        const [file, ticket] = [join(path, fileName), join(path, ticketName(fileName))]
        const hiddenFile = join(path, hiddenName({ id, lease, kind: 'file', whole: true }))
        const hiddenTicket = join(path, hiddenName({ id, lease, kind: 'ticket', whole: true }))
        if ((await statusOf(fileSystem, hiddenFile)) === null) return 'lost'
        const halfDone = (await statusOf(fileSystem, file)) !== null
        // Two names of one file: its rename was interrupted between them.
        const isOurs = halfDone && fileSystem.renamesInTwoSteps === true
        if (halfDone && !(isOurs && (await hasSameBytes(fileSystem, hiddenFile, file)))) return 'name_taken'
        // Where the ticket is hidden no longer, it was placed before a crash.
        if ((await statusOf(fileSystem, hiddenTicket)) !== null) {
          const stands = await statusOf(fileSystem, ticket)
          if (stands !== null && !(await isOwnTicket(fileSystem, ticket, id))) return 'name_taken'
          if (!(await renameIfThere(fileSystem, hiddenTicket, ticket))) return 'lost'
          // So that after a crash no file stands without its ticket.
          await syncNames(fileSystem, path)
        }
        if (halfDone) await unlinkIfThere(fileSystem, hiddenFile)
        else if (!(await renameIfThere(fileSystem, hiddenFile, file))) return 'lost'
        await syncNames(fileSystem, path)
        return 'placed'
      }),
    withdraw: (place, placed) =>
      within(place, (fileSystem, path) => withdrawPlaced(fileSystem, path, placed)),
    remove: (place, placed) => within(place, (fileSystem, path) => removePlaced(fileSystem, path, placed)),
    discard: (place, staged, fileName) =>
      within(place, async (fileSystem, path) => {
        await removeHidden(fileSystem, path, staged)
        const ticket = fileName === null ? null : join(path, ticketName(fileName))
        if (ticket !== null && (await isOwnTicket(fileSystem, ticket, staged.id)))
          await unlinkIfThere(fileSystem, ticket)
        await syncNames(fileSystem, path)
      }),
    hidden: (place) =>
      within(place, async (fileSystem, path) => {
        const found = await hiddenIn(fileSystem, path)
        return [...new Set(found.map(({ id }) => id))]
      }),
  }
}

async function hiddenIn(fileSystem: FileSystem, path: string, id?: string): Promise<readonly Hidden[]> {
  const found = (await fileSystem.readdir(path)).map(readHiddenName)
  return found.filter((one) => one !== null).filter((one) => id === undefined || one.id === id)
}

async function removeHidden(fileSystem: FileSystem, path: string, { id, lease }: Staged): Promise<void> {
  for (const one of await hiddenIn(fileSystem, path, id))
    if (one.lease <= lease) await unlinkIfThere(fileSystem, join(path, hiddenName(one)))
}

async function writeHidden(
  fileSystem: FileSystem,
  path: string,
  hidden: Omit<Hidden, 'whole'>,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onProgress: () => Promise<void>,
): Promise<void> {
  const part = join(path, hiddenName({ ...hidden, whole: false }))
  await inNewFile(fileSystem, part, async (file) => {
    for await (const chunk of chunks) {
      await file.write(chunk)
      await onProgress()
    }
    await file.sync()
  })
  await onProgress()
  await fileSystem.rename(part, join(path, hiddenName({ ...hidden, whole: true })))
}

/** One look; null where something was renamed under it. */
async function takeOver(
  fileSystem: FileSystem,
  path: string,
  { id, lease }: Staged,
): Promise<'hidden' | 'placed' | 'lost' | null> {
  const found = (await hiddenIn(fileSystem, path, id)).filter((one) => one.whole)
  if (found.some((one) => one.lease > lease)) return 'lost'
  for (const one of found.filter((other) => other.lease < lease)) {
    const mine = join(path, hiddenName({ ...one, lease }))
    if (!(await renameIfThere(fileSystem, join(path, hiddenName(one)), mine))) return null
  }
  return found.some((one) => one.kind === 'file') ? 'hidden' : 'placed'
}

/** What is written half is removed again. */
async function inNewFile(
  fileSystem: FileSystem,
  path: string,
  write: (file: NewFile) => Promise<void>,
): Promise<void> {
  const file = await fileSystem.createFile(path)
  try {
    await write(file)
  } catch (error) {
    await file.close().catch(() => {})
    await unlinkIfThere(fileSystem, path).catch(() => {})
    throw error
  }
  await file.close()
}

async function unlinkIfThere(fileSystem: FileSystem, path: string): Promise<void> {
  try {
    await fileSystem.unlink(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
