/** Copies the stored files of an installation to another folder or bucket, beside the running service. */
import PQueue from 'p-queue'
import type { Files } from '../../core/files.ts'
import type { OpenFiles } from '../files/open.ts'
import { findNamedFiles, type NamedFile } from './check-files.ts'
import { copyFile } from './copy-files.ts'
import { type Installation, type Report, withDatabase } from './installation.ts'
import type { Findings, Problem } from './problem.ts'

/** Each waits for an object store most of the time. */
const AT_ONCE = 4

/**
 * Copies every file that a row names and `target` lacks; each is compared with its hash. Repeat it to copy what has
 * been added since. Throws BackupRefused if there is no database, and what the target refuses; files that the source
 * lacks are problems.
 */
export async function copyInstallationFiles(
  installation: Installation,
  source: Files,
  target: OpenFiles,
  report: Report = () => {},
): Promise<Findings> {
  const named = await withDatabase(installation, (database) => database.snapshot(findNamedFiles))
  const there = new Set<string>()
  for await (const sha256 of target.list()) there.add(sha256)
  const missing = named.filter(({ sha256 }) => !there.has(sha256))
  const problems: Problem[] = []
  let copied = 0
  let bytes = 0
  const copy = async (file: NamedFile): Promise<void> => {
    if (!(await source.has(file.sha256))) {
      const says = `The file is missing; ${file.row} refers to it.`
      problems.push({ code: 'file_missing', object: file.sha256, teamId: file.teamId, says })
      return
    }
    bytes += await copyFile(source.read(file.sha256), target, file.sha256)
    copied += 1
    report({ doing: 'Copying files', rows: 0, files: copied, bytes })
  }
  const queue = new PQueue({ concurrency: AT_ONCE })
  await queue.addAll(missing.map((file) => () => copy(file)))
  return { problems, looked: { files: named.length, copied, bytes } }
}
