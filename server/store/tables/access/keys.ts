/** API keys in the database: their hashes, never the keys. */

import type { KeyRecord } from '../../../../core/service/access/key.ts'
import type { Store } from '../../../../core/store.ts'
import { type Columns, integer, json, text } from '../../engine/columns.ts'
import type { Handle } from '../../engine/database.ts'
import { Table, teamRecords } from '../../engine/table.ts'

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
  const keys = new Table(db, 'api_keys', COLUMNS)
  const one = (teamId: string, id: string) => keys.rows({ team_id: teamId, id })
  return {
    ...teamRecords(keys),
    findByHash: (keyHash) => keys.find({ key_hash: keyHash }),
    list: (teamId) => keys.all(keys.rows({ team_id: teamId }).orderBy('id', 'desc')),
    page: (teamId, page) => keys.page(keys.rows({ team_id: teamId }), page),
    revoke: (teamId, id, at) =>
      keys.change(one(teamId, id).update({ revoked_at: db.sql.raw('coalesce(revoked_at, ?)', [at]) })),
    expire: (teamId, id, expiresAt) => keys.update(one(teamId, id), { expiresAt }),
    async touch(id, at) {
      await db.change(
        keys
          .rows({ id })
          .andWhere((older) => older.whereNull('last_used_at').orWhere('last_used_at', '<', at))
          .update({ last_used_at: at }),
      )
    },
  }
}
