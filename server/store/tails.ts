/** The tails of renders in the database: the bytes that follow the body in a print file. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'

export function createTails(knex: Knex): Store['tails'] {
  return {
    async put(teamId, renderId, bytes) {
      await knex('render_tails')
        .insert({ team_id: teamId, render_id: renderId, bytes: Buffer.from(bytes) })
        .onConflict(['team_id', 'render_id'])
        .merge(['bytes'])
    },
    async find(teamId, renderId) {
      const rows: { bytes: Uint8Array }[] = await knex('render_tails')
        .select('bytes')
        .where({ team_id: teamId, render_id: renderId })
      return rows[0]?.bytes ?? null
    },
    async remove(teamId, renderId) {
      await knex('render_tails').where({ team_id: teamId, render_id: renderId }).delete()
    },
  }
}
