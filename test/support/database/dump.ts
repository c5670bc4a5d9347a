/** Looks for words in everything that a test server has kept: each row of each table, and each file. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { TestServer } from '../service/open-test-server.ts'
import { queryPostgres } from './postgres.ts'

/** The tables and files in which a word stands, however it is written; on SQLite the database is one of the files. */
export async function placesOf(test: TestServer, words: readonly string[]): Promise<readonly string[]> {
  const places = new Set<string>()
  const written = words.flatMap((word) => [word, word.toLowerCase()])
  const holds = (text: string) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()))
  for (const [table, text] of await dump(test.databasePath)) if (holds(text)) places.add(table)
  for (const name of await readdir(test.folder, { recursive: true })) {
    const bytes = await readFile(join(test.folder, name)).catch(() => Buffer.alloc(0))
    if (written.some((word) => bytes.includes(word))) places.add(name)
  }
  return [...places].sort()
}

async function dump(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  return databaseUrl.startsWith('postgres') ? dumpPostgres(databaseUrl) : dumpSqlite(databaseUrl)
}

function dumpSqlite(path: string): ReadonlyMap<string, string> {
  const database = new Database(path)
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all()
    return new Map(
      (tables as string[]).map((table) => {
        const rows = database.prepare(`select * from "${table}"`).raw().all() as unknown[][]
        return [table, rows.flat().map(textOf).join('\n')]
      }),
    )
  } finally {
    database.close()
  }
}

async function dumpPostgres(url: string): Promise<ReadonlyMap<string, string>> {
  const tables = await queryPostgres(
    url,
    "select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const rows = await queryPostgres(url, `select * from ${String(name)}`)
    const cells = rows.flatMap((row) => Object.values(row))
    texts.set(String(name).replace(/^public\./, ''), cells.map(textOf).join('\n'))
  }
  return texts
}

function textOf(cell: unknown): string {
  if (Buffer.isBuffer(cell)) return cell.toString('latin1')
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
