/** Daily counts of guests: one row for each application and public page. */
import type { Handle } from '../engine/database.ts'

/**
 * Counts one guest; at `limit` it counts nothing and returns false. A single statement counts and checks, so that two
 * guests never share the last place; a new day begins at one.
 */
export async function admitOnDay(
  db: Handle,
  counted: {
    readonly table: 'guest_days' | 'hosted_days'
    readonly column: string
    readonly teamId: string
    readonly id: string
    readonly day: string
    readonly limit: number
  },
): Promise<boolean> {
  const { sql } = db
  const { table, column, teamId, id, day, limit } = counted
  if (limit < 1) return false
  const { changed } = await db.change(
    sql(table)
      .insert({ [column]: id, team_id: teamId, day, opened: 1 })
      .onConflict(column)
      .merge({
        opened: sql.raw('case when ??.day = excluded.day then ??.opened + 1 else 1 end', [table, table]),
        day: sql.raw('excluded.day'),
      })
      .whereRaw('(??.day <> excluded.day or ??.opened < ?)', [table, table, limit]),
  )
  return changed === 1
}
