/** The last requests of each API key in the database. */

import { idBound } from '../../../../core/ids.ts'
import type { ApiRequestRecord, ApiRequestStore } from '../../../../core/service/access/api-request.ts'
import { type Columns, integer, rowOf, text } from '../../engine/columns.ts'
import type { Handle } from '../../engine/database.ts'
import { readPage } from '../../engine/pages.ts'
import { findOne } from '../../engine/records.ts'

const COLUMNS: Columns<ApiRequestRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  keyId: text('key_id'),
  method: text('method'),
  path: text('path'),
  status: integer('status'),
  errorCode: text('error_code'),
  durationMs: integer('duration_ms'),
  createdAt: integer('created_at'),
}
const TABLE = 'api_requests'
/** Nine columns each: SQLite binds at most 32,766 values to a statement. */
const ROWS_AT_ONCE = 500

export function createApiRequests(db: Handle): ApiRequestStore {
  const { sql } = db
  return {
    async insertMany(requests) {
      for (let at = 0; at < requests.length; at += ROWS_AT_ONCE) {
        const rows = requests.slice(at, at + ROWS_AT_ONCE).map((request) => rowOf(COLUMNS, request))
        await db.change(sql(TABLE).insert(rows))
      }
    },
    find: (teamId, id) => findOne(db, COLUMNS, TABLE, { team_id: teamId, id }),
    list(teamId, keyId, { failed }, page) {
      const query = sql(TABLE).where({ team_id: teamId, key_id: keyId })
      return readPage(db, failed ? query.where('status', '>=', 400) : query, COLUMNS, page)
    },
    async trim(keyId, kept) {
      const surplus = sql(TABLE).where({ key_id: keyId }).orderBy('id', 'desc').offset(kept).limit(1)
      await db.change(sql(TABLE).where({ key_id: keyId }).andWhere('id', '<=', surplus.select('id')).delete())
    },
    async removeBefore(createdAt, limit) {
      const old = sql(TABLE)
        .where('id', '<', idBound('request', createdAt))
        .orderBy('id')
        .limit(limit)
        .select('id')
      return (await db.change(sql(TABLE).whereIn('id', old).delete())).changed
    },
  }
}
