/** Checks the kept files of a running installation: each one that a row names is there and is what its name says. */

import { createHash, type Hash } from 'node:crypto'
import type { Files } from '../../core/files.ts'
import { readCatalogue } from '../store/engine/catalogue.ts'
import type { Reader } from '../store/engine/database.ts'
import { FILE_COLUMNS, filesOfRow } from './named-files.ts'
import type { Problem } from './problem.ts'
import { readRows } from './rows.ts'

export interface NamedFile {
  readonly sha256: string
  /** A row that names it. */
  readonly row: string
  readonly teamId: string | null
}

/** Each file once. */
export async function findNamedFiles(snapshot: Reader): Promise<readonly NamedFile[]> {
  const named = new Map<string, NamedFile>()
  for (const table of await readCatalogue(snapshot)) {
    if (FILE_COLUMNS[table.name] === undefined) continue
    for await (const { rows } of readRows(snapshot, table))
      for (const row of rows)
        for (const sha256 of filesOfRow(table.name, row))
          if (!named.has(sha256)) named.set(sha256, { sha256, ...whose(table.name, table.key, row) })
  }
  return [...named.values()]
}

function whose(table: string, key: readonly string[], row: Readonly<Record<string, unknown>>) {
  const id = key.map((column) => String(row[column])).join(' ')
  return { row: `${table} ${id}`, teamId: typeof row.team_id === 'string' ? row.team_id : null }
}

/** Files as they were read, by hash: how long each is, and its hash to go on from with what follows it. */
export interface ReadFiles {
  /** Null where the file is missing or damaged. */
  read(sha256: string): Promise<ReadFile | null>
}

export interface ReadFile {
  readonly bytes: number
  /** To be copied, never changed. */
  readonly hash: Hash
}

/** Reads each file at most once. */
export function createReadFiles(files: Files): ReadFiles {
  const known = new Map<string, Promise<ReadFile | null>>()
  return {
    read(sha256) {
      const reading = known.get(sha256) ?? readFile(files, sha256)
      known.set(sha256, reading)
      return reading
    },
  }
}

async function readFile(files: Files, sha256: string): Promise<ReadFile | null> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of files.read(sha256)) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch {
    return null
  }
  return hash.copy().digest('hex') === sha256 ? { bytes, hash } : null
}

export async function checkNamedFile(
  files: Files,
  read: ReadFiles,
  { sha256, row, teamId }: NamedFile,
): Promise<readonly Problem[]> {
  if ((await read.read(sha256)) !== null) return []
  const there = await files.has(sha256)
  const says = there
    ? `The file is damaged or unreadable; ${row} refers to it.`
    : `The file is missing; ${row} refers to it.`
  return [{ code: there ? 'file_damaged' : 'file_missing', object: sha256, teamId, says }]
}
