/** What a store throws where a unique index refuses a row. */

/** A write that a unique index of the database refused. */
export class UniqueViolation extends Error {
  readonly table: string
  /** The columns that would have stood twice, such as `team_id` and `source_sha256`. */
  readonly columns: readonly string[]

  constructor(table: string, cause?: unknown, columns: readonly string[] = []) {
    super(`A row of ${table} with these values exists already.`, { cause })
    this.name = 'UniqueViolation'
    this.table = table
    this.columns = columns
  }
}
