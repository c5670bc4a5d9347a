/** Databases in their newest form for tests that are not about getting there: migrated once a process, then copied. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connect } from '../../../server/store/engine/dialect.ts'
import { migrate } from '../../../server/store/engine/migrate.ts'
import { freshDatabase, makeDatabase } from './postgres.ts'

let sqlite: Promise<Buffer> | null = null
let postgres: Promise<string> | null = null

/** A new SQLite file at `path`, with its folder. Throws where there is one. */
export async function makeMigratedFile(path: string): Promise<void> {
  sqlite ??= migratedBytes()
  const bytes = await sqlite
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, bytes, { flag: 'wx' })
}

/** The URL of a new PostgreSQL database, as `freshDatabase` in all else. */
export async function migratedDatabase(): Promise<string> {
  postgres ??= migratedUrl()
  const pattern = new URL(await postgres).pathname.slice(1)
  const name = `platen_${randomBytes(8).toString('hex')}`
  return makeDatabase(name, `template ${pattern}`)
}

async function migratedBytes(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-migrated-'))
  try {
    const path = join(folder, 'platen.db')
    await bringUpToDate(path)
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function migratedUrl(): Promise<string> {
  const url = await freshDatabase()
  await bringUpToDate(url)
  return url
}

async function bringUpToDate(databaseUrl: string): Promise<void> {
  const database = await connect(databaseUrl)
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
}
