/** Events in the database. */
import type { Knex } from 'knex'
import { idBound } from '../../core/ids.ts'
import type { EventRecord } from '../../core/webhook/event.ts'
import type { EventStore } from '../../core/webhook/webhook-store.ts'
import { type Columns, firstOf, integer, json, type Row, rowOf, text } from './columns.ts'
import { readRuns, runOfRarest } from './runs.ts'
import { insertRowLater } from './written-out.ts'

const COLUMNS: Columns<EventRecord> = {
  id: text('id'),
  teamId: text('team_id'),
  type: text('type'),
  objectId: text('object_id'),
  object: json('object'),
  previous: json('previous'),
  createdAt: integer('created_at'),
}

/** Looked at in the rows of the run: the index of the times, by which old events are removed, must not be read for it. */
const SINCE = 'created_at + 0 >= ?'

export function createEvents(knex: Knex): EventStore {
  return {
    async insert(event) {
      await insertRowLater(knex, 'events', rowOf(COLUMNS, event))
    },
    async find(teamId, id) {
      return firstOf(COLUMNS, await knex<Row>('events').where({ team_id: teamId, id }))
    },
    async list(teamId, filter, page) {
      const { objectId, type, since } = filter
      const conditions = [
        ['object_id', objectId],
        ['type', type],
      ] as const
      const run = runOfRarest(teamId, conditions, (query) => {
        if (since !== undefined) query.whereRaw(SINCE, [since])
      })
      // The ids, by which the list goes, say where to stop; the time itself decides at that moment.
      const from = since === undefined ? {} : { fromId: idBound('event', since) }
      return readRuns(knex, 'events', COLUMNS, [run], { ...page, ...from })
    },
    async redact({ teamId, id, object, previous }, payload) {
      await knex('events')
        .where({ team_id: teamId, id })
        .update(rowOf<EventRecord>(COLUMNS, { object, previous }))
      await knex('webhook_deliveries')
        .where({ team_id: teamId, event_id: id })
        .update({ payload, response_body: null, response_headers: '{}' })
    },
    async removeBefore(createdAt, limit) {
      return knex.transaction<number>(async (transaction) => {
        const ids: string[] = await transaction('events')
          .where('created_at', '<', createdAt)
          .orderBy('created_at')
          .limit(limit)
          .pluck('id')
        await transaction('webhook_deliveries').whereIn('event_id', ids).delete()
        const removed: number = await transaction('events').whereIn('id', ids).delete()
        return removed
      })
    },
  }
}
