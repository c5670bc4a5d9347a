/** The operations on API keys; only a full secret key may use them. */
import { Type } from '@sinclair/typebox'
import { isActive, type KeyRecord } from '../../../core/service/access/key.ts'
import { KEY_PREFIXES } from '../../../core/service/access/key-form.ts'
import { SCOPES } from '../../../core/service/access/scope.ts'
import { operation } from '../../http/operation.ts'
import { actorOf, ofRecord } from '../actor.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, literals, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const GROUND = { tag: 'API keys', stability: 'beta', auth: 'secret', scope: null, limit: 'key' } as const
const DEFAULT_LIMIT = 50
const LONGEST_OVERLAP_SECONDS = 604_800
const DEFAULT_OVERLAP_SECONDS = 86_400
/** Ten years. */
const LONGEST_LIFE_SECONDS = 3653 * 86_400

const API_KEY = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('api_key'),
    type: literals(['secret', 'restricted', 'publishable']),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    prefix: Type.String({ description: 'First characters of the key.' }),
    last4: Type.String({ description: 'Last characters of the key.' }),
    status: literals(['active', 'expired', 'revoked']),
    created_at: TIME,
    expires_at: nullable(TIME),
    revoked_at: nullable(TIME),
    last_used_at: nullable(TIME),
  },
  { title: 'ApiKey', ...closed() },
)
const SHOWN_ONCE = Type.String({ description: 'The API key. Returned only in this response.' })

export const listApiKeys = operation({
  ...GROUND,
  id: 'listApiKeys',
  method: 'get',
  path: '/api_keys',
  summary: 'List API keys, including revoked and expired ones',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(API_KEY) },
  errors: ['invalid_cursor'],
  async handle({ service, now }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.keys.find(teamId, id))
    const { items, hasMore } = await service.keys.list(teamId, page)
    return reply(
      200,
      listWire(
        items.map((key) => keyWire(key, now())),
        hasMore,
      ),
    )
  },
})

export const createApiKey = operation({
  ...GROUND,
  id: 'createApiKey',
  method: 'post',
  path: '/api_keys',
  summary: 'Create a secret or restricted API key',
  body: Type.Object(
    {
      // Decision: publishable keys are made with the embed application that they belong to.
      type: literals(['secret', 'restricted']),
      name: Type.Optional(Type.String({ maxLength: 100 })),
      scopes: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
          maxItems: SCOPES.length,
          description: `Scopes of a restricted key: ${SCOPES.join(', ')}.`,
          examples: [['templates:read', 'renders:write']],
        }),
      ),
      expires_in: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: LONGEST_LIFE_SECONDS,
          description: 'Lifetime in seconds. By default the key is valid until revoked.',
        }),
      ),
    },
    { ...closed(), examples: [{ type: 'restricted', name: 'Storefront', scopes: ['renders:write'] }] },
  ),
  replies: { 201: Type.Object({ api_key: API_KEY, key: SHOWN_ONCE }, closed()) },
  errors: ['invalid_scope'],
  async handle({ service, now }, caller, { body }, reply) {
    const request = {
      teamId: caller.teamId,
      type: body.type,
      name: body.name?.normalize('NFC').trim() ?? '',
      scopes: body.scopes ?? [],
      lifetimeMs: body.expires_in === undefined ? null : body.expires_in * 1000,
    }
    const { record, key } = await service.keys.create({ request, actor: actorOf(caller), note: caller.note })
    return reply(201, { api_key: keyWire(record, now()), key })
  },
  async recall({ service, now }, { teamId }, _input, reply, { id, secret = '' }) {
    return reply(201, { api_key: keyWire(await service.keys.find(teamId, id), now()), key: secret })
  },
})

export const retrieveApiKey = operation({
  ...GROUND,
  id: 'retrieveApiKey',
  method: 'get',
  path: '/api_keys/{id}',
  summary: 'Retrieve an API key',
  params: ID_PARAM,
  replies: { 200: Type.Object({ api_key: API_KEY }, closed()) },
  errors: ['not_found'],
  async handle({ service, now }, { teamId }, { params }, reply) {
    return reply(200, { api_key: keyWire(await service.keys.find(teamId, params.id), now()) })
  },
})

export const rotateApiKey = operation({
  ...GROUND,
  id: 'rotateApiKey',
  method: 'post',
  path: '/api_keys/{id}/rotate',
  summary: 'Rotate an API key',
  params: ID_PARAM,
  body: Type.Object(
    {
      overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: LONGEST_OVERLAP_SECONDS,
          description: `Seconds that the old key stays valid. Default: ${DEFAULT_OVERLAP_SECONDS} (one day).`,
          examples: [3600],
        }),
      ),
    },
    closed(),
  ),
  replies: { 200: Type.Object({ api_key: API_KEY, key: SHOWN_ONCE, replaced: API_KEY }, closed()) },
  errors: ['not_found', 'key_not_active'],
  async handle({ service, now }, caller, { params, body }, reply) {
    const overlapMs = (body.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS) * 1000
    const made = await service.keys.rotate({ ...ofRecord(caller, params.id), overlapMs })
    const at = now()
    const { record, key, replaced } = made
    return reply(200, { api_key: keyWire(record, at), key, replaced: keyWire(replaced, at) })
  },
  async recall({ service, now }, { teamId }, { params }, reply, { id, secret = '' }) {
    const [made, replaced] = [await service.keys.find(teamId, id), await service.keys.find(teamId, params.id)]
    return reply(200, {
      api_key: keyWire(made, now()),
      key: secret,
      replaced: keyWire(replaced, now()),
    })
  },
})

export const revokeApiKey = operation({
  ...GROUND,
  id: 'revokeApiKey',
  method: 'delete',
  path: '/api_keys/{id}',
  summary: 'Revoke an API key',
  params: ID_PARAM,
  query: Type.Object({ force: Type.Optional(Type.Boolean()) }, closed()),
  replies: { 200: Type.Object({ api_key: API_KEY }, closed()) },
  errors: ['not_found', 'key_in_use'],
  async handle({ service, now }, caller, { params, query }, reply) {
    const force = query.force ?? false
    const revoked = await service.keys.revoke({ ...ofRecord(caller, params.id), force })
    return reply(200, { api_key: keyWire(revoked, now()) })
  },
})

function keyWire(key: KeyRecord, now: number) {
  return {
    id: key.id,
    object: 'api_key' as const,
    type: key.type,
    name: key.name,
    scopes: [...key.scopes],
    prefix: KEY_PREFIXES[key.type],
    last4: key.last4,
    status: statusOf(key, now),
    created_at: timeWire(key.createdAt),
    expires_at: optionalTime(key.expiresAt),
    revoked_at: optionalTime(key.revokedAt),
    last_used_at: optionalTime(key.lastUsedAt),
  }
}

function statusOf(key: KeyRecord, now: number): 'active' | 'expired' | 'revoked' {
  if (key.revokedAt !== null) return 'revoked'
  return isActive(key, now) ? 'active' : 'expired'
}
