/** Teams in the database. */

import type { TeamRecord } from '../../../../core/service/access/key.ts'
import type { Store } from '../../../../core/store.ts'
import { type Columns, integer, json, text } from '../../engine/columns.ts'
import type { Handle } from '../../engine/database.ts'
import { Table } from '../../engine/table.ts'

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
  const teams = new Table(db, 'teams', COLUMNS)
  return {
    insert: (team) => teams.insert(team),
    find: (id) => teams.find({ id }),
    list: () => teams.all(teams.rows().orderBy('id', 'desc')),
    update: (id, changes) => teams.update(teams.rows({ id }), changes),
    async takeOrderNumber(id) {
      const team = await teams.change(teams.rows({ id }).increment('next_order', 1))
      if (team === null) throw new Error(`There is no team ${id}.`)
      return team.nextOrder - 1
    },
  }
}
