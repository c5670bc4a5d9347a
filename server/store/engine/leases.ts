/** Leases of rows: whoever works on one holds it until `lease_until`, and its number fences every change. */
import type { Knex } from 'knex'
import type { Table } from './table.ts'

/** Those of the rows that nobody holds. */
export function free(query: Knex.QueryBuilder, now: number): Knex.QueryBuilder {
  return query.where((one) => one.whereNull('lease_until').orWhere('lease_until', '<=', now))
}

/** The record with its new lease; null where the query finds none. */
export function lease<R extends object>(
  table: Table<R>,
  query: Knex.QueryBuilder,
  leaseUntil: number,
): Promise<R | null> {
  return table.change(query.update({ lease: table.db.sql.raw('lease + 1'), lease_until: leaseUntil }))
}
