/** Webhook endpoints in the database. */
import type { Knex } from 'knex'
import type { EndpointRecord } from '../../core/webhook/endpoint.ts'
import type { EndpointStore } from '../../core/webhook/webhook-store.ts'
import { type Columns, firstOf, flag, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { readPage } from './pages.ts'
import { runWritten } from './written-out.ts'

const COLUMNS: Columns<EndpointRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  url: text('url'),
  description: text('description'),
  enabledEvents: json('enabled_events'),
  payloadStyle: text('payload_style'),
  includePii: flag('include_pii'),
  status: text('status'),
  disabledReason: text('disabled_reason'),
  secretCiphertext: text('secret_ciphertext'),
  secretPrefix: text('secret_prefix'),
  secretRotatedAt: integer('secret_rotated_at'),
  previousSecretCiphertext: text('previous_secret_ciphertext'),
  previousSecretExpiresAt: integer('previous_secret_expires_at'),
  failingSince: integer('failing_since'),
  lastSuccessAt: integer('last_success_at'),
  metadata: json('metadata'),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
}

const ENABLED = "select * from webhook_endpoints where team_id = ? and status = 'enabled'"

export function createEndpoints(knex: Knex): EndpointStore {
  // Several things happen in one transaction, and each is told to the same endpoints.
  const heard = new Map<string, Promise<readonly EndpointRecord[]>>()
  const isKept = knex.isTransaction === true
  const readEnabled = async (teamId: string) => {
    const rows = await runWritten(knex, ENABLED, [teamId])
    return rows.map((row) => recordOf(COLUMNS, row))
  }
  const find: EndpointStore['find'] = async (teamId, id) =>
    firstOf(COLUMNS, await knex<Row>('webhook_endpoints').where({ team_id: teamId, id }))

  return {
    find,
    async insert(endpoint) {
      heard.clear()
      await knex('webhook_endpoints').insert(rowOf(COLUMNS, endpoint))
    },
    async list(teamId, page) {
      return readPage(knex('webhook_endpoints').where({ team_id: teamId }), COLUMNS, page)
    },
    enabled(teamId) {
      const read = heard.get(teamId) ?? readEnabled(teamId)
      if (isKept) heard.set(teamId, read)
      return read
    },
    async count(teamId) {
      const enabled = knex('webhook_endpoints').where({ team_id: teamId, status: 'enabled' })
      const [row] = await enabled.count({ count: '*' })
      return Number(row?.count ?? 0)
    },
    async update(teamId, id, changes) {
      heard.clear()
      const row = rowOf<EndpointRecord>(COLUMNS, changes)
      if (Object.keys(row).length === 0) return find(teamId, id)
      const changed = knex('webhook_endpoints').where({ team_id: teamId, id }).update(row)
      return firstOf(COLUMNS, await changed.returning('*'))
    },
    async disable(teamId, id, reason, at) {
      heard.clear()
      const row = { status: 'disabled', disabled_reason: reason, updated_at: at }
      const changed = knex('webhook_endpoints').where({ team_id: teamId, id, status: 'enabled' }).update(row)
      return firstOf(COLUMNS, await changed.returning('*'))
    },
  }
}
