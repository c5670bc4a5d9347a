/** Runs around all tests: starts PostgreSQL before the first and stops it after the last. */
import { ADDRESS, QUICK, REASON } from '../database/postgres.ts'
import { type PostgresServer, startPostgres } from '../programs/postgres-server.ts'

let server: PostgresServer | null = null

/** Mocha's parallel workers inherit the environment. Where the server cannot run, its tests are pending. */
export async function mochaGlobalSetup(): Promise<void> {
  if (process.env[QUICK] === 'true') return
  try {
    server = await startPostgres()
    process.env[ADDRESS] = server.url
  } catch (error) {
    process.env[REASON] = (error as Error).message
    console.warn(`PostgreSQL cannot be started here, so its tests are pending. ${(error as Error).message}`)
  }
}

export async function mochaGlobalTeardown(): Promise<void> {
  await server?.stop()
}
