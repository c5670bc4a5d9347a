/** Webhook endpoints in the database. */
import type { EndpointRecord } from '../../../core/service/webhook/endpoint.ts'
import type { EndpointStore } from '../../../core/service/webhook/webhook-store.ts'
import { type Columns, flag, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readPage } from '../engine/pages.ts'
import { changeOne, countOf, readAll, teamRecords } from '../engine/records.ts'

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

export function createEndpoints(db: Handle): EndpointStore {
  const { sql } = db
  return {
    ...teamRecords(db, COLUMNS, 'webhook_endpoints'),
    list: (teamId, page) => readPage(db, sql('webhook_endpoints').where({ team_id: teamId }), COLUMNS, page),
    enabled: (teamId) =>
      readAll(db, COLUMNS, sql('webhook_endpoints').where({ team_id: teamId, status: 'enabled' })),
    async count(teamId) {
      const enabled = sql('webhook_endpoints').where({ team_id: teamId, status: 'enabled' })
      return countOf(db, enabled)
    },
    async disable(teamId, id, reason, at) {
      const row = { status: 'disabled', disabled_reason: reason, updated_at: at }
      const changed = sql('webhook_endpoints').where({ team_id: teamId, id, status: 'enabled' }).update(row)
      return changeOne(db, COLUMNS, changed)
    },
  }
}
