/** Opens the database that a URL names, with its form brought up to date. */
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Store } from '../../core/ports.ts'
import { connectSqlite } from './dialect.ts'
import { migrate } from './migrate.ts'
import { createStore } from './store.ts'

export interface OpenStore extends Store {
  /** The migrations that opening has run; empty where the database was up to date. */
  readonly migrated: readonly string[]
  /** Throws `database_unavailable` where the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * `databaseUrl` is a path, `sqlite:` and a path, or `:memory:`. A missing file is made, with its folder.
 * Decision: the database of a running server may be opened by other processes, such as the command line.
 */
export async function openStore(options: { readonly databaseUrl: string }): Promise<OpenStore> {
  const filename = fileOf(options.databaseUrl)
  if (filename !== ':memory:') await mkdir(dirname(filename), { recursive: true, mode: 0o700 })
  const knex = connectSqlite(filename)
  try {
    const migrated = await migrate(knex)
    return {
      ...createStore(knex),
      migrated,
      ping: async () => {
        await knex('teams').select('id').limit(1)
      },
      close: () => knex.destroy(),
    }
  } catch (error) {
    await knex.destroy()
    throw error
  }
}

function fileOf(databaseUrl: string): string {
  const path = databaseUrl.replace(/^sqlite:(?:\/\/(?=\/))?/, '')
  if (path === ':memory:') return path
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(path)?.[1]
  if (scheme !== undefined) {
    throw new Error(
      `DATABASE_URL begins with "${scheme}:", which this version cannot open. Give the path of a SQLite file.`,
    )
  }
  if (path === '') throw new Error('DATABASE_URL is empty. Give the path of a SQLite file.')
  return resolve(path)
}
