/** Teams in the database. */
import type { Knex } from 'knex'
import type { TeamRecord } from '../../core/access/key.ts'
import type { Store } from '../../core/ports.ts'
import { type Columns, firstOf, integer, type Row, recordOf, rowOf, text } from './columns.ts'
import { findOften } from './dialect.ts'

const COLUMNS: Columns<TeamRecord> = {
  id: text('id'),
  name: text('name'),
  billingStatus: text('billing_status'),
  renderLimitMonthly: integer('render_limit_monthly'),
  templateLimit: integer('template_limit'),
  embedApplicationLimit: integer('embed_application_limit'),
  webhookEndpointLimit: integer('webhook_endpoint_limit'),
  retentionDays: integer('retention_days'),
  createdAt: integer('created_at'),
}

export function createTeams(knex: Knex): Store['teams'] {
  return {
    async insert(team) {
      await knex('teams').insert(rowOf(COLUMNS, team))
    },
    find: (id) => findOften(knex, COLUMNS, 'select * from teams where id = ?', [id]),
    async list() {
      const rows: Row[] = await knex('teams').orderBy('id', 'desc')
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async update(id, changes) {
      const row = rowOf<TeamRecord>(COLUMNS, changes)
      const mine = knex<Row>('teams').where({ id })
      return firstOf(COLUMNS, await (Object.keys(row).length === 0 ? mine : mine.update(row).returning('*')))
    },
  }
}
