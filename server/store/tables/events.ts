/** Events in the database. */
import { idBound } from '../../../core/ids.ts'
import type { EventRecord } from '../../../core/service/webhook/event.ts'
import type { EventStore } from '../../../core/service/webhook/webhook-store.ts'
import { type Columns, integer, json, text } from '../engine/columns.ts'
import type { Handle } from '../engine/database.ts'
import { readRuns, runOfRarest } from '../engine/runs.ts'
import { Table, teamRecords } from '../engine/table.ts'

const COLUMNS: Columns<EventRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  type: text('type'),
  objectId: text('object_id'),
  object: json('object'),
  previous: json('previous'),
  createdAt: integer('created_at'),
}

/** Checked on the rows of the run: the index of times, which serves the removal of old events, must not be used. */
const SINCE = 'created_at + 0 >= ?'

export function createEvents(db: Handle): EventStore {
  const events = new Table(db, 'events', COLUMNS)
  return {
    ...teamRecords(events),
    list(teamId, filter, page) {
      const { objectId, type, since } = filter
      const conditions = [
        ['object_id', objectId],
        ['type', type],
      ] as const
      const run = runOfRarest(teamId, conditions, (query) => {
        if (since !== undefined) query.whereRaw(SINCE, [since])
      })
      // The list follows ids, which say where to stop; within that millisecond the time decides.
      const from = since === undefined ? {} : { fromId: idBound('event', since) }
      return readRuns(events, [run], { ...page, ...from })
    },
    async redact({ teamId, id, object, previous }, payload) {
      await db.change(events.rows({ team_id: teamId, id }).update(events.rowOf({ object, previous })))
      await db.change(
        db
          .sql('webhook_deliveries')
          .where({ team_id: teamId, event_id: id })
          .update({ payload, response_body: null, response_headers: '{}' }),
      )
    },
    removeBefore: (createdAt, limit) =>
      db.transaction(async (tx) => {
        const old = tx.sql('events').where('created_at', '<', createdAt)
        const rows = await tx.read<{ id: string }>(old.orderBy('created_at').limit(limit).select('id'))
        const ids = rows.map(({ id }) => id)
        await tx.change(tx.sql('webhook_deliveries').whereIn('event_id', ids).delete())
        return (await tx.change(tx.sql('events').whereIn('id', ids).delete())).changed
      }),
  }
}
