/** Pages along an index: rows that agree in its leading columns lie in it in the order of their ids, as a run. */
import type { Knex } from 'knex'
import type { Page, PageRequest } from '../../../core/page.ts'
import { type Columns, recordOf } from './columns.ts'
import type { Handle } from './database.ts'

export interface Run {
  /** The columns of an index that stand before the id, in their order, and what the rows have there. */
  readonly along: readonly (readonly [column: string, value: string])[]
  /** Adds conditions for which the rows of the run are looked at. */
  readonly only?: (query: Knex.QueryBuilder) => void
}

/** Rows so few that they are found by an index of another order and sorted. */
export interface Few {
  readonly few: (query: Knex.QueryBuilder) => void
}

export interface RunRequest extends PageRequest {
  /** The least id that is listed. */
  readonly fromId?: string
}

/**
 * The newest rows of all parts together, no two of which have the same row. However many rows a part has, about as
 * many are read as are given: the parts are merged, and each is read along its index.
 */
export async function readRuns<R extends object>(
  db: Handle,
  table: string,
  columns: Columns<R>,
  parts: readonly (Run | Few)[],
  page: RunRequest,
): Promise<Page<R>> {
  const { sql } = db
  const most = page.limit + 1
  const queries = parts.map((part) => {
    const query = sql(table)
    if ('few' in part) {
      part.few(query)
      lookBetween(query, page)
      return { query, order: ["?? || '' desc", ['id']] as const }
    }
    part.only?.(query)
    if (db.dialect === 'postgres') return { query, order: alongPinned(query, part.along, page) }
    query.where(Object.fromEntries(part.along))
    betweenLikely(query, page)
    return { query, order: ['?? desc', ['id']] as const }
  })
  const [only] = queries
  if (only === undefined) return { items: [], hasMore: false }
  const rows = await db.read(
    queries.length === 1
      ? only.query.orderByRaw(...only.order).limit(most)
      : merged(queries).orderBy('id', 'desc').limit(most),
  )
  return {
    items: rows.slice(0, page.limit).map((row) => recordOf(columns, row)),
    hasMore: rows.length > page.limit,
  }

  /** SQLite merges the members of a union by its order; PostgreSQL has to be told what each may give at most. */
  function merged(members: readonly { query: Knex.QueryBuilder; order: Order }[]): Knex.QueryBuilder {
    if (db.dialect === 'sqlite')
      return sql.unionAll(members.map(({ query }) => query)) as unknown as Knex.QueryBuilder
    const limited = members.map(({ query, order }) => query.orderByRaw(...order).limit(most))
    return sql.unionAll(limited, true) as unknown as Knex.QueryBuilder
  }
}

type Order = readonly [sql: string, bindings: readonly string[]]

/** As lookAt: the few are not found by their ids. */
function lookBetween(query: Knex.QueryBuilder, { startingAfter, fromId }: RunRequest): void {
  if (startingAfter !== null) query.whereRaw("?? || '' < ?", ['id', startingAfter])
  if (fromId !== undefined) query.whereRaw("?? || '' >= ?", ['id', fromId])
}

/** Told that most ids lie between, SQLite does not prefer the index that has fewer columns before the id. */
function betweenLikely(query: Knex.QueryBuilder, { startingAfter, fromId }: RunRequest): void {
  if (startingAfter !== null) query.whereRaw('likely(?? < ?)', ['id', startingAfter])
  if (fromId !== undefined) query.whereRaw('likely(?? >= ?)', ['id', fromId])
}

/**
 * PostgreSQL takes the index of the ids alone for cheaper where its statistics say that the wanted rows are many, and
 * then goes through all the others, of all teams, that are newer. So the last column before the id is asked for
 * as a range of one value and stands in the order, which only the index has whose run it is.
 */
function alongPinned(
  query: Knex.QueryBuilder,
  along: Run['along'],
  { startingAfter, fromId }: RunRequest,
): Order {
  const [column, value] = along.at(-1) ?? ['', '']
  query.where(Object.fromEntries(along.slice(0, -1)))
  if (startingAfter === null) query.where(column, '<=', value)
  else query.whereRaw('(??, ??) < (?, ?)', [column, 'id', value, startingAfter])
  if (fromId === undefined) query.where(column, '>=', value)
  else query.whereRaw('(??, ??) >= (?, ?)', [column, 'id', value, fromId])
  return ['?? desc, ?? desc', [column, 'id']]
}

/**
 * A condition for which no index is read. SQLite keeps no statistics and takes two indexes that serve equally many
 * conditions for equally good, so that it is told by which of them the rows are found and by which looked at.
 */
export function lookAt(query: Knex.QueryBuilder, column: string, value: string): void {
  query.whereRaw("?? || '' = ?", [column, value])
}

/** The team's run of the first condition that has a value; for the others its rows are looked at. Rarest first. */
export function runOfRarest(
  teamId: string,
  conditions: readonly (readonly [column: string, value: string | undefined])[],
  only: (query: Knex.QueryBuilder) => void = () => {},
): Run {
  const given = conditions.flatMap(([column, value]) =>
    value === undefined ? [] : [[column, value] as const],
  )
  return {
    along: [['team_id', teamId], ...given.slice(0, 1)],
    only(query) {
      only(query)
      for (const [column, value] of given.slice(1)) lookAt(query, column, value)
    },
  }
}
