/** Hot folders on a disk of this machine, or on a share that is mounted here. */
import { join } from 'node:path'
import { FolderFault, type OutTray, type Place } from '../../core/service/folder/out-tray.ts'
import { diskFileSystem, type FileSystem, statusOf } from '../files/file-system.ts'
import { inFolderWords } from './fault.ts'
import { isLocal } from './local-disk.ts'
import { syncNames } from './sync-names.ts'
import { createTray } from './tray.ts'

/** Stands in the path for the team's id, where each team is to have a folder of its own. */
const TEAM = '{team}'

/**
 * `root` is the folder in which hot folders lie, absolute; it may hold `{team}`. It is never made,
 * and a hot folder only on request: behind a share that is not connected lies an empty folder of this machine, which no press looks at.
 */
export function createDiskTray(root: string, fileSystem: FileSystem = diskFileSystem): OutTray {
  /** A link below the root could lead out of it: rejected. */
  async function enter({ teamId, folder }: Place): Promise<string> {
    let path = root.replaceAll(TEAM, teamId)
    for (const name of folder.split('/')) {
      path = join(path, name)
      if (!(await fileSystem.lstat(path)).isDirectory()) throw new FolderFault('not_a_folder')
    }
    return path
  }

  return createTray({
    sharedByTeams: !root.includes(TEAM),
    within: (place, work) => inFolderWords(async () => work(fileSystem, await enter(place))),
    pathOf: ({ teamId, folder }) => join(root.replaceAll(TEAM, teamId), ...folder.split('/')),
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
  })
}
