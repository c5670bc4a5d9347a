/** Folders for tests, which vanish when the tests of their suite are over. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Call it in a `describe`; what it gives makes a new empty folder each time. */
export function temporaryFolders(): () => Promise<string> {
  const made: string[] = []
  after(async () => {
    // A service of the suite that is being closed may write until it is.
    for (const folder of made)
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  return async () => {
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'platen-test-'))
    made.push(folder)
    return folder
  }
}
