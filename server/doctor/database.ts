/** Checks the database and what depends on it: that it answers, its form, its clock, and that its files are here. */
import { ServiceError } from '../../core/errors.ts'
import type { Config } from '../config.ts'
import type { Database, Reader } from '../store/engine/database.ts'
import { connectExisting, isPostgres } from '../store/engine/dialect.ts'
import { knownMigrations, recordedNames, refuseNewerDatabase } from '../store/engine/migrate.ts'
import { describeLog, LOG_REMEDY, readLogTruncation } from '../store/traces.ts'
import { type DoctorFinding, findingsOf, reasonOf } from './finding.ts'

const OLDEST_POSTGRES = 15
const SKEW_MS = 5_000
/** Rows get their ids and times from the clock. */
const NEWEST = ['events', 'fills', 'templates'] as const

/** What the other checks need of the database; null where it cannot be had. */
export interface Looked {
  readonly findings: readonly DoctorFinding[]
  readonly newestBody: string | null
  readonly origins: readonly string[]
}

const { ok, warning, error } = findingsOf('database')
const NOTHING = { newestBody: null, origins: [] } as const

/** Nothing is made or migrated. `now` in milliseconds since 1970. */
export async function checkDatabase(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  now: () => number,
): Promise<Looked> {
  let database: Database | null
  try {
    database = await connectExisting(databaseUrl)
  } catch (cause) {
    const remedy = isPostgres(databaseUrl)
      ? 'Check host, port, user, password and name in DATABASE_URL, and that the server runs and admits this machine.'
      : 'Check DATA_DIR and DATABASE_URL, and who owns the file.'
    return { findings: [error(`${reasonOf(saidOf(cause))}.`, remedy)], ...NOTHING }
  }
  if (database === null)
    return { findings: [warning('There is no database yet.', 'The first start creates it.')], ...NOTHING }
  try {
    const recorded = await recordedNames(database)
    refuseNewerDatabase(recorded, knownMigrations())
    const findings = [
      ...(await checkVersion(database)),
      ...checkForm(recorded),
      ...(await checkClock(database, recorded, now())),
      ...(await checkLog(database, recorded, now())),
    ]
    const known = recorded.length === knownMigrations().length
    return { findings, ...(known ? await look(database) : NOTHING) }
  } catch (cause) {
    return {
      findings: [error(`${reasonOf(saidOf(cause))}.`, 'See docs/operate/troubleshooting.md.')],
      ...NOTHING,
    }
  } finally {
    await database.close()
  }
}

/** The driver's own words are behind those for clients. */
function saidOf(cause: unknown): unknown {
  const inner = cause instanceof ServiceError ? cause.facts.cause : undefined
  return inner instanceof Error && !(cause as Error).message.includes(inner.message) ? inner : cause
}

async function checkVersion(database: Database): Promise<readonly DoctorFinding[]> {
  const { sql } = database
  if (database.dialect === 'sqlite') {
    const [row] = await database.read<{ version: string }>(sql.raw('select sqlite_version() as version'))
    return [ok(`SQLite ${row?.version} answers.`)]
  }
  const [row] = await database.read<{ version: string; may: boolean; encoding: string }>(
    sql.raw(
      "select current_setting('server_version') as version, current_setting('server_encoding') as encoding, " +
        "has_database_privilege(current_database(), 'create') or exists (select 1 from pg_namespace " +
        "where nspname = 'platen_jobs') as may",
    ),
  )
  const version = row?.version ?? ''
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
    return [error(`The server is PostgreSQL ${version}.`, `Use PostgreSQL ${OLDEST_POSTGRES} or newer.`)]
  if (row?.may !== true)
    return [
      error(
        'The user may not create the schema platen_jobs.',
        'Let the owner of the database run: GRANT CREATE ON DATABASE … TO …, with the names in DATABASE_URL.',
      ),
    ]
  return [ok(`PostgreSQL ${version} answers, with the encoding ${row.encoding}.`)]
}

function checkForm(recorded: readonly string[]): readonly DoctorFinding[] {
  const missing = knownMigrations().filter((name) => !recorded.includes(name))
  if (missing.length === 0 || recorded.length === 0) return []
  return [
    warning(
      `The database is of an older version (missing migrations: ${missing.length}).`,
      'Take a backup and start the service, which migrates it.',
    ),
  ]
}

async function checkClock(
  database: Database,
  recorded: readonly string[],
  now: number,
): Promise<readonly DoctorFinding[]> {
  const clock = findingsOf('clock')
  const found: DoctorFinding[] = []
  if (database.dialect === 'postgres') {
    const [row] = await database.read<{ ms: number }>(
      database.sql.raw('select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms'),
    )
    const skew = Number(row?.ms) - now
    if (Math.abs(skew) > SKEW_MS)
      found.push(
        clock.error(
          `The clock of the database server differs by ${Math.round(skew / 1000)} s.`,
          'Synchronize the clocks of both machines by NTP.',
        ),
      )
  }
  const newest = recorded.length === knownMigrations().length ? await newestTime(database) : 0
  if (newest > now + SKEW_MS)
    found.push(
      clock.error(
        `The clock shows ${new Date(now).toISOString()}, but the newest record is of ${new Date(newest).toISOString()}.`,
        'Set the clock, and synchronize it by NTP.',
      ),
    )
  return found.length > 0 ? found : [clock.ok(`The clock shows ${new Date(now).toISOString()}.`)]
}

/** What was erased leaves the log within a minute, unless another program keeps reading. */
async function checkLog(
  database: Database,
  recorded: readonly string[],
  now: number,
): Promise<readonly DoctorFinding[]> {
  if (database.dialect === 'postgres' || recorded.length !== knownMigrations().length) return []
  const said = describeLog(await readLogTruncation(database), now)
  return [said.isLate ? warning(said.says, LOG_REMEDY) : ok(said.says)]
}

async function newestTime(database: Reader): Promise<number> {
  let newest = 0
  for (const table of NEWEST) {
    // Ids begin with their time, so that the newest is the last.
    const last = database.sql(table).orderBy('id', 'desc').limit(1).select('created_at')
    const [row] = await database.read<{ created_at: number }>(last)
    newest = Math.max(newest, Number(row?.created_at ?? 0))
  }
  return newest
}

async function look(database: Reader): Promise<Omit<Looked, 'findings'>> {
  const { sql } = database
  const newest = sql('templates').orderBy('id', 'desc').limit(1).select('id')
  const [row] = await database.read<{ plan: string }>(
    sql('template_revisions')
      .whereIn('template_id', newest)
      .orderBy('revision', 'desc')
      .limit(1)
      .select('plan'),
  )
  const active = sql('embed_applications').where({ status: 'active' }).select('id')
  const origins = await database.read<{ origin: string }>(
    sql('embed_application_origins')
      .whereIn('embed_application_id', active)
      .distinct('origin')
      .orderBy('origin'),
  )
  return {
    newestBody: row === undefined ? null : (JSON.parse(row.plan).bodySha256 ?? null),
    origins: origins.map(({ origin }) => origin),
  }
}
