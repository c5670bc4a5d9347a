/** The counts of requests that several processes share: on connections of their own, and given up quickly. */
import pg from 'pg'
import { isPostgres } from './dialect.ts'
import { TYPES } from './dialect-postgres.ts'

/** As rate-limiter-flexible asks for a client. */
export interface LimitCounts {
  /** Rejects where the database is slow or away; for a while afterwards at once. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>
  close(): Promise<void>
}

export const LIMITS_TABLE = 'rate_limits'

/**
 * Decision: counting has two connections of its own, so that it neither waits for the service's work nor holds it up.
 * One that cannot be had in a second and a statement that takes as long count as failed; then each process counts for
 * itself, and asks with one request a second whether the database is back. A healthy one answers in a millisecond.
 */
const CONNECTIONS = 2
const CONNECTION_WAIT_MS = 1_000
const STATEMENT_MS = 1_000
const AWAY_MS = 1_000
/** How often windows that are over are removed. */
const CLEAR_MS = 600_000

const SESSION = `
  set default_transaction_isolation = 'read committed';
  set statement_timeout = ${STATEMENT_MS * 2}`

/** Null on SQLite, which serves one process. Nothing is connected before the first count. */
export function openLimitCounts(databaseUrl: string): LimitCounts | null {
  if (!isPostgres(databaseUrl)) return null
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'platen limits',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    types: TYPES,
    onConnect: async (client) => {
      await client.query(SESSION)
    },
  })
  // A connection that ends while nobody uses it is no fault: the next count opens another one.
  pool.on('error', () => {})
  let askAgainAt: number | null = null

  const query: LimitCounts['query'] = async (statement) => {
    const now = performance.now()
    if (askAgainAt !== null && now < askAgainAt) throw new Error('The database was unavailable a moment ago.')
    if (askAgainAt !== null) askAgainAt = now + AWAY_MS
    try {
      const result = await pool.query(statement)
      askAgainAt = null
      return result
    } catch (error) {
      askAgainAt = performance.now() + AWAY_MS
      throw error
    }
  }
  const clear = () =>
    query({ text: `delete from ${LIMITS_TABLE} where expire < $1`, values: [Date.now()] }).catch(() => {})
  const timer = setInterval(clear, CLEAR_MS)
  timer.unref()
  return {
    query,
    close() {
      clearInterval(timer)
      return pool.end()
    },
  }
}
