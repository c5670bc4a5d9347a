/** Checks that a backup is whole: every hash, every count, and every file that a row names. */
import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFileSystem, errorCode } from '../files/file-system.ts'
import { readChunks } from '../files/read-chunks.ts'
import type { Report } from './installation.ts'
import { keyId } from './installation.ts'
import { KEY_FILE, type Manifest, readManifest, tableFile } from './manifest.ts'
import { filesOfRow } from './named-files.ts'
import type { Findings, Problem } from './problem.ts'
import { readTable } from './read-table.ts'

/** Path of a stored file in a backup. */
export function keptFile(sha256: string): string {
  return join('files', 'sha256', sha256.slice(0, 2), sha256)
}

/** Throws BackupRefused where the manifest cannot be trusted: then nothing else can be judged. */
export async function checkBackup(
  folder: string,
  report: Report = () => {},
): Promise<Findings & { readonly manifest: Manifest }> {
  const manifest = await readManifest(folder)
  const problems: Problem[] = []
  const progress = { rows: 0, files: 0, bytes: 0 }
  const look = (doing: string) => report({ doing, ...progress })

  for (const file of manifest.files) {
    problems.push(...(await checkFile(folder, keptFile(file.sha256), file)))
    progress.files += 1
    progress.bytes += file.bytes
    look('Checking files')
  }
  const kept = new Set(manifest.files.map((file) => file.sha256))
  const missing = new Map<string, Problem>()
  for (const table of manifest.tables) {
    const path = tableFile(table.name)
    const damage = await checkFile(folder, path, table)
    problems.push(...damage)
    if (damage.length > 0) continue
    let rows = 0
    for await (const page of readTable(folder, table.name)) {
      rows += page.length
      progress.rows += page.length
      look('Checking rows')
      for (const row of page)
        for (const sha256 of filesOfRow(table.name, row))
          if (!kept.has(sha256) && !missing.has(sha256)) missing.set(sha256, unlisted(sha256, table.name))
    }
    if (rows !== table.rows) {
      const says = `It has ${rows} rows; the backup was written with ${table.rows}.`
      problems.push({ code: 'rows_missing', object: path, teamId: null, says })
    }
  }
  problems.push(...missing.values(), ...(await checkKey(folder, manifest)))
  return { manifest, problems, looked: { tables: manifest.tables.length, ...progress } }
}

function unlisted(object: string, table: string): Problem {
  const says = `Rows of ${table} refer to this file, but it is not in the backup.`
  return { code: 'file_missing', object, teamId: null, says }
}

async function checkFile(
  folder: string,
  object: string,
  expected: { readonly bytes: number; readonly sha256: string },
): Promise<readonly Problem[]> {
  const path = join(folder, object)
  const hash = createHash('sha256')
  try {
    if ((await lstat(path)).size !== expected.bytes) return [damaged(object)]
    for await (const chunk of readChunks(diskFileSystem, path)) hash.update(chunk)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    const says = 'It is not in the backup.'
    return [{ code: 'backup_file_missing', object, teamId: null, says }]
  }
  return hash.digest('hex') === expected.sha256 ? [] : [damaged(object)]
}

async function checkKey(folder: string, { master_key }: Manifest): Promise<readonly Problem[]> {
  if (!master_key.included) return []
  const key = await readKeyFile(folder)
  if (key === null) {
    const says = 'The master key is not in the backup.'
    return [{ code: 'backup_file_missing', object: KEY_FILE, teamId: null, says }]
  }
  return key.length === 32 && keyId(key) === master_key.id ? [] : [damaged(KEY_FILE)]
}

/** The master key in a backup, of whatever length; null where there is none. */
export async function readKeyFile(folder: string): Promise<Buffer | null> {
  try {
    return Buffer.from((await readFile(join(folder, KEY_FILE), 'utf8')).trim(), 'hex')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

function damaged(object: string): Problem {
  return {
    code: 'backup_file_damaged',
    object,
    teamId: null,
    says: 'Its content has changed since the backup was written.',
  }
}
