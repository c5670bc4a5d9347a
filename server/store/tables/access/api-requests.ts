/** The last requests of each API key in the database. */

import { idBound } from '../../../../core/ids.ts'
import type { ApiRequestRecord, ApiRequestStore } from '../../../../core/service/access/api-request.ts'
import { type Columns, integer, text } from '../../engine/columns.ts'
import type { Handle } from '../../engine/database.ts'
import { Table } from '../../engine/table.ts'

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
/** Nine columns each: SQLite binds at most 32,766 values to a statement. */
const ROWS_AT_ONCE = 500

export function createApiRequests(db: Handle): ApiRequestStore {
  const table = new Table(db, 'api_requests', COLUMNS)
  return {
    async insertMany(requests) {
      for (let at = 0; at < requests.length; at += ROWS_AT_ONCE)
        await db.change(table.rows().insert(requests.slice(at, at + ROWS_AT_ONCE).map(table.rowOf)))
    },
    find: (teamId, id) => table.find({ team_id: teamId, id }),
    list(teamId, keyId, { failed }, page) {
      const query = table.rows({ team_id: teamId, key_id: keyId })
      return table.page(failed ? query.where('status', '>=', 400) : query, page)
    },
    async trim(keyId, kept) {
      const surplus = table.rows({ key_id: keyId }).orderBy('id', 'desc').offset(kept).limit(1)
      await table.remove(table.rows({ key_id: keyId }).where('id', '<=', surplus.select('id')))
    },
    removeBefore(createdAt, limit) {
      const old = table.rows().where('id', '<', idBound('request', createdAt))
      return table.removeSome(old.orderBy('id').limit(limit), 'id')
    },
  }
}
