/** The monthly count of final renders in the database. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'
import { type Columns, integer } from './columns.ts'
import { findOften } from './dialect.ts'

const COUNT: Columns<{ readonly used: number }> = { used: integer('used') }
const READ = 'select used from usage where team_id = ? and month = ?'

export function createUsage(knex: Knex): Store['usage'] {
  return {
    /** One statement that counts and checks, so that no two callers take the last one. */
    async consume(teamId, month, limit) {
      if (limit !== null && limit < 1) return false
      const count = knex('usage')
        .insert({ team_id: teamId, month, used: 1 })
        .onConflict(['team_id', 'month'])
        .merge({ used: knex.raw('usage.used + 1') })
      if (limit !== null) count.where('usage.used', '<', limit)
      const counted: unknown[] = await count.returning('used')
      return counted.length === 1
    },
    async release(teamId, month, count) {
      const used = knex('usage').where({ team_id: teamId, month })
      await used.update({ used: knex.raw('case when used > ? then used - ? else 0 end', [count, count]) })
    },
    async read(teamId, month) {
      return (await findOften(knex, COUNT, READ, [teamId, month]))?.used ?? 0
    },
  }
}
