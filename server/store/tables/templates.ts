/** Templates in the database. */
import type { Knex } from 'knex'
import type { Page, PageRequest } from '../../../core/page.ts'
import { PLAIN_HOSTED } from '../../../core/service/template/hosted.ts'
import type { TemplateRecord } from '../../../core/service/template/template.ts'
import type { Store } from '../../../core/store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { countOf, Table, teamRecords } from '../engine/table.ts'
import { admitOnDay } from './guest-days.ts'
import { findTemplates } from './template-search.ts'

const COLUMNS: Columns<TemplateRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  title: text('title'),
  slug: text('slug'),
  status: text('status'),
  sourceSha256: text('source_sha256'),
  copiedFrom: text('copied_from'),
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

export function createTemplates(db: Handle): Store['templates'] {
  const { sql } = db
  const templates = new Table(db, 'templates', COLUMNS)
  return {
    ...teamRecords(templates),
    findBySource: (teamId, sourceSha256) =>
      templates.first(
        templates.rows({ team_id: teamId, source_sha256: sourceSha256 }).whereNull('copied_from'),
      ),
    findBySlug: (slug) => templates.find({ slug }),
    byId: (id) => templates.find({ id }),
    findByFormerSlug(slug) {
      const former = sql('former_slugs').where({ slug }).select('template_id')
      return templates.first(templates.rows().whereIn('id', former))
    },
    async keepFormerSlug({ id, teamId, slug }, at) {
      await db.change(
        sql('former_slugs')
          .insert({ slug, team_id: teamId, template_id: id, created_at: at })
          .onConflict('slug')
          .ignore(),
      )
    },
    admitGuest: (teamId, id, day, limit) =>
      admitOnDay(db, { table: 'hosted_days', column: 'template_id', teamId, id, day, limit }),
    async list(teamId, page, filter = {}) {
      const { status, order = 'created' } = filter
      const query = templates.rows({ team_id: teamId })
      if (status === undefined) query.whereNot({ status: 'archived' })
      else query.where({ status })
      const found = await findTemplates(db, teamId, filter)
      if (found !== null) query.whereIn('id', [...found])
      return order === 'created' ? templates.page(query, page) : readInOrder(templates, query, order, page)
    },
    count: (teamId) => countOf(db, templates.rows({ team_id: teamId }).whereNot({ status: 'archived' })),
  }
}

/** What each order compares; ids decide between equals, so that a page begins where the one before it ended. */
const ORDERS = {
  updated: {
    order: 'updated_at desc, id desc',
    after: '(updated_at, id) < (select updated_at, id from templates where id = ?)',
  },
  title: {
    order: 'lower(title), id',
    after: '(lower(title), id) > (select lower(title), id from templates where id = ?)',
  },
} as const

function readInOrder(
  templates: Table<TemplateRecord>,
  query: Knex.QueryBuilder,
  by: keyof typeof ORDERS,
  { limit, startingAfter }: PageRequest,
): Promise<Page<TemplateRecord>> {
  const { order, after } = ORDERS[by]
  if (startingAfter !== null) query.whereRaw(after, [startingAfter])
  return templates.pageOf(query.orderByRaw(order), limit)
}
