/** Renders in the database; every change is fenced by the attempt in which it was made. */
import type { Knex } from 'knex'
import type { Store } from '../../core/ports.ts'
import type { RenderRecord } from '../../core/render/render.ts'
import { type Columns, firstOf, integer, json, type Row, rowOf, text } from './columns.ts'
import { readPage } from './pages.ts'

const COLUMNS: Columns<RenderRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  templateId: text('template_id'),
  revision: integer('revision'),
  fillId: text('fill_id'),
  kind: text('kind'),
  status: text('status'),
  values: json('field_values'),
  colors: json('colors'),
  assignments: json('assignments'),
  substrate: json('substrate'),
  externalOrderId: text('external_order_id'),
  externalCartId: text('external_cart_id'),
  customerEmail: text('customer_email'),
  metadata: json('metadata'),
  preflightStatus: text('preflight_status'),
  preflightNotes: text('preflight_notes'),
  storageKey: text('storage_key'),
  bodySha256: text('body_sha256'),
  sizeBytes: integer('size_bytes'),
  contentSha256: text('content_sha256'),
  attempt: integer('attempt'),
  errorCode: text('error_code'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
  completedAt: integer('completed_at'),
}

export function createRenders(knex: Knex): Store['renders'] {
  return {
    async insert(render) {
      await knex('renders').insert(rowOf(COLUMNS, render))
    },
    async findTeam(id) {
      const row = await knex('renders').where({ id }).first('team_id')
      return row?.team_id ?? null
    },
    async find(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>('renders').where({ team_id: teamId, id }))
    },
    async list(teamId, filter, page) {
      const query = knex('renders').where({ team_id: teamId })
      if (filter.fillId !== undefined) query.where({ fill_id: filter.fillId })
      if (filter.customerEmail !== undefined)
        query.whereRaw('lower(customer_email) = ?', [filter.customerEmail.toLowerCase()])
      if (filter.externalOrderId !== undefined) query.where({ external_order_id: filter.externalOrderId })
      if (filter.externalCartId !== undefined) query.where({ external_cart_id: filter.externalCartId })
      if (filter.kind !== undefined) query.where({ kind: filter.kind })
      return readPage(query, COLUMNS, page)
    },
    async update(teamId, id, attempt, changes) {
      const fenced = knex('renders').where({ team_id: teamId, id, attempt })
      const row = rowOf<RenderRecord>(COLUMNS, changes)
      return firstOf(
        COLUMNS,
        await (Object.keys(row).length === 0 ? fenced : fenced.update(row).returning('*')),
      )
    },
  }
}
