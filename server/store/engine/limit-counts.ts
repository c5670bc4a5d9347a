/** Request counts that several processes share, on separate connections with a short time limit. */
import pg from 'pg'
import { isPostgres } from './dialect.ts'
import { TYPES } from './dialect-postgres.ts'

/** The client that rate-limiter-flexible expects. */
export interface LimitCounts {
  /** Rejects if the database is slow or unavailable, and then immediately for a while. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>
  close(): Promise<void>
}

export const LIMITS_TABLE = 'rate_limits'

/**
 * Decision: counting has two separate connections, so that it neither waits for other work nor delays it. A connection
 * or a statement that takes a second has failed; then each process counts alone, and tries the database with one request
 * a second. A healthy database answers within a millisecond.
 */
const CONNECTIONS = 2
const CONNECTION_WAIT_MS = 1_000
const STATEMENT_MS = 1_000
const AWAY_MS = 1_000
/** How often expired windows are removed. */
const CLEAR_MS = 600_000

/** Commits do not wait for the disk: if the server crashes, the last counts are lost and a few more requests pass. */
const SESSION = `
  set default_transaction_isolation = 'read committed';
  set synchronous_commit = off;
  set statement_timeout = ${STATEMENT_MS * 2}`

/** Null on SQLite, which has one server. Connects with the first count. */
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
  // An idle connection may end: the next count opens another one.
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
