/** The operations on embed applications. */
import { Type } from '@sinclair/typebox'
import { LONGEST_SESSION_SECONDS, SHORTEST_SESSION_SECONDS } from '../../../core/service/embed/session.ts'
import { operation } from '../../http/operation.ts'
import { actorOf, inTeam, ofRecord } from '../actor.ts'
import { given } from '../given.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, HEX_COLOR, ID_PARAM, METADATA, nullable } from '../schema.ts'
import { optionalTime, TIME } from '../time-wire.ts'
import { APPLICATION, applicationWire } from './application-wire.ts'

const SHARED = { tag: 'Embed applications', stability: 'stable', auth: 'secret', limit: 'key' } as const
const DEFAULT_LIMIT = 50
const NAME = Type.String({ minLength: 1, maxLength: 100, pattern: '^\\P{C}*$' })
const ORIGINS = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: 50 })
const TTL = Type.Integer({ minimum: SHORTEST_SESSION_SECONDS, maximum: LONGEST_SESSION_SECONDS })
const KEPT = Type.Object(
  {
    embed_application: APPLICATION,
    publishable_key: Type.Optional(Type.String({ description: 'Returned only in this response.' })),
  },
  closed(),
)

export const listEmbedApplications = operation({
  ...SHARED,
  id: 'listEmbedApplications',
  method: 'get',
  path: '/embed/applications',
  summary: 'List embed applications',
  scope: 'embed_applications:read',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(APPLICATION) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.applications.find(teamId, id))
    const { items, hasMore } = await service.applications.list(teamId, page)
    return reply(200, listWire(items.map(applicationWire), hasMore))
  },
})

export const createEmbedApplication = operation({
  ...SHARED,
  id: 'createEmbedApplication',
  method: 'post',
  path: '/embed/applications',
  summary: 'Create an embed application',
  needsSubscription: true,
  scope: 'embed_applications:write',
  body: Type.Object(
    {
      name: NAME,
      allowed_origins: ORIGINS,
      allow_no_origin: Type.Optional(Type.Boolean()),
      create_publishable_key: Type.Optional(Type.Boolean()),
      session_ttl_seconds: Type.Optional(TTL),
      accent_color: Type.Optional(nullable(HEX_COLOR)),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: { 201: KEPT },
  errors: ['not_found', 'invalid_origin', 'embed_application_limit_exceeded'],
  async handle({ service }, caller, { body }, reply) {
    const request = {
      name: body.name,
      allowedOrigins: body.allowed_origins,
      allowNoOrigin: body.allow_no_origin ?? false,
      sessionTtlSeconds: body.session_ttl_seconds ?? LONGEST_SESSION_SECONDS,
      accentColor: body.accent_color ?? null,
      metadata: body.metadata ?? {},
      createKey: body.create_publishable_key ?? false,
    }
    const kept = await service.applications.create({ ...inTeam(caller), request })
    return reply(201, keptWire(kept))
  },
  async recall({ service }, { teamId }, _input, reply, { id, secret = null }) {
    return reply(201, keptWire({ ...(await service.applications.find(teamId, id)), publishableKey: secret }))
  },
})

export const retrieveEmbedApplication = operation({
  ...SHARED,
  id: 'retrieveEmbedApplication',
  method: 'get',
  path: '/embed/applications/{id}',
  summary: 'Retrieve an embed application',
  scope: 'embed_applications:read',
  params: ID_PARAM,
  replies: { 200: Type.Object({ embed_application: APPLICATION }, closed()) },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    const shown = await service.applications.find(teamId, params.id)
    return reply(200, { embed_application: applicationWire(shown) })
  },
})

export const retrieveEmbedApplicationActivity = operation({
  ...SHARED,
  id: 'retrieveEmbedApplicationActivity',
  stability: 'beta',
  method: 'get',
  path: '/embed/applications/{id}/activity',
  summary: 'Retrieve when an embed application was last used',
  scope: 'embed_applications:read',
  params: ID_PARAM,
  replies: {
    200: Type.Object(
      {
        last_session_at: nullable(TIME),
        last_order_at: nullable(TIME),
      },
      closed(),
    ),
  },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    const { lastSessionAt, lastOrderAt } = await service.applications.activity(teamId, params.id)
    return reply(200, {
      last_session_at: optionalTime(lastSessionAt),
      last_order_at: optionalTime(lastOrderAt),
    })
  },
})

export const retrievePublishableKey = operation({
  tag: 'Console',
  stability: 'beta',
  auth: 'console',
  limit: 'none',
  scope: null,
  id: 'retrievePublishableKey',
  method: 'get',
  path: '/console/embed_applications/{id}/publishable_key',
  summary: 'Retrieve the publishable key of an embed application for the console',
  params: ID_PARAM,
  replies: {
    200: Type.Object(
      {
        publishable_key: nullable(
          Type.String({
            description:
              'Null without a key, and for a key that cannot be shown again: one of an earlier version, or rotated by itself.',
          }),
        ),
      },
      closed(),
    ),
  },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { publishable_key: await service.applications.publishableKey(teamId, params.id) })
  },
})

export const changeEmbedApplication = operation({
  ...SHARED,
  id: 'changeEmbedApplication',
  method: 'patch',
  path: '/embed/applications/{id}',
  summary: 'Update an embed application or rotate its publishable key',
  scope: 'embed_applications:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      name: Type.Optional(NAME),
      allowed_origins: Type.Optional(ORIGINS),
      allow_no_origin: Type.Optional(Type.Boolean()),
      session_ttl_seconds: Type.Optional(TTL),
      accent_color: Type.Optional(nullable(HEX_COLOR)),
      metadata: Type.Optional(METADATA),
      rotate_publishable_key: Type.Optional(Type.Boolean()),
    },
    closed(),
  ),
  replies: { 200: KEPT },
  errors: ['not_found', 'invalid_origin'],
  async handle({ service }, caller, { params, body }, reply) {
    const { name, metadata } = body
    const changes = {
      ...given({
        name,
        allowedOrigins: body.allowed_origins,
        allowNoOrigin: body.allow_no_origin,
        sessionTtlSeconds: body.session_ttl_seconds,
        accentColor: body.accent_color,
        metadata,
      }),
      rotateKey: body.rotate_publishable_key ?? false,
    }
    const { teamId, note } = caller
    const kept = await service.applications.change({
      teamId,
      id: params.id,
      changes,
      actor: actorOf(caller),
      note,
    })
    return reply(200, keptWire(kept))
  },
  async recall({ service }, { teamId }, _input, reply, { id, secret = null }) {
    return reply(200, keptWire({ ...(await service.applications.find(teamId, id)), publishableKey: secret }))
  },
})

export const archiveEmbedApplication = operation({
  ...SHARED,
  id: 'archiveEmbedApplication',
  method: 'delete',
  path: '/embed/applications/{id}',
  summary: 'Archive an embed application',
  scope: 'embed_applications:write',
  params: ID_PARAM,
  replies: { 200: Type.Object({ ok: Type.Literal(true) }, closed()) },
  errors: ['not_found'],
  async handle({ service }, caller, { params }, reply) {
    await service.applications.archive(ofRecord(caller, params.id))
    return reply(200, { ok: true })
  },
})

function keptWire(kept: Parameters<typeof applicationWire>[0] & { readonly publishableKey: string | null }) {
  const embed_application = applicationWire(kept)
  return kept.publishableKey === null
    ? { embed_application }
    : { embed_application, publishable_key: kept.publishableKey }
}
