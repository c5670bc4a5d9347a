/** Makes folders that last: each new name is synced in the folder that holds it. */
import { dirname } from 'node:path'
import { errorCode, type FileSystem, statusOf, syncFolder } from './file-system.ts'

/**
 * Makes a folder and its missing parents. Even where another process made the folder a moment ago, its name is
 * synced here before anything is put into it. Throws where the name belongs to a file or a symbolic link.
 */
export async function makeFolder(fileSystem: FileSystem, path: string): Promise<void> {
  const parent = dirname(path)
  if (parent !== path && (await statusOf(fileSystem, parent)) === null) await makeFolder(fileSystem, parent)
  try {
    await fileSystem.mkdir(path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  if (!(await fileSystem.lstat(path)).isDirectory()) throw new Error(`${path} is not a folder.`)
  await syncFolder(fileSystem, parent)
}
