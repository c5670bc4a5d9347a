/** Files that are to be removed, in the database: their hashes, and when. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'

const TABLE = 'file_removals'

export function createRemovals(knex: Knex): Store['removals'] {
  return {
    async plan(teamId, sha256, dueAt) {
      await knex(TABLE)
        .insert({ team_id: teamId, sha256, due_at: dueAt })
        .onConflict(['team_id', 'sha256'])
        .merge(['due_at'])
    },
    async cancel(teamId, sha256) {
      return (await knex(TABLE).where({ team_id: teamId, sha256 }).delete()) > 0
    },
    async due(now, limit) {
      const rows: { team_id: string; sha256: string }[] = await knex(TABLE)
        .where('due_at', '<=', now)
        .orderBy(['due_at', 'sha256'])
        .limit(limit)
        .select('team_id', 'sha256')
      return rows.map((row) => ({ teamId: row.team_id, sha256: row.sha256 }))
    },
  }
}
