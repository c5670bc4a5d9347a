/** Keyset pagination: newest first, below an id, with one extra row that tells whether more follow. */
import type { Knex } from 'knex'
import type { Page, PageRequest } from '../../../core/page.ts'
import { mapInSlices } from '../../map-in-slices.ts'
import { type Columns, recordOf } from './columns.ts'
import type { Reader } from './database.ts'

// Row locks: `db.sql('fills').where(…).forUpdate()` locks the rows until the transaction ends, so that a read is still
// true at its write; `.forUpdate().skipLocked()` skips rows that another transaction has locked (to take work off a
// queue). Both are for PostgreSQL and do nothing on SQLite, where transactions run one at a time.

/** `query` selects whole rows and has all conditions; ids compare as bytes. */
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
