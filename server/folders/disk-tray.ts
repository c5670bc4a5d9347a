/** Hot folders on a disk: hidden until whole, then named by one rename, so that a press never reads half a file. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { ticketName } from '../../core/service/folder/file-name.ts'
import { FolderFault, type OutTray, type Place, type Staged } from '../../core/service/folder/out-tray.ts'
import { diskFileSystem, errorCode, type FileSystem, type NewFile, statusOf } from '../files/file-system.ts'
import { inFolderWords } from './fault.ts'
import { type Hidden, hiddenName, readHiddenName } from './hidden-names.ts'
import { isLocal } from './local-disk.ts'
import { isOwnTicket, removePlaced, renameIfThere, withdrawPlaced } from './placed-files.ts'
import { syncNames } from './sync-names.ts'

/** Stands in the path for the team's id, where each team is to have a folder of its own. */
const TEAM = '{team}'

/**
 * `root` is the folder in which hot folders lie, absolute; it may hold `{team}`. It is never made,
 * and a hot folder only on request: behind a share that is not connected lies an empty folder of this machine, which no press looks at.
 */
export function createDiskTray(root: string, fileSystem: FileSystem = diskFileSystem): OutTray {
  /** Checked again each time, because shares come and go. A link below the root could lead out of it: rejected. */
  async function enter({ teamId, folder }: Place): Promise<string> {
    let path = root.replaceAll(TEAM, teamId)
    for (const name of folder.split('/')) {
      path = join(path, name)
      if (!(await fileSystem.lstat(path)).isDirectory()) throw new FolderFault('not_a_folder')
    }
    return path
  }

  const pathOf = ({ teamId, folder }: Place) => join(root.replaceAll(TEAM, teamId), ...folder.split('/'))

  async function hiddenIn(path: string, id?: string): Promise<readonly Hidden[]> {
    const found = (await fileSystem.readdir(path)).map(readHiddenName)
    return found.filter((one) => one !== null).filter((one) => id === undefined || one.id === id)
  }

  async function removeHidden(path: string, { id, lease }: Staged): Promise<void> {
    for (const one of await hiddenIn(path, id))
      if (one.lease <= lease) await unlinkIfThere(fileSystem, join(path, hiddenName(one)))
  }

  async function writeHidden(
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
  async function takeOver(path: string, { id, lease }: Staged): Promise<'hidden' | 'placed' | 'lost' | null> {
    const found = (await hiddenIn(path, id)).filter((one) => one.whole)
    if (found.some((one) => one.lease > lease)) return 'lost'
    for (const one of found.filter((other) => other.lease < lease)) {
      const mine = join(path, hiddenName({ ...one, lease }))
      if (!(await renameIfThere(fileSystem, join(path, hiddenName(one)), mine))) return null
    }
    return found.some((one) => one.kind === 'file') ? 'hidden' : 'placed'
  }

  return {
    sharedByTeams: !root.includes(TEAM),
    pathOf,
    async canMake({ teamId }) {
      const top = root.replaceAll(TEAM, teamId)
      try {
        return (await fileSystem.lstat(top)).isDirectory() && (await isLocal(top))
      } catch {
        return false
      }
    },
    make: (place) =>
      inFolderWords(async () => {
        let path = root.replaceAll(TEAM, place.teamId)
        for (const name of place.folder.split('/')) {
          const above = path
          path = join(path, name)
          if ((await statusOf(fileSystem, path)) !== null) continue
          // The press has to reach it with an account of its own.
          await fileSystem.mkdir(path, 0o775)
          await syncNames(fileSystem, above)
        }
      }),
    probe: (place) =>
      inFolderWords(async () => {
        const path = await enter(place)
        const name = join(path, `.platen-test-${randomUUID()}`)
        await inNewFile(fileSystem, name, async (file) => {
          await file.write(Buffer.from('Platen looks whether it can write here.\n'))
          await file.sync()
        })
        await fileSystem.unlink(name)
        await syncNames(fileSystem, path)
      }),
    isFree: (place, fileName) =>
      inFolderWords(async () => {
        const path = await enter(place)
        const names = [fileName, ticketName(fileName)].map((name) => join(path, name))
        for (const name of names) if ((await statusOf(fileSystem, name)) !== null) return false
        return true
      }),
    stage: (place, { id, lease }, { ticket, bytes }, onProgress) =>
      inFolderWords(async () => {
        const path = await enter(place)
        await removeHidden(path, { id, lease })
        await writeHidden(path, { id, lease, kind: 'ticket' }, [Buffer.from(ticket)], onProgress)
        await writeHidden(path, { id, lease, kind: 'file' }, bytes, onProgress)
        await syncNames(fileSystem, path)
      }),
    adopt: (place, staged) =>
      inFolderWords(async () => {
        const path = await enter(place)
        for (let sureOfNothing = false; ; ) {
          const found = await takeOver(path, staged)
          if (found === 'hidden') await syncNames(fileSystem, path)
          // A rename under a look can hide a name from it: what is gone is looked for twice.
          if (found === 'hidden' || found === 'lost' || (found === 'placed' && sureOfNothing)) return found
          sureOfNothing = found === 'placed'
        }
      }),
    place: (place, { id, lease }, fileName) =>
      inFolderWords(async () => {
        const path = await enter(place)
        const [file, ticket] = [join(path, fileName), join(path, ticketName(fileName))]
        const hiddenFile = join(path, hiddenName({ id, lease, kind: 'file', whole: true }))
        const hiddenTicket = join(path, hiddenName({ id, lease, kind: 'ticket', whole: true }))
        if ((await statusOf(fileSystem, hiddenFile)) === null) return 'lost'
        if ((await statusOf(fileSystem, file)) !== null) return 'name_taken'
        // Where the ticket is hidden no longer, it was placed before a crash.
        if ((await statusOf(fileSystem, hiddenTicket)) !== null) {
          const stands = await statusOf(fileSystem, ticket)
          if (stands !== null && !(await isOwnTicket(fileSystem, ticket, id))) return 'name_taken'
          if (!(await renameIfThere(fileSystem, hiddenTicket, ticket))) return 'lost'
          // So that after a crash no file stands without its ticket.
          await syncNames(fileSystem, path)
        }
        if (!(await renameIfThere(fileSystem, hiddenFile, file))) return 'lost'
        await syncNames(fileSystem, path)
        return 'placed'
      }),
    withdraw: (place, placed) =>
      inFolderWords(async () => withdrawPlaced(fileSystem, await enter(place), placed)),
    remove: (place, placed) =>
      inFolderWords(async () => removePlaced(fileSystem, await enter(place), placed)),
    discard: (place, staged, fileName) =>
      inFolderWords(async () => {
        const path = await enter(place)
        await removeHidden(path, staged)
        const ticket = fileName === null ? null : join(path, ticketName(fileName))
        if (ticket !== null && (await isOwnTicket(fileSystem, ticket, staged.id)))
          await unlinkIfThere(fileSystem, ticket)
        await syncNames(fileSystem, path)
      }),
    hidden: (place) =>
      inFolderWords(async () => {
        const found = await hiddenIn(await enter(place))
        return [...new Set(found.map(({ id }) => id))]
      }),
  }
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
    await file.close()
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
