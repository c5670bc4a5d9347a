/** The operation that lists the last requests of an API key. */
import { Type } from '@sinclair/typebox'
import {
  type ApiRequestRecord,
  REQUEST_LIFE_MS,
  REQUESTS_KEPT,
} from '../../../core/service/access/api-request.ts'
import { operation } from '../../http/operation.ts'
import { listOf, listWire, pageQuery, pageRequest } from '../lists.ts'
import { closed, ID_PARAM, NULLABLE_TEXT } from '../schema.ts'
import { TIME, timeWire } from '../time-wire.ts'

const DEFAULT_LIMIT = 50

const API_REQUEST = Type.Object(
  {
    id: Type.String({
      description: 'The `X-Request-Id` of the response.',
      examples: ['req_01kq3f8w2bx6mt4v9y0hzd5s7e'],
    }),
    object: Type.Literal('api_request'),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({ description: 'Without the query.', examples: ['/v1/renders'] }),
    status: Type.Integer({ examples: [422] }),
    error_code: NULLABLE_TEXT,
    duration_ms: Type.Integer({ minimum: 0 }),
    created_at: TIME,
  },
  { title: 'ApiRequest', ...closed() },
)

export const listApiKeyRequests = operation({
  tag: 'API keys',
  stability: 'beta',
  auth: 'secret',
  scope: null,
  limit: 'key',
  id: 'listApiKeyRequests',
  method: 'get',
  path: '/api_keys/{id}/requests',
  summary: `List the last ${REQUESTS_KEPT} requests of an API key, for up to ${REQUEST_LIFE_MS / 86_400_000} days`,
  params: ID_PARAM,
  query: Type.Object(
    {
      failed: Type.Optional(
        Type.Boolean({ description: 'true lists only requests with a status of 400 or above.' }),
      ),
      ...pageQuery(DEFAULT_LIMIT),
    },
    closed(),
  ),
  replies: { 200: listOf(API_REQUEST) },
  errors: ['not_found', 'invalid_cursor'],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const key = await service.keys.find(teamId, params.id)
    const page = await pageRequest(query, DEFAULT_LIMIT, (id) => service.apiRequests.find(teamId, id))
    const filter = { failed: query.failed ?? false }
    const { items, hasMore } = await service.apiRequests.list(teamId, key.id, filter, page)
    return reply(200, listWire(items.map(requestWire), hasMore))
  },
})

function requestWire(request: ApiRequestRecord) {
  return {
    id: request.id,
    object: 'api_request' as const,
    method: request.method,
    path: request.path,
    status: request.status,
    error_code: request.errorCode,
    duration_ms: request.durationMs,
    created_at: timeWire(request.createdAt),
  }
}
