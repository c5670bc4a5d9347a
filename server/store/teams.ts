/** Teams in the database. */
import type { Knex } from 'knex'
import type { TeamRecord } from '../../core/access/key.ts'
import type { Store } from '../../core/ports.ts'
import { type Columns, firstOf, integer, type Row, recordOf, rowOf, text } from './columns.ts'

const COLUMNS: Columns<TeamRecord> = {
  id: text('id'),
  name: text('name'),
  renderLimitMonthly: integer('render_limit_monthly'),
  createdAt: integer('created_at'),
}

export function createTeams(knex: Knex): Store['teams'] {
  return {
    async insert(team) {
      await knex('teams').insert(rowOf(COLUMNS, team))
    },
    async find(id) {
      return firstOf(COLUMNS, await knex<Row>('teams').where({ id }))
    },
    async list() {
      const rows: Row[] = await knex('teams').orderBy('id', 'desc')
      return rows.map((row) => recordOf(COLUMNS, row))
    },
  }
}
