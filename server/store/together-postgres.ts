/** Statements that are sent to PostgreSQL together: each way there and back costs more than what is done there. */
import type { Row } from './columns.ts'

/** With a `?` for each value, and no other. */
export interface Statement {
  readonly sql: string
  readonly values: readonly Row[string][]
}

/**
 * Statements that write, none of which sees what another does, as one: each but the last is a term of its WITH
 * (PostgreSQL manual, 7.8.4: such a term runs once and to its end). References between their rows are looked at in the end.
 */
export function asOne(statements: readonly Statement[]): Statement {
  const last = statements.at(-1)
  if (last === undefined) throw new Error('There is nothing to write.')
  const terms = statements.slice(0, -1).map(({ sql }, at) => `w${at} as (${sql})`)
  const sql = terms.length === 0 ? last.sql : `with ${terms.join(', ')} ${last.sql}`
  return { sql: withPlaces(sql), values: statements.flatMap(({ values }) => values) }
}

/** Statements are few; their texts are put together once. */
const MOST_KEPT = 500
const kept = new Map<string, string>()

/** `$1`, `$2` … for each `?`. */
export function withPlaces(sql: string): string {
  let placed = kept.get(sql)
  if (placed === undefined) {
    let place = 0
    placed = sql.replace(/\?/g, () => `$${++place}`)
    if (kept.size < MOST_KEPT) kept.set(sql, placed)
  }
  return placed
}
