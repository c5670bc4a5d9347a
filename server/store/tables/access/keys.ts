/** API keys in the database: their hashes, never the keys. */

import type { KeyRecord } from '../../../../core/service/access/key.ts'
import type { Store } from '../../../../core/store.ts'
import { type Columns, integer, json, text } from '../../engine/columns.ts'
import type { Handle } from '../../engine/database.ts'
import { readPage } from '../../engine/pages.ts'
import { changeOne, findOne, readAll, teamRecords } from '../../engine/records.ts'

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
  const { sql } = db
  return {
    ...teamRecords(db, COLUMNS, 'api_keys'),
    findByHash: (keyHash) => findOne(db, COLUMNS, 'api_keys', { key_hash: keyHash }),
    list: (teamId) => readAll(db, COLUMNS, sql('api_keys').where({ team_id: teamId }).orderBy('id', 'desc')),
    page: (teamId, page) => readPage(db, sql('api_keys').where({ team_id: teamId }), COLUMNS, page),
    revoke: (teamId, id, at) =>
      changeOne(
        db,
        COLUMNS,
        sql('api_keys')
          .where({ team_id: teamId, id })
          .update({ revoked_at: sql.raw('coalesce(revoked_at, ?)', [at]) }),
      ),
    expire: (teamId, id, at) =>
      changeOne(db, COLUMNS, sql('api_keys').where({ team_id: teamId, id }).update({ expires_at: at })),
    async touch(id, at) {
      await db.change(
        sql('api_keys')
          .where({ id })
          .andWhere((older) => older.whereNull('last_used_at').orWhere('last_used_at', '<', at))
          .update({ last_used_at: at }),
      )
    },
  }
}
