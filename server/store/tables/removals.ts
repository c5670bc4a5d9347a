/** The hashes of files to remove and their times, in the database. */
import type { Store } from '../../../core/store.ts'
import type { Handle } from '../engine/database.ts'

const TABLE = 'file_removals'

export function createRemovals(db: Handle): Store['removals'] {
  const { sql } = db
  return {
    async plan(teamId, sha256, dueAt) {
      await db.change(
        sql(TABLE)
          .insert({ team_id: teamId, sha256, due_at: dueAt })
          .onConflict(['team_id', 'sha256'])
          .merge(['due_at']),
      )
    },
    async cancel(teamId, sha256, after = Number.NEGATIVE_INFINITY) {
      const planned = sql(TABLE).where({ team_id: teamId, sha256 })
      if (Number.isFinite(after)) planned.where('due_at', '>', after)
      return (await db.change(planned.delete())).changed > 0
    },
    async due(now, limit) {
      const rows = await db.read<{ team_id: string; sha256: string }>(
        sql(TABLE)
          .where('due_at', '<=', now)
          .orderBy(['due_at', 'sha256'])
          .limit(limit)
          .select('team_id', 'sha256'),
      )
      return rows.map((row) => ({ teamId: row.team_id, sha256: row.sha256 }))
    },
  }
}
