/** Folders for tests, which vanish when the tests of their suite are over. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Call it in a `describe`; what it gives makes a new empty folder each time. */
export function temporaryFolders(): () => Promise<string> {
  const made: string[] = []
  after(async () => {
    for (const folder of made) await rm(folder, { recursive: true, force: true })
  })
  return async () => {
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'platen-test-'))
    made.push(folder)
    return folder
  }
}
