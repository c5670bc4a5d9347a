/** The operations on embed sessions. */

import { Type } from '@sinclair/typebox'
import { LONGEST_SESSION_SECONDS, SHORTEST_SESSION_SECONDS } from '../../../core/service/embed/session.ts'
import { operation } from '../../http/operation.ts'
import { VALUE_ERRORS } from '../fills/fill-input.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, EMAIL, ID_PARAM, literals, METADATA, nullable, REFERENCE, VALUES } from '../schema.ts'
import { pageApplication } from './page.ts'
import { OPENED_SESSION, openedSessionWire, SESSION, sessionWire } from './session-wire.ts'

const SHARED = { tag: 'Embed sessions', stability: 'stable', auth: 'secret', limit: 'key' } as const
const DEFAULT_LIMIT = 50
const ID = Type.String({ minLength: 1, maxLength: 100 })
const ONE = Type.Object({ embed_session: SESSION }, closed())
const COPY = Type.Optional(
  Type.Boolean({
    description: 'With resume_token: if the fill is ordered or closed, create a copy of it.',
  }),
)
const OPEN_ERRORS = [
  'not_found',
  'mapping_not_found',
  'template_not_live',
  'no_saved_scene',
  'fill_not_open',
  'fill_expired',
] as const

export const listEmbedSessions = operation({
  ...SHARED,
  id: 'listEmbedSessions',
  method: 'get',
  path: '/embed/sessions',
  summary: 'List embed sessions',
  scope: 'embed_sessions:read',
  query: Type.Object(pageQuery(DEFAULT_LIMIT), closed()),
  replies: { 200: listOf(SESSION) },
  errors: ['invalid_cursor'],
  async handle({ service }, { teamId }, { query }, reply) {
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.sessions.find(teamId, id))
    const { items, hasMore } = await service.sessions.list(teamId, page)
    return reply(200, listWire(items.map(sessionWire), hasMore))
  },
})

export const createEmbedSession = operation({
  ...SHARED,
  id: 'createEmbedSession',
  method: 'post',
  path: '/embed/sessions',
  summary: 'Create an embed session',
  scope: 'embed_sessions:write',
  body: Type.Object(
    {
      template_id: Type.Optional(ID),
      external_product_id: Type.Optional(REFERENCE),
      external_variant_id: Type.Optional(nullable(REFERENCE)),
      fill_id: Type.Optional(ID),
      copy: Type.Optional(
        Type.Boolean({
          description:
            'With fill_id: create a copy of the fill, whatever its status, instead of continuing it.',
        }),
      ),
      embed_application_id: Type.Optional(ID),
      origin: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
      external_cart_id: Type.Optional(REFERENCE),
      customer_email: Type.Optional(EMAIL),
      customer_name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      values: Type.Optional(VALUES),
      expires_in: Type.Optional(
        Type.Integer({
          minimum: SHORTEST_SESSION_SECONDS,
          maximum: LONGEST_SESSION_SECONDS,
          description: 'Lifetime in seconds. Default: session_ttl_seconds of the application.',
        }),
      ),
      metadata: Type.Optional(METADATA),
    },
    closed(),
  ),
  replies: { 201: OPENED_SESSION },
  errors: [...OPEN_ERRORS, 'invalid_origin', ...VALUE_ERRORS],
  async handle({ service, links }, { teamId, note }, { body }, reply) {
    const request = {
      templateId: body.template_id ?? null,
      product: productOf(body.external_product_id, body.external_variant_id),
      fillId: body.fill_id ?? null,
      copy: body.copy ?? false,
      embedApplicationId: body.embed_application_id ?? null,
      origin: body.origin ?? null,
      externalCartId: body.external_cart_id ?? null,
      customerEmail: body.customer_email ?? null,
      customerName: body.customer_name ?? null,
      values: body.values ?? {},
      lifetimeSeconds: body.expires_in ?? null,
      metadata: body.metadata ?? {},
    }
    const opened = await service.sessions.open({ teamId, request, note })
    const fields = await service.templates.fields(opened.revision)
    return reply(201, openedSessionWire(opened, fields, links))
  },
  async recall({ service, links }, { teamId }, _input, reply, { id, secret = '' }) {
    const opened = await service.sessions.opened(teamId, id, secret)
    const fields = await service.templates.fields(opened.revision)
    return reply(201, openedSessionWire(opened, fields, links))
  },
})

export const createGuestSession = operation({
  ...SHARED,
  id: 'createGuestSession',
  method: 'post',
  path: '/embed/sessions/guest',
  summary: 'Create a guest embed session for a mapped product',
  opensToGuests: true,
  needsSubscription: true,
  auth: 'publishable',
  scope: null,
  limit: 'browser',
  body: Type.Object(
    {
      external_product_id: REFERENCE,
      external_variant_id: Type.Optional(nullable(REFERENCE)),
      external_cart_id: Type.Optional(REFERENCE),
      publishable_key: Type.Optional(Type.String({ maxLength: 100 })),
      parent_origin: Type.Optional(
        Type.String({
          maxLength: 300,
          description: 'Origin of the page that embeds the widget. Sent by the widget only.',
        }),
      ),
      resume_token: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'From an earlier complete response. Continues its fill.',
        }),
      ),
      copy: COPY,
      locale: Type.Optional(Type.String({ maxLength: 35, description: 'Accepted and not used.' })),
    },
    closed(),
  ),
  replies: { 201: OPENED_SESSION },
  errors: OPEN_ERRORS,
  async handle({ service, links }, caller, { body }, reply) {
    const { external_product_id: externalProductId, external_variant_id: externalVariantId } = body
    const opened = await service.sessions.openGuest({
      application: pageApplication(caller),
      origin: caller.browser?.origin ?? null,
      request: {
        product: { externalProductId, externalVariantId: externalVariantId ?? null },
        externalCartId: body.external_cart_id ?? null,
        resumeToken: body.resume_token ?? null,
        copy: body.copy ?? false,
      },
    })
    const fields = await service.templates.fields(opened.revision)
    return reply(201, openedSessionWire(opened, fields, links))
  },
})

export const createHostedSession = operation({
  ...SHARED,
  id: 'createHostedSession',
  method: 'post',
  path: '/embed/sessions/hosted',
  summary: 'Create an embed session for a hosted page',
  opensToGuests: true,
  stability: 'beta',
  auth: 'none',
  scope: null,
  limit: 'browser',
  body: Type.Object(
    {
      slug: Type.String({ minLength: 1, maxLength: 60 }),
      resume_token: Type.Optional(Type.String({ maxLength: 100 })),
      copy: COPY,
    },
    closed(),
  ),
  replies: { 201: OPENED_SESSION },
  errors: ['not_found', 'template_not_live', 'fill_not_open', 'fill_expired', 'subscription_inactive'],
  async handle({ service, links }, _caller, { body }, reply) {
    const opened = await service.sessions.openHosted({
      slug: body.slug,
      resumeToken: body.resume_token ?? null,
      copy: body.copy ?? false,
    })
    const fields = await service.templates.fields(opened.revision)
    return reply(201, openedSessionWire(opened, fields, links))
  },
})

export const retrieveEmbedSession = operation({
  ...SHARED,
  id: 'retrieveEmbedSession',
  method: 'get',
  path: '/embed/sessions/{id}',
  summary: 'Retrieve an embed session',
  scope: 'embed_sessions:read',
  params: ID_PARAM,
  replies: { 200: ONE },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, { embed_session: sessionWire(await service.sessions.find(teamId, params.id)) })
  },
})

export const changeEmbedSession = operation({
  ...SHARED,
  id: 'changeEmbedSession',
  method: 'patch',
  path: '/embed/sessions/{id}',
  summary: 'Cancel or expire an embed session',
  scope: 'embed_sessions:write',
  params: ID_PARAM,
  body: Type.Object({ status: literals(['canceled', 'expired']) }, closed()),
  replies: { 200: ONE },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params, body }, reply) {
    const move = body.status === 'canceled' ? 'cancel' : 'expire'
    return reply(200, {
      embed_session: sessionWire(await service.sessions.end({ teamId, id: params.id, move })),
    })
  },
})

export const cancelEmbedSession = operation({
  ...SHARED,
  id: 'cancelEmbedSession',
  method: 'delete',
  path: '/embed/sessions/{id}',
  summary: 'Cancel an embed session',
  scope: 'embed_sessions:write',
  params: ID_PARAM,
  replies: { 200: ONE },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params }, reply) {
    return reply(200, {
      embed_session: sessionWire(await service.sessions.end({ teamId, id: params.id, move: 'cancel' })),
    })
  },
})

function productOf(productId: string | undefined, variantId: string | null | undefined) {
  return productId === undefined
    ? null
    : { externalProductId: productId, externalVariantId: variantId ?? null }
}
