/** Templates in the database. */
import type { Knex } from 'knex'
import type { Page, PageRequest } from '../../../core/page.ts'
import { PLAIN_HOSTED } from '../../../core/service/template/hosted.ts'
import type { TemplateRecord } from '../../../core/service/template/template.ts'
import type { Store } from '../../../core/store.ts'
import { mapInSlices } from '../../map-in-slices.ts'
import { type Columns, integer, json, recordOf, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { countOf, findOne, readCell, readOne, teamRecords } from '../engine/records.ts'
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
  return {
    ...teamRecords(db, COLUMNS, 'templates'),
    findBySource: (teamId, sourceSha256) =>
      readOne(
        db,
        COLUMNS,
        sql('templates').where({ team_id: teamId, source_sha256: sourceSha256 }).whereNull('copied_from'),
      ),
    findBySlug: (slug) => findOne(db, COLUMNS, 'templates', { slug }),
    findTeam: (id) => readCell(db, 'team_id', sql('templates').where({ id }).select('team_id')),
    async findByFormerSlug(slug) {
      const former = sql('former_slugs').where({ slug }).select('template_id')
      return readOne(db, COLUMNS, sql('templates').whereIn('id', former))
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
      const query = sql('templates').where({ team_id: teamId })
      if (status === undefined) query.whereNot({ status: 'archived' })
      else query.where({ status })
      const found = await findTemplates(db, teamId, filter)
      if (found !== null) query.whereIn('id', [...found])
      return order === 'created' ? readPage(db, query, COLUMNS, page) : readInOrder(db, query, order, page)
    },
    count: (teamId) =>
      countOf(db, sql('templates').where({ team_id: teamId }).whereNot({ status: 'archived' })),
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

async function readInOrder(
  db: Handle,
  query: Knex.QueryBuilder,
  by: keyof typeof ORDERS,
  { limit, startingAfter }: PageRequest,
): Promise<Page<TemplateRecord>> {
  const { order, after } = ORDERS[by]
  if (startingAfter !== null) query.whereRaw(after, [startingAfter])
  const rows = await db.read(query.orderByRaw(order).limit(limit + 1))
  return {
    items: await mapInSlices(rows.slice(0, limit), (row) => recordOf(COLUMNS, row)),
    hasMore: rows.length > limit,
  }
}
