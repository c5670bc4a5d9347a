/** Teams in the database. */

import type { TeamRecord } from '../../../../core/service/access/key.ts'
import type { Store } from '../../../../core/store.ts'
import { type Columns, integer, json, rowOf, text } from '../../engine/columns.ts'
import type { Handle } from '../../engine/database.ts'
import { changeOne, findOne, insertRow, readAll, updateOne } from '../../engine/records.ts'

const COLUMNS: Columns<TeamRecord> = {
  id: text('id'),
  name: text('name'),
  billingStatus: text('billing_status'),
  renderLimitMonthly: integer('render_limit_monthly'),
  templateLimit: integer('template_limit'),
  embedApplicationLimit: integer('embed_application_limit'),
  webhookEndpointLimit: integer('webhook_endpoint_limit'),
  retentionDays: integer('retention_days'),
  branding: json('branding'),
  review: text('review'),
  forbiddenWords: json('forbidden_words'),
  approvalMail: text('approval_mail'),
  defaults: json('defaults'),
  nextOrder: integer('next_order'),
  createdAt: integer('created_at'),
}

export function createTeams(db: Handle): Store['teams'] {
  const { sql } = db
  return {
    insert: (team) => insertRow(db, 'teams', rowOf(COLUMNS, team)),
    find: (id) => findOne(db, COLUMNS, 'teams', { id }),
    list: () => readAll(db, COLUMNS, sql('teams').orderBy('id', 'desc')),
    async update(id, changes) {
      const row = rowOf<TeamRecord>(COLUMNS, changes)
      const mine = sql('teams').where({ id })
      return updateOne(db, COLUMNS, mine, row)
    },
    async takeOrderNumber(id) {
      const counted = sql('teams').where({ id }).increment('next_order', 1)
      const team = await changeOne(db, COLUMNS, counted)
      if (team === null) throw new Error(`There is no team ${id}.`)
      return team.nextOrder - 1
    },
  }
}
