/** Operations about the interface itself. */
import { Type } from '@sinclair/typebox'
import { operation } from '../http/operation.ts'

export const describeInterface = operation({
  id: 'describeInterface',
  method: 'get',
  path: '/openapi.json',
  tag: 'Interface',
  summary: 'The description of this interface as OpenAPI 3.1.',
  stability: 'beta',
  auth: 'none',
  scope: null,
  limit: 'none',
  replies: { 200: Type.Record(Type.String(), Type.Unknown()) },
  errors: [],
  async handle(core, _caller, _input, reply) {
    return reply(200, { ...core.describe() }, { 'Cache-Control': 'public, max-age=300' })
  },
})
