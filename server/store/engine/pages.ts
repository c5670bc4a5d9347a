/** Lists by key: newest first, from an id downwards, one row more than asked for to know whether more follow. */
import type { Knex } from 'knex'
import type { Page, PageRequest } from '../../../core/page.ts'
import { mapInSlices } from '../../map-in-slices.ts'
import { type Columns, recordOf } from './columns.ts'
import type { Reader } from './database.ts'

// Row locks: `db.sql('fills').where(…).forUpdate()` holds the rows until the transaction ends, so that what is read in
// order to be written is still true then; `.forUpdate().skipLocked()` leaves out rows that another transaction holds
// (for taking work off a queue). Both are for PostgreSQL and do nothing on SQLite, whose transactions are alone.

/** `query` selects whole rows and states its conditions; ids compare as bytes. */
export async function readPage<R extends object>(
  db: Reader,
  query: Knex.QueryBuilder,
  columns: Columns<R>,
  { limit, startingAfter }: PageRequest,
): Promise<Page<R>> {
  if (startingAfter !== null) query.where('id', '<', startingAfter)
  const rows = await db.read(query.orderBy('id', 'desc').limit(limit + 1))
  return {
    // Some rows hold megabytes of JSON.
    items: await mapInSlices(rows.slice(0, limit), (row) => recordOf(columns, row)),
    hasMore: rows.length > limit,
  }
}
