/** The operations on events. */
import { Type } from '@sinclair/typebox'
import { EVENT_TYPES } from '../../../core/service/webhook/event.ts'
import { operation } from '../../http/operation.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals } from '../schema.ts'
import { TIME } from '../time-wire.ts'
import { EVENT, eventWire } from './webhook-wire.ts'

const GROUND = { tag: 'Events', auth: 'secret', limit: 'key', stability: 'beta' } as const
const DEFAULT_LIMIT = 50

export const listEvents = operation({
  ...GROUND,
  id: 'listEvents',
  method: 'get',
  path: '/events',
  summary: 'List events of the last 30 days',
  scope: 'webhook_endpoints:read',
  query: Type.Object(
    {
      type: Type.Optional(literals(EVENT_TYPES)),
      object_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      since: Type.Optional(TIME),
      ...pageQuery(DEFAULT_LIMIT),
    },
    closed(),
  ),
  replies: { 200: listOf(EVENT) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.events.find(teamId, id))
    const filter = {
      ...(query.type === undefined ? {} : { type: query.type }),
      ...(query.object_id === undefined ? {} : { objectId: query.object_id }),
      ...(query.since === undefined ? {} : { since: Date.parse(query.since) }),
    }
    const { items, hasMore } = await service.events.list(teamId, filter, page)
    return reply(200, listWire(items.map(eventWire), hasMore))
  },
})

export const retrieveEvent = operation({
  ...GROUND,
  id: 'retrieveEvent',
  method: 'get',
  path: '/events/{id}',
  summary: 'Retrieve an event',
  scope: 'webhook_endpoints:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ event: EVENT }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { event: eventWire(await service.events.find(teamId, params.id)) })
  },
})
