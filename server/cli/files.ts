/** `platen files copy`: moves stored files between a folder and a bucket, beside the running service. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type OpenFiles, openFiles } from '../files/open.ts'
import { filesPlace } from '../setting-readers.ts'
import { judged, plainly, progressPrinter } from './backup.ts'
import { CommandFailure, type InstallationCommand, textOption, UsageError } from './command.ts'

const copy: InstallationCommand = {
  words: ['files', 'copy'],
  says: 'Copy all stored files to another folder or bucket. The server can keep running; repeat it after the switch.',
  options: {
    to: {
      value: 'URL',
      says: 'new place, as in FILES_URL: file:/path or s3://bucket/prefix?endpoint=…&region=…',
    },
    from: { value: 'URL', says: 'place to copy from; FILES_URL by default' },
  },
  async runOn(context, input) {
    const to = textOption(input, 'to')
    if (to === undefined) throw new UsageError('Give a place: platen files copy --to URL')
    const from = textOption(input, 'from')
    const { copyInstallationFiles } = await import('../backup/copy-to.ts')
    const { BackupRefused } = await import('../backup/manifest.ts')
    const { config } = context
    const source = await (from === undefined
      ? openFiles({ ...config, filesCacheMb: 0 })
      : openPlace(config, from, '--from'))
    try {
      const target = await openPlace(config, to, '--to')
      try {
        const found = await plainly(BackupRefused, () =>
          copyInstallationFiles(config, source, target, progressPrinter(context)),
        )
        return judged('All files are copied.', found)
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
  },
}

async function openPlace(config: Config, url: string, option: string): Promise<OpenFiles> {
  const filesFolder = join(config.dataDir, 'cache', 'files')
  try {
    const place = filesPlace(url)
    if (typeof place === 'string') return await openFiles({ filesFolder: place })
    return await openFiles({ filesFolder, filesBucket: place, filesCacheMb: 0 })
  } catch (error) {
    throw new CommandFailure(`${option} ${(error as Error).message}`)
  }
}

export const FILE_COMMANDS: readonly InstallationCommand[] = [copy]
