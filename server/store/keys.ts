/** API keys in the database: their hashes, never the keys. */
import type { KeyRecord } from '../../core/access/key.ts'
import type { Store } from '../../core/ports.ts'
import { type Columns, integer, json, rowOf, text } from './columns.ts'
import type { Handle } from './database.ts'
import { readPage } from './pages.ts'
import { changeOne, readAll, readOne } from './records.ts'

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

export function createKeys(db: Handle): Store['keys'] {
  return {
    async insert(key) {
      await db.change(db.sql('api_keys').insert(rowOf(COLUMNS, key)))
    },
    findByHash: (keyHash) => readOne(db, COLUMNS, db.sql('api_keys').where({ key_hash: keyHash })),
    async find(teamId, id) {
      return readOne(db, COLUMNS, db.sql('api_keys').where({ team_id: teamId, id }))
    },
    async findForUpdate(teamId, id) {
      return readOne(db, COLUMNS, db.sql('api_keys').where({ team_id: teamId, id }).forUpdate())
    },
    async list(teamId) {
      return readAll(db, COLUMNS, db.sql('api_keys').where({ team_id: teamId }).orderBy('id', 'desc'))
    },
    page: (teamId, page) => readPage(db, db.sql('api_keys').where({ team_id: teamId }), COLUMNS, page),
    async revoke(teamId, id, at) {
      return changeOne(
        db,
        COLUMNS,
        db
          .sql('api_keys')
          .where({ team_id: teamId, id })
          .update({ revoked_at: db.sql.raw('coalesce(revoked_at, ?)', [at]) }),
      )
    },
    async expire(teamId, id, at) {
      return changeOne(
        db,
        COLUMNS,
        db.sql('api_keys').where({ team_id: teamId, id }).update({ expires_at: at }),
      )
    },
    async touch(id, at) {
      await db.change(
        db
          .sql('api_keys')
          .where({ id })
          .andWhere((older) => older.whereNull('last_used_at').orWhere('last_used_at', '<', at))
          .update({ last_used_at: at }),
      )
    },
  }
}
