/** The operation with which a shop checks that its keys have the permissions that it needs. */
import { Type } from '@sinclair/typebox'
import { hasScope, SCOPES } from '../../../core/service/access/scope.ts'
import { KEY_FINDINGS } from '../../../core/service/application/check-key.ts'
import { readOrigin } from '../../../core/service/application/origin.ts'
import { operation } from '../../http/operation.ts'
import { closed, literals, nullable } from '../schema.ts'

const CONNECTION = Type.Object(
  {
    object: Type.Literal('connection'),
    key_type: nullable(literals(['secret', 'restricted'], { description: 'Null in the console.' })),
    scopes: Type.Array(Type.String(), {
      description: 'What the calling key may do, including read scopes implied by write scopes.',
    }),
    publishable_key: nullable(
      Type.Object(
        {
          status: literals(KEY_FINDINGS),
          application: nullable(Type.Object({ id: Type.String(), name: Type.String() }, closed())),
          origin_allowed: nullable(Type.Boolean({ description: 'Null if no origin was given.' })),
          allowed_origins: Type.Array(Type.String()),
        },
        closed(),
      ),
    ),
  },
  { title: 'Connection', ...closed() },
)

/** Decision: a key may always ask about itself, so that a missing scope is named before the first order needs it. */
export const checkConnection = operation({
  id: 'checkConnection',
  tag: 'API keys',
  stability: 'beta',
  auth: 'secret',
  scope: null,
  anyScope: true,
  limit: 'key',
  method: 'get',
  path: '/connection',
  summary: 'Check what the calling key and a publishable key can be used for',
  query: Type.Object(
    {
      publishable_key: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      origin: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'Origin of the pages that show the editor, such as https://shop.example.',
        }),
      ),
    },
    closed(),
  ),
  replies: { 200: Type.Object({ connection: CONNECTION }, closed()) },
  errors: [],
  async handle({ service }, caller, { query }, reply) {
    const { keyType, scopes, teamId } = caller
    const holder = { type: keyType ?? ('restricted' as const), scopes }
    const key = query.publishable_key
    const origin = query.origin === undefined ? null : (readOrigin(query.origin) ?? '')
    const found = key === undefined ? null : await service.keys.checkPublishable({ teamId, key, origin })
    return reply(200, {
      connection: {
        object: 'connection' as const,
        key_type: keyType === 'secret' || keyType === 'restricted' ? keyType : null,
        scopes: SCOPES.filter((scope) => hasScope(holder, scope)),
        publishable_key:
          found === null
            ? null
            : {
                status: found.status,
                application:
                  found.application === null
                    ? null
                    : { id: found.application.id, name: found.application.name },
                origin_allowed: found.originAllowed,
                allowed_origins: [...(found.application?.allowedOrigins ?? [])],
              },
      },
    })
  },
})
