/** Templates in the database. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'
import { PLAIN_HOSTED } from '../../core/template/hosted.ts'
import type { TemplateRecord } from '../../core/template/template.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { findOften } from './dialect.ts'
import { admitOnDay } from './guest-days.ts'
import { readPage } from './pages.ts'

const COLUMNS: Columns<TemplateRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  title: text('title'),
  slug: text('slug'),
  status: text('status'),
  sourceSha256: text('source_sha256'),
  sizeBytes: integer('size_bytes'),
  extractorVersion: integer('extractor_version'),
  profile: text('profile'),
  plan: json('plan'),
  findings: json('findings'),
  latestRevision: integer('latest_revision'),
  liveRevision: integer('live_revision'),
  metadata: json('metadata'),
  hosted: {
    name: 'hosted',
    write: (settings) => JSON.stringify(settings),
    // Null in rows that are older than the settings.
    read: (cell) => ({ ...PLAIN_HOSTED, ...(typeof cell === 'string' ? JSON.parse(cell) : {}) }),
  },
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  publishedAt: integer('published_at'),
  archivedAt: integer('archived_at'),
}

const FIND = 'select * from templates where team_id = ? and id = ?'

export function createTemplates(knex: Knex): Store['templates'] {
  const find: Store['templates']['find'] = (teamId, id) => findOften(knex, COLUMNS, FIND, [teamId, id])

  return {
    find,
    async findForUpdate(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>('templates').where({ team_id: teamId, id }).forUpdate())
    },
    async insert(template) {
      await knex('templates').insert(rowOf(COLUMNS, template))
    },
    async findMany(teamId, ids) {
      const rows = await knex<Row>('templates').where({ team_id: teamId }).whereIn('id', ids)
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    async findBySource(teamId, sourceSha256) {
      const rows = await knex<Row>('templates').where({ team_id: teamId, source_sha256: sourceSha256 })
      return firstOf(COLUMNS, rows)
    },
    async findBySlug(slug) {
      return firstOf(COLUMNS, await knex<Row>('templates').where({ slug }))
    },
    async findTeam(id) {
      const row = await knex('templates').where({ id }).first('team_id')
      return row?.team_id ?? null
    },
    async findByFormerSlug(slug) {
      const former = knex('former_slugs').where({ slug }).select('template_id')
      return firstOf(COLUMNS, await knex<Row>('templates').whereIn('id', former))
    },
    async keepFormerSlug({ id, teamId, slug }, at) {
      await knex('former_slugs')
        .insert({ slug, team_id: teamId, template_id: id, created_at: at })
        .onConflict('slug')
        .ignore()
    },
    admitGuest: (teamId, id, day, limit) =>
      admitOnDay(knex, { table: 'hosted_days', column: 'template_id', teamId, id, day, limit }),
    async list(teamId, page, status) {
      const query = knex('templates').where({ team_id: teamId })
      if (status === undefined) query.whereNot({ status: 'archived' })
      else query.where({ status })
      return readPage(query, COLUMNS, page)
    },
    async count(teamId) {
      const [row] = await knex('templates')
        .where({ team_id: teamId })
        .whereNot({ status: 'archived' })
        .count({ count: '*' })
      return Number(row?.count ?? 0)
    },
    async update(teamId, id, changes) {
      const row = rowOf<TemplateRecord>(COLUMNS, changes)
      if (Object.keys(row).length === 0) return find(teamId, id)
      return firstOf(
        COLUMNS,
        await knex('templates').where({ team_id: teamId, id }).update(row).returning('*'),
      )
    },
  }
}
