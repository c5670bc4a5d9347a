/** Copies kept files from one place to another, each checked by its hash and synced before it has its name. */

import { createWriteStream } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../../core/errors.ts'
import type { Files } from '../../core/files.ts'
import { diskFault } from '../files/disk-fault.ts'
import { diskFileSystem, syncFolder } from '../files/file-system.ts'
import { createFiles } from '../files/open.ts'
import type { Progress } from './installation.ts'
import { BackupRefused, type Manifest } from './manifest.ts'

type OnCopied = (progress: Pick<Progress, 'files' | 'bytes'>) => void

/** `named` gives a row that names each file. `folder` is new; its path is absolute and without symbolic links. */
export async function copyFiles(
  source: Files,
  named: ReadonlyMap<string, string>,
  folder: string,
  onCopied: OnCopied,
): Promise<Manifest['files']> {
  await mkdir(folder, { mode: 0o700 })
  const target = await createFiles(folder, diskFileSystem)
  const copied: Manifest['files'] = []
  let bytes = 0
  for (const [sha256, row] of [...named].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const size = await copyFile(source.read(sha256), target, sha256).catch((error: unknown) => {
      const fault = error instanceof ServiceError ? error : diskFault(error)
      // Reading fails otherwise: the file is whole, and there is no room for its copy.
      if (fault?.code === 'disk_full' || fault?.code === 'disk_read_only') throw fault
      throw new BackupRefused(
        `The file ${sha256}, which ${row} names, cannot be backed up: ${(error as Error).message} ` +
          'Run platen verify to list all missing and damaged files.',
        { cause: error },
      )
    })
    bytes += size
    copied.push({ sha256, bytes: size })
    onCopied({ files: copied.length, bytes })
  }
  await target.close()
  await rmdir(join(folder, 'tmp'))
  await syncFolder(diskFileSystem, folder)
  return copied
}

/** The size in bytes. Throws where the source is missing or is not what its name says. */
export async function copyFile(
  source: AsyncIterable<Uint8Array>,
  target: Files,
  sha256: string,
): Promise<number> {
  const path = target.temporaryPath()
  let bytes = 0
  async function* metered(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(metered, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    await target.store(path, sha256)
    return bytes
  } finally {
    await target.discard(path)
  }
}
