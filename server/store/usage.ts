/** The monthly count of final renders in the database. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'
import { type Columns, integer } from './columns.ts'
import { findOften } from './dialect.ts'
import { runWritten, writeLater } from './written-out.ts'

const COUNT: Columns<{ readonly used: number }> = { used: integer('used') }
const COUNT_ONE = `insert into usage (team_id, month, used) values (?, ?, 1)
  on conflict (team_id, month) do update set used = usage.used + 1`
const COUNT_ONE_BELOW = `${COUNT_ONE} where usage.used < ? returning used`
const READ = 'select used from usage where team_id = ? and month = ?'

export function createUsage(knex: Knex): Store['usage'] {
  return {
    /** One statement that counts and checks, so that no two callers take the last one. */
    async consume(teamId, month, limit) {
      if (limit === null) {
        await writeLater(knex, COUNT_ONE, [teamId, month])
        return true
      }
      if (limit < 1) return false
      const counted = await runWritten(knex, COUNT_ONE_BELOW, [teamId, month, limit])
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
