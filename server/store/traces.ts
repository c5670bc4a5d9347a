/** What the database keeps of erased words beside its rows: on SQLite its write-ahead log. */
import type { Traces } from '../../core/service/traces.ts'
import type { Database, Reader } from './engine/database.ts'

const TABLE = 'log_truncation'
const ROW = { id: 1 }

export interface LogTruncation {
  /** Milliseconds since 1970; null before the first one. */
  readonly truncatedAt: number | null
  /** Since when erased words may stand in the log; null if none do. */
  readonly owedSince: number | null
}

/**
 * SQLite overwrites erased words in its file (secure_delete), but its log keeps earlier states of pages until it is
 * truncated, and a program that reads the database at that moment prevents this. The row tells other programs of it. A
 * server that opens the database truncates the log too. PostgreSQL keeps its log by rules of its own.
 */
export async function openTraces(database: Database, now: number): Promise<Traces> {
  const { sql, truncateLog } = database
  if (truncateLog === undefined) return { remove: async () => {}, sweep: async () => {} }
  let owed = false
  const truncate = async (at: number): Promise<void> => {
    owed = true
    const done = await truncateLog()
    if (done) owed = false
    const row = done ? { truncated_at: at, owed_since: null } : { owed_since: at }
    const earliest = sql.raw('coalesce(log_truncation.owed_since, excluded.owed_since)')
    const changes = done ? row : { owed_since: earliest }
    await database.change(
      sql(TABLE)
        .insert({ ...ROW, ...row })
        .onConflict('id')
        .merge(changes),
    )
  }
  if ((await readLogTruncation(database))?.owedSince) await truncate(now)
  return {
    remove: (at) => truncate(at).catch(() => {}),
    async sweep(at) {
      if (owed) await truncate(at)
      else await truncateLog()
    },
  }
}

/** The service tries again every minute. */
const LATE_MS = 300_000
export const LOG_REMEDY =
  'Close other programs that have the database open, such as a sqlite3 shell. The service removes it within a minute.'

/** In words for an operator; late if a reader has kept erased data for minutes. */
export function describeLog(
  log: LogTruncation | null,
  now: number,
): { readonly says: string; readonly isLate: boolean } {
  if (log === null) return { says: 'Nothing has been erased yet.', isLate: false }
  const { truncatedAt, owedSince } = log
  const last = truncatedAt === null ? 'never' : `at ${new Date(truncatedAt).toISOString()}`
  const emptied = `Erased data was last removed from the log of the database ${last}.`
  if (owedSince === null) return { says: emptied, isLate: false }
  const since = new Date(owedSince).toISOString()
  return { says: `${emptied} Data erased at ${since} is still in it.`, isLate: now - owedSince > LATE_MS }
}

/** Null on PostgreSQL, and before the first erasure. */
export async function readLogTruncation(reader: Reader): Promise<LogTruncation | null> {
  const [row] = await reader.read<{ truncated_at: number | null; owed_since: number | null }>(
    reader.sql(TABLE).where(ROW).select('truncated_at', 'owed_since'),
  )
  return row === undefined ? null : { truncatedAt: row.truncated_at, owedSince: row.owed_since }
}
