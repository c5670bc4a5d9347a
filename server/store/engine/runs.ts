/** Pages along an index: rows with the same leading columns form a run, ordered by id. */
import type { Knex } from 'knex'
import type { Page, PageRequest } from '../../../core/page.ts'
import type { Reader } from './database.ts'
import { readCell, type Table } from './table.ts'

export interface Run {
  /** The index columns before the id, in order, with their values. */
  readonly along: readonly (readonly [column: string, value: string])[]
  /** Adds conditions that are checked on the rows of the run. */
  readonly only?: (query: Knex.QueryBuilder) => void
}

/** So few rows that an index of another order finds them and they are sorted. */
export interface Few {
  readonly few: (query: Knex.QueryBuilder) => void
}

export interface RunRequest extends PageRequest {
  /** The smallest id of the list. */
  readonly fromId?: string
}

/** The parts with further conditions that are checked on their rows. */
export function narrowed(
  parts: readonly (Run | Few)[],
  only: (query: Knex.QueryBuilder) => void,
): readonly (Run | Few)[] {
  return parts.map((part) =>
    'few' in part
      ? {
          few(query) {
            part.few(query)
            only(query)
          },
        }
      : {
          along: part.along,
          only(query) {
            part.only?.(query)
            only(query)
          },
        },
  )
}

/**
 * The newest rows of all parts, which are disjoint. Reads about as many rows as it returns, however large a part is: the
 * parts are merged, each along its index.
 */
export async function readRuns<R extends object>(
  table: Table<R>,
  parts: readonly (Run | Few)[],
  page: RunRequest,
): Promise<Page<R>> {
  const { dialect, sql } = table.db
  const queries = parts.map((part) => {
    const query = table.rows()
    if ('few' in part) {
      part.few(query)
      lookBetween(query, page)
      return { query, order: ["?? || '' desc", ['id']] as const }
    }
    part.only?.(query)
    return { query, order: alongRun(table.db, query, part.along, page) }
  })
  const [only] = queries
  if (only === undefined) return { items: [], hasMore: false }
  return table.pageOf(
    queries.length === 1 ? only.query.orderByRaw(...only.order) : merged(queries).orderBy('id', 'desc'),
    page.limit,
  )

  /** SQLite merges an ordered union; PostgreSQL needs a limit in each member. */
  function merged(members: readonly { query: Knex.QueryBuilder; order: Order }[]): Knex.QueryBuilder {
    if (dialect === 'sqlite')
      return sql.unionAll(members.map(({ query }) => query)) as unknown as Knex.QueryBuilder
    const limited = members.map(({ query, order }) => query.orderByRaw(...order).limit(page.limit + 1))
    return sql.unionAll(limited, true) as unknown as Knex.QueryBuilder
  }
}

/**
 * The id at which so many rows of each part have been read from the start of the page on; null if all parts end before.
 * The checks of a part are left out: this counts what is read, not what is found.
 */
export async function readEnd<R extends object>(
  table: Table<R>,
  parts: readonly (Run | Few)[],
  page: RunRequest,
  rows: number,
): Promise<string | null> {
  let end: string | null = null
  for (const part of parts) {
    if ('few' in part) continue
    const query = table.rows().select('id')
    const order = alongRun(table.db, query, part.along, page)
    const id = await readCell<string>(
      table.db,
      'id',
      query
        .orderByRaw(...order)
        .limit(1)
        .offset(rows),
    )
    if (id !== null && (end === null || id > end)) end = id
  }
  return end
}

type Order = readonly [sql: string, bindings: readonly string[]]

function alongRun(db: Reader, query: Knex.QueryBuilder, along: Run['along'], page: RunRequest): Order {
  if (db.dialect === 'postgres') return alongPinned(query, along, page)
  query.where(Object.fromEntries(along))
  betweenLikely(query, page)
  return ['?? desc', ['id']]
}

/** As lookAt: keeps the index of the ids from being chosen for so few rows. */
function lookBetween(query: Knex.QueryBuilder, { startingAfter, fromId }: RunRequest): void {
  if (startingAfter !== null) query.whereRaw("?? || '' < ?", ['id', startingAfter])
  if (fromId !== undefined) query.whereRaw("?? || '' >= ?", ['id', fromId])
}

/** With this hint of likelihood, SQLite does not prefer an index with fewer columns before the id. */
function betweenLikely(query: Knex.QueryBuilder, { startingAfter, fromId }: RunRequest): void {
  if (startingAfter !== null) query.whereRaw('likely(?? < ?)', ['id', startingAfter])
  if (fromId !== undefined) query.whereRaw('likely(?? >= ?)', ['id', fromId])
}

/**
 * If its statistics expect many rows, PostgreSQL prefers the index of the ids alone and then reads the newer rows of all
 * teams. So the last column before the id becomes a range of one value and part of the order, which only the index of
 * the run can serve.
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
 * A condition that uses no index. Without statistics SQLite treats two indexes that match equally many conditions as
 * equal, so this tells it which condition finds the rows and which only checks them.
 */
export function lookAt(query: Knex.QueryBuilder, column: string, value: string): void {
  query.whereRaw("?? || '' = ?", [column, value])
}

/** The team's run of the first condition with a value, rarest first; the others are checked on its rows. */
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
