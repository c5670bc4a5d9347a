/** The saved revisions of templates' scenes in the database; none is ever changed. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'
import type { RevisionRecord } from '../../core/template/template.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'

const COLUMNS: Columns<RevisionRecord> = {
  templateId: text('template_id'),
  teamId: text('team_id'),
  revision: integer('revision'),
  scene: json('scene'),
  plan: json('plan'),
  createdAt: integer('created_at'),
}

export function createRevisions(knex: Knex): Store['revisions'] {
  return {
    async insert(revision) {
      await knex('template_revisions').insert(rowOf(COLUMNS, revision))
    },
    async find(teamId, templateId, revision) {
      const rows = await knex<Row>('template_revisions').where({
        team_id: teamId,
        template_id: templateId,
        revision,
      })
      return firstOf(COLUMNS, rows)
    },
    async findMany(teamId, wanted) {
      if (wanted.length === 0) return []
      const pairs = wanted.map(({ templateId, revision }) => [templateId, revision])
      const rows: Row[] = await knex('template_revisions')
        .where({ team_id: teamId })
        .whereIn(['template_id', 'revision'], pairs)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
  }
}
