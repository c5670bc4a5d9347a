/** Webhook endpoints in the database. */
import type { EndpointRecord } from '../../../core/service/webhook/endpoint.ts'
import type { EndpointStore } from '../../../core/service/webhook/webhook-store.ts'
import { type Columns, flag, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { countOf, Table, teamRecords } from '../engine/table.ts'

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
  const endpoints = new Table(db, 'webhook_endpoints', COLUMNS)
  const enabled = (teamId: string) => ({ team_id: teamId, status: 'enabled' })
  return {
    ...teamRecords(endpoints),
    list: (teamId, page) => endpoints.page(endpoints.rows({ team_id: teamId }), page),
    enabled: (teamId) => endpoints.findAll(enabled(teamId)),
    count: (teamId) => countOf(db, endpoints.rows(enabled(teamId))),
    disable: (teamId, id, disabledReason, updatedAt) =>
      endpoints.update(endpoints.rows({ ...enabled(teamId), id }), {
        status: 'disabled',
        disabledReason,
        updatedAt,
      }),
  }
}
