/**
 * Transactions with nothing around them, each on the disk before the next, in a process of its own, which prints how many
 * a second as JSON: the rows that a finalize writes, into their own tables or, as mere bytes, into one without indexes.
 */
import Database from 'better-sqlite3'
import pg from 'pg'
import { TYPES } from '../../server/store/engine/dialect-postgres.ts'

export type Row = Readonly<Record<string, string | number | null>>

export interface BareRequest {
  readonly databaseUrl: string
  readonly into: 'tables' | 'bytes'
  /** Open fills, one for each transaction. */
  readonly fillIds: readonly string[]
  /** What a finalize changes of its fill. */
  readonly changes: Row
  /** What it adds; of a table that has a column in OWN, each copy is given an id of its own there. */
  readonly added: readonly { readonly table: string; readonly row: Row }[]
  /** Of PostgreSQL; SQLite has one writer. */
  readonly connections: number
}

/** Where a row's own id stands. */
const OWN: Readonly<Record<string, string>> = {
  renders: 'id',
  render_tails: 'render_id',
  audit_events: 'id',
  events: 'id',
}
const BYTES = 'create table if not exists bare_rows (id text primary key, content text)'

type Statement = readonly [sql: string, values: readonly unknown[]]

if (import.meta.main) {
  const request: BareRequest = JSON.parse(process.argv[2] ?? '')
  const prefix = process.hrtime.bigint().toString(36)
  const transactions = request.fillIds.map((fillId, n) =>
    request.into === 'tables' ? rowsOf(request, fillId, `${prefix}${n}`) : bytesOf(request, `${prefix} ${n}`),
  )
  const run = /^postgres/.test(request.databaseUrl) ? onPostgres : onSqlite
  const seconds = await run(request, transactions)
  console.log(JSON.stringify({ perSecond: transactions.length / seconds }))
}

function rowsOf({ changes, added }: BareRequest, fillId: string, suffix: string): Statement[] {
  const names = Object.keys(changes)
  const update = `update fills set ${names.map((name) => `${name} = ?`).join(', ')} where id = ?`
  const inserts = added.map(({ table, row }, at): Statement => {
    const own = OWN[table] ?? ''
    // As long as the one it stands for; a render and its tail have the same.
    const unique = `${String(row[own]).slice(0, -suffix.length - 1)}${table === 'events' ? at % 10 : 0}${suffix}`
    const copy: Row = { ...row, [own]: unique, ...('fill_id' in row ? { fill_id: fillId } : {}) }
    const columns = Object.keys(copy)
    return [
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      Object.values(copy).map((value) => bytesAgain(value)),
    ]
  })
  const count: Statement = ['update usage set used = used + 1 where team_id = ?', [added[0]?.row.team_id]]
  return [[update, [...Object.values(changes), fillId]], count, ...inserts]
}

function bytesOf({ changes, added }: BareRequest, prefix: string): Statement[] {
  return [changes, { used: 1 }, ...added.map(({ row }) => row)].map((row, at): Statement => {
    const text = Object.values(row).join('')
    return ['insert into bare_rows values (?, ?)', [`${prefix} ${at}`, text]]
  })
}

/** Bytes come as text of this form, for they are handed over as JSON. */
function bytesAgain(value: string | number | null): unknown {
  const text = typeof value === 'string' ? /^base64:(.*)$/s.exec(value)?.[1] : undefined
  return text === undefined ? value : Buffer.from(text, 'base64')
}

/** Seconds for all of them. */
function onSqlite({ databaseUrl }: BareRequest, transactions: readonly Statement[][]): number {
  const database = new Database(databaseUrl)
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'secure_delete = ON',
  ])
    database.pragma(setting)
  database.exec(BYTES)
  const prepared = new Map<string, Database.Statement>()
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const begun = performance.now()
  for (const statements of transactions) {
    statement('BEGIN IMMEDIATE').run()
    for (const [sql, values] of statements) statement(sql).run(...values)
    statement('COMMIT').run()
  }
  const seconds = (performance.now() - begun) / 1000
  database.close()
  return seconds
}

async function onPostgres(request: BareRequest, transactions: readonly Statement[][]): Promise<number> {
  const open = async () => {
    const client = new pg.Client({ connectionString: request.databaseUrl, types: TYPES })
    await client.connect()
    return client
  }
  const clients = await Promise.all(Array.from({ length: request.connections }, open))
  await clients[0]?.query(BYTES)
  const waiting = [...transactions]
  const begun = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        await client.query('begin')
        for (const [sql, values] of next) {
          let place = 0
          await client.query(
            sql.replaceAll('?', () => `$${++place}`),
            [...values],
          )
        }
        await client.query('commit')
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  for (const client of clients) await client.end()
  return seconds
}
