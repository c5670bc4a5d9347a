/** Checks an installation, whose server may go on working: that nothing of what was taken on is lost or doubled. */
import type { Files } from '../../core/files.ts'
import { openSecret } from '../../core/service/access/seal.ts'
import { webhookSecretsKey } from '../../core/service/webhook/secret.ts'
import { hasTable } from '../store/engine/catalogue.ts'
import type { Reader } from '../store/engine/database.ts'
import { refuseOutdated } from '../store/engine/migrate.ts'
import { countOf } from '../store/engine/table.ts'
import { describeLog, LOG_REMEDY, readLogTruncation } from '../store/traces.ts'
import { checkNamedFile, createReadFiles, findNamedFiles, type ReadFiles } from './check-files.ts'
import { checkFinalizedEvents, checkFinals } from './check-fills.ts'
import { checkStuck, checkSucceeded, checkUsage } from './check-renders.ts'
import { findKey, type Installation, openWithoutCopies, type Report, withDatabase } from './installation.ts'
import type { Findings, Problem } from './problem.ts'

/** Decision: a render that has waited for an hour waits for a hand, not for its turn. */
export const STUCK_MS = 3_600_000

export interface CheckOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  /** How long a render may wait, milliseconds. */
  readonly stuckAfterMs?: number
  readonly report?: Report
}

/** Throws BackupRefused where there is no database, and a plain error where it has not this version's form. */
export async function checkInstallation(
  installation: Installation,
  { now, stuckAfterMs = STUCK_MS, report = () => {} }: CheckOptions,
): Promise<Findings> {
  const files = await openWithoutCopies(installation)
  try {
    return await withDatabase(installation, async (database) => {
      await refuseOutdated(database)
      const problems: Problem[] = []
      const read = createReadFiles(files)
      // The names first: reading many files takes longer than a snapshot should be held.
      const named = await database.snapshot(findNamedFiles)
      const fileProblems: Problem[] = []
      let bytes = 0
      for (const [at, file] of named.entries()) {
        fileProblems.push(...(await checkNamedFile(files, read, file)))
        bytes += (await read.read(file.sha256))?.bytes ?? 0
        report({ doing: 'Checking files', rows: 0, files: at + 1, bytes })
      }
      const rows = await database.snapshot(async (snapshot) => {
        problems.push(...(await stillNamed(snapshot, fileProblems)))
        const renders = await checkRenders(snapshot, read, files, problems, (count) =>
          report({ doing: 'Checking renders', rows: count, files: named.length, bytes }),
        )
        problems.push(
          ...(await checkStuck(snapshot, now - stuckAfterMs)),
          ...(await checkUsage(snapshot)),
          ...(await checkFinals(snapshot)),
          ...(await checkFinalizedEvents(snapshot, now)),
          ...(await checkSecrets(snapshot, installation)),
        )
        return {
          renders,
          fills: await countOf(snapshot, snapshot.sql('fills')),
          events: await countOf(snapshot, snapshot.sql('events')),
        }
      })
      const log = await readLogTruncation(database)
      const { says, isLate } = describeLog(log, now)
      if (isLate)
        problems.push({
          code: 'log_not_truncated',
          object: 'log',
          teamId: null,
          says: `${says} ${LOG_REMEDY}`,
        })
      const notes = isLate || database.dialect === 'postgres' ? [] : [says]
      return { problems, looked: { files: named.length, bytes, ...rows }, notes }
    })
  } finally {
    await files.close()
  }
}

/** What was erased between the look at the rows and the look at their files is named no more, and not missed. */
async function stillNamed(snapshot: Reader, problems: readonly Problem[]): Promise<readonly Problem[]> {
  if (problems.length === 0) return []
  const named = new Set((await findNamedFiles(snapshot)).map((file) => file.sha256))
  return problems.filter((problem) => named.has(problem.object))
}

async function checkRenders(
  snapshot: Reader,
  read: ReadFiles,
  files: Files,
  problems: Problem[],
  onRender: (count: number) => void,
): Promise<number> {
  let count = 0
  for await (const found of checkSucceeded(snapshot, read, files)) {
    problems.push(...found)
    count += 1
    onRender(count)
  }
  return count
}

const SIGNING = {
  webhook_endpoints: 'The master key cannot decrypt its signing secret, so webhooks to it cannot be signed.',
  storefront_shops:
    'The master key cannot decrypt its signing secret, so its order hooks cannot be verified.',
} as const

/** The master key opens every signing secret: with another one no webhook could be signed and no hook verified. */
async function checkSecrets(snapshot: Reader, installation: Installation): Promise<readonly Problem[]> {
  const found = await findKey(installation)
  const key = found === null ? null : webhookSecretsKey(found.key)
  const problems: Problem[] = []
  for (const [table, says] of Object.entries(SIGNING)) {
    // An older backup may not have it.
    if (!(await hasTable(snapshot, table))) continue
    const rows = await snapshot.read<{ id: string; team_id: string; secret_ciphertext: string }>(
      snapshot.sql(table).orderBy('id').select('id', 'team_id', 'secret_ciphertext'),
    )
    for (const { id, team_id: teamId, secret_ciphertext: sealed } of rows)
      if (key === null || !opens(key, id, sealed))
        problems.push({ code: 'secret_unreadable', object: id, teamId, says })
  }
  return problems
}

function opens(key: Uint8Array, recordId: string, ciphertext: string): boolean {
  try {
    openSecret(key, recordId, ciphertext)
    return true
  } catch {
    return false
  }
}
