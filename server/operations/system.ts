/** Operations about the interface itself. */
import { keptJson, operation, yaml } from '../http/operation.ts'

const SHARED = {
  method: 'get',
  tag: 'Interface',
  stability: 'beta',
  auth: 'none',
  scope: null,
  limit: 'none',
  errors: ['range_not_satisfiable'],
} as const
const FOR_FIVE_MINUTES = { 'Cache-Control': 'public, max-age=300' }

export const describeInterface = operation({
  ...SHARED,
  id: 'describeInterface',
  path: '/openapi.json',
  summary: 'Retrieve the OpenAPI 3.1 description',
  replies: { 200: keptJson },
  async handle(core, _caller, _input, reply) {
    return reply(200, await core.description.json(), FOR_FIVE_MINUTES)
  },
})

export const describeInterfaceAsYaml = operation({
  ...SHARED,
  id: 'describeInterfaceAsYaml',
  path: '/openapi.yaml',
  summary: 'Retrieve the OpenAPI 3.1 description as YAML',
  replies: { 200: yaml },
  async handle(core, _caller, _input, reply) {
    return reply(200, await core.description.yaml(), FOR_FIVE_MINUTES)
  },
})
