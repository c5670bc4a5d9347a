/** The operations on a team's usage and its audit log. */

import { Type } from '@sinclair/typebox'
import { AUDIT_ACTIONS, type AuditRecord } from '../../../core/service/access/audit-store.ts'
import { operation } from '../../http/operation.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, literals, NULLABLE_TEXT, nullable } from '../schema.ts'
import { TIME, timeWire } from '../time-wire.ts'
import { allowanceLeft } from './allowance.ts'

const SHARED = { tag: 'Team', stability: 'beta', auth: 'secret', limit: 'key' } as const
const DEFAULT_LIMIT = 50

const bytes = (description: string) => Type.Integer({ minimum: 0, description })

export const retrieveUsage = operation({
  ...SHARED,
  id: 'retrieveUsage',
  method: 'get',
  path: '/usage',
  summary: 'Retrieve the render usage of this month',
  showsAllowance: true,
  scope: 'usage:read',
  replies: {
    200: Type.Object(
      {
        month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'Year and month in UTC.' }),
        used: Type.Integer({ minimum: 0 }),
        limit: nullable(Type.Integer({ minimum: 0, description: 'Null for no limit.' })),
        resets_at: TIME,
        in_review: Type.Integer({
          minimum: 0,
          description: 'Fills that wait for review.',
        }),
        pictures: Type.Object(
          {
            original_bytes: bytes('As they are printed.'),
            working_bytes: bytes('For printing in one ink.'),
            preview_bytes: bytes('For screens.'),
          },
          {
            description: 'Stored images of customers, now. Designs that share an image count it each.',
            ...closed(),
          },
        ),
      },
      { title: 'Usage', ...closed() },
    ),
  },
  errors: [],
  async handle(core, caller, _input, reply) {
    const usage = await core.service.usage.read(caller.teamId)
    const { month, used, limit } = usage
    const body = {
      month: `${month.slice(0, 4)}-${month.slice(4)}`,
      used,
      limit,
      resets_at: timeWire(usage.resetsAt),
      in_review: usage.inReview,
      pictures: {
        original_bytes: usage.originalBytes,
        working_bytes: usage.workingBytes,
        preview_bytes: usage.previewBytes,
      },
    }
    return reply(200, body, allowanceLeft(limit === null ? null : Math.max(0, limit - used)))
  },
})

const AUDIT_EVENT = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('audit_event'),
    actor: Type.String({ description: 'Id of a key or console user, `cli` or `system`.' }),
    actor_name: nullable(Type.String({ description: 'Name of the user or key, if it has one.' })),
    action: literals(AUDIT_ACTIONS),
    object_id: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
    request_id: NULLABLE_TEXT,
    created_at: TIME,
  },
  { title: 'AuditEvent', ...closed() },
)

export const listAuditEvents = operation({
  ...SHARED,
  id: 'listAuditEvents',
  method: 'get',
  path: '/audit_events',
  summary: 'List audit log entries',
  scope: null,
  query: Type.Object(
    {
      action: Type.Optional(literals(AUDIT_ACTIONS)),
      object_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      actor: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      ...pageQuery(DEFAULT_LIMIT),
    },
    closed(),
  ),
  replies: { 200: listOf(AUDIT_EVENT) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.audit.find(teamId, id))
    const filter = given({ action: query.action, objectId: query.object_id, actor: query.actor })
    const { items, hasMore } = await service.audit.list(teamId, filter, page)
    const names = await service.audit.actorNames(teamId, items)
    return reply(
      200,
      listWire(
        items.map((entry) => auditWire(entry, names)),
        hasMore,
      ),
    )
  },
})

function auditWire(entry: AuditRecord, names: ReadonlyMap<string, string>) {
  return {
    id: entry.id,
    object: 'audit_event' as const,
    actor: entry.actor,
    actor_name: names.get(entry.actor) || null,
    action: entry.action,
    object_id: entry.objectId,
    details: { ...entry.details },
    request_id: entry.requestId,
    created_at: timeWire(entry.createdAt),
  }
}
