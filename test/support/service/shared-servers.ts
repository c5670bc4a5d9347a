/** Servers of different roles on one database and one folder of files, as on several machines. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMigratedFile, migratedDatabase } from '../database/migrated.ts'
import type { Database } from '../database/postgres.ts'
import { openTestServer, type TestServer, type TestServerOptions } from './open-test-server.ts'

export interface SharedServers {
  /** What they have in common, as in the environment. */
  readonly env: Readonly<Record<string, string>>
  /** Another server on the same database, files and master key. */
  open(options: Pick<TestServerOptions, 'env' | 'press' | 'log' | 'adapters'>): Promise<TestServer>
  close(): Promise<void>
}

export async function openShared(database: Database): Promise<SharedServers> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-test-'))
  if (database === 'sqlite') await makeMigratedFile(join(folder, 'platen.db'))
  const env = {
    DATA_DIR: folder,
    ...(database === 'postgres' ? { DATABASE_URL: await migratedDatabase() } : {}),
  }
  const opened: TestServer[] = []
  return {
    env,
    async open(options) {
      const test = await openTestServer({ ...options, env: { ...env, ...options.env } })
      opened.push(test)
      return test
    },
    async close() {
      for (const test of opened.splice(0).reverse()) await test.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
