/** API keys in the database: their hashes, never the keys. */
import type { Knex } from 'knex'
import type { KeyRecord } from '../../core/access/key.ts'
import type { Store } from '../../core/ports.ts'
import { type Columns, firstOf, integer, json, type Row, recordOf, rowOf, text } from './columns.ts'
import { findOften } from './dialect.ts'
import { readPage } from './pages.ts'

const COLUMNS: Columns<KeyRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  type: text('type'),
  name: text('name'),
  scopes: json('scopes'),
  keyHash: text('key_hash'),
  last4: text('last4'),
  embedApplicationId: text('embed_application_id'),
  createdAt: integer('created_at'),
  expiresAt: integer('expires_at'),
  revokedAt: integer('revoked_at'),
  lastUsedAt: integer('last_used_at'),
}

export function createKeys(knex: Knex): Store['keys'] {
  return {
    async insert(key) {
      await knex('api_keys').insert(rowOf(COLUMNS, key))
    },
    findByHash: (keyHash) => findOften(knex, COLUMNS, 'select * from api_keys where key_hash = ?', [keyHash]),
    async find(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>('api_keys').where({ team_id: teamId, id }))
    },
    async findForUpdate(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>('api_keys').where({ team_id: teamId, id }).forUpdate())
    },
    async list(teamId) {
      const rows: Row[] = await knex('api_keys').where({ team_id: teamId }).orderBy('id', 'desc')
      return rows.map((row) => recordOf(COLUMNS, row))
    },
    page: (teamId, page) => readPage(knex('api_keys').where({ team_id: teamId }), COLUMNS, page),
    async revoke(teamId, id, at) {
      const rows = await knex('api_keys')
        .where({ team_id: teamId, id })
        .update({ revoked_at: knex.raw('coalesce(revoked_at, ?)', [at]) })
        .returning('*')
      return firstOf(COLUMNS, rows)
    },
    async expire(teamId, id, at) {
      const rows = await knex('api_keys')
        .where({ team_id: teamId, id })
        .update({ expires_at: at })
        .returning('*')
      return firstOf(COLUMNS, rows)
    },
    async touch(id, at) {
      await knex('api_keys')
        .where({ id })
        .andWhere((older) => older.whereNull('last_used_at').orWhere('last_used_at', '<', at))
        .update({ last_used_at: at })
    },
  }
}
