/** A table whose rows are records: its queries, and what reads and writes them. */
import type { Knex } from 'knex'
import type { Page, PageRequest } from '../../../core/page.ts'
import { mapInSlices } from '../../map-in-slices.ts'
import { type Cell, type Columns, columnList, firstOf, recordOf, rowOf } from './columns.ts'
import { type Asked, builtOnce, type Handle, type Statement } from './database.ts'

type Where = Readonly<Record<string, string | number>>

// Row locks: `fills.rows(…).forUpdate()` locks the rows until the transaction ends, so that a read is still true at its
// write; `.forUpdate().skipLocked()` skips rows that another transaction has locked (to take work off a queue). Both are
// for PostgreSQL and do nothing on SQLite, where transactions run one at a time.

export class Table<R extends object> {
  readonly db: Handle
  readonly name: string
  readonly columns: Columns<R>
  /** The row of a record, or of its changed part. */
  readonly rowOf: (record: Partial<R>) => Record<string, Cell>

  /** `row` is for tables with columns besides those of the record. */
  constructor(
    db: Handle,
    name: string,
    columns: Columns<R>,
    row?: (record: Partial<R>) => Record<string, Cell>,
  ) {
    this.db = db
    this.name = name
    this.columns = columns
    this.rowOf = row ?? ((record) => rowOf<R>(columns, record))
  }

  /** A query of the rows with these column values. */
  rows(where: Readonly<Record<string, string | number | null>> = {}): Knex.QueryBuilder {
    return this.db.sql(this.name).where(where)
  }

  insert(record: R): Promise<void> {
    return insertRow(this.db, this.name, this.rowOf(record))
  }

  /** The record with these column values, or null. */
  find(where: Where): Promise<R | null> {
    return this.first(this.#rowsOnce(where))
  }

  /** All records with these column values. */
  findAll(where: Where): Promise<readonly R[]> {
    return this.all(this.#rowsOnce(where))
  }

  /** The first record of a query, or null. */
  async first(asked: Asked): Promise<R | null> {
    return firstOf(this.columns, await this.db.read(asked))
  }

  async all(asked: Asked): Promise<readonly R[]> {
    return (await this.db.read(asked)).map((row) => recordOf(this.columns, row))
  }

  /** At most `limit` records, those first whose `column` is the smallest; all of them below `before`. */
  oldest(query: Knex.QueryBuilder, column: string, before: number, limit: number): Promise<readonly R[]> {
    return this.all(query.where(column, '<', before).orderBy(column).limit(limit))
  }

  /** At most `limit` records after an id, in the order of ids. */
  after(query: Knex.QueryBuilder, id: string, limit: number): Promise<readonly R[]> {
    return this.all(query.where('id', '>', id).orderBy('id').limit(limit))
  }

  /**
   * Keyset pagination: newest first, below an id, with one extra row that tells whether more follow. `query` has all
   * conditions; ids compare as bytes.
   */
  page(query: Knex.QueryBuilder, { limit, startingAfter }: PageRequest): Promise<Page<R>> {
    if (startingAfter !== null) query.where('id', '<', startingAfter)
    return this.pageOf(query.orderBy('id', 'desc'), limit)
  }

  /** The first `limit` records of an ordered query, and whether more follow. */
  async pageOf(ordered: Knex.QueryBuilder, limit: number): Promise<Page<R>> {
    const rows = await this.db.read(ordered.limit(limit + 1))
    return {
      // Some rows hold megabytes of JSON.
      items: await mapInSlices(rows.slice(0, limit), (row) => recordOf(this.columns, row)),
      hasMore: rows.length > limit,
    }
  }

  async exists(query: Knex.QueryBuilder): Promise<boolean> {
    return (await this.db.read(query.select(this.db.sql.raw('1')).limit(1))).length > 0
  }

  #rowsOnce(where: Where): Statement {
    const { names, text } = columnList(this.columns)
    const key = `select ${text} from ${this.name} by ${Object.keys(where)}`
    return builtOnce(this.db, key, () => this.rows(where).select(names), Object.values(where))
  }

  /** The record that an update wrote; null if nothing changed. */
  async change(update: Knex.QueryBuilder): Promise<R | null> {
    return firstOf(this.columns, (await this.db.change(update.returning('*'))).rows)
  }

  /** The found record with the changes; as it is if there are none. */
  update(query: Knex.QueryBuilder, changes: Partial<R>): Promise<R | null> {
    const row = this.rowOf(changes)
    return Object.keys(row).length === 0 ? this.first(query) : this.change(query.update(row))
  }

  /** How many rows were removed. */
  async remove(query: Knex.QueryBuilder): Promise<number> {
    return (await this.db.change(query.delete())).changed
  }

  /** As `remove`, for a query with a limit, which SQLite does not take in a delete; the rows are told by their keys. */
  removeSome(query: Knex.QueryBuilder, ...keys: readonly [string, ...string[]]): Promise<number> {
    return this.remove(this.rows().whereIn([...keys], query.select([...keys])))
  }
}

/** The statement depends on the columns alone, and those have few combinations. */
export async function insertRow(
  db: Handle,
  table: string,
  row: Readonly<Record<string, Cell>>,
): Promise<void> {
  // knex puts the columns into this order.
  const names = Object.keys(row).sort()
  const bindings = names.map((name) => row[name])
  await db.change(builtOnce(db, `insert ${table} ${names}`, () => db.sql(table).insert(row), bindings))
}

/** The value of a column in the first row, or null. */
export async function readCell<T extends Cell>(
  db: Pick<Handle, 'read'>,
  column: string,
  asked: Asked,
): Promise<T | null> {
  const [row] = await db.read(asked)
  return (row?.[column] ?? null) as T | null
}

/** The number of rows of a query. */
export function countOf(db: Pick<Handle, 'read'>, query: Knex.QueryBuilder): Promise<number> {
  return readCount(db, query.count({ count: '*' }))
}

/** The count in the first row of a statement. */
export async function readCount(db: Pick<Handle, 'read'>, asked: Asked): Promise<number> {
  const [row] = await db.read<{ count: number | string }>(asked)
  return Number(row?.count ?? 0)
}

/** The common part of all stores of a team's records. */
export function teamRecords<R extends object>(table: Table<R>) {
  const one = (teamId: string, id: string) => table.rows({ team_id: teamId, id })
  return {
    insert: (record: R) => table.insert(record),
    find: (teamId: string, id: string) => table.find({ team_id: teamId, id }),
    findForUpdate: (teamId: string, id: string) => table.first(one(teamId, id).forUpdate()),
    findMany: async (teamId: string, ids: readonly string[]) =>
      ids.length === 0 ? [] : table.all(table.rows({ team_id: teamId }).whereIn('id', ids)),
    update: (teamId: string, id: string, changes: Partial<R>) => table.update(one(teamId, id), changes),
  }
}
