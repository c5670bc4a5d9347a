/** Operations about the interface itself. */
import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { operation, yaml } from '../http/operation.ts'
import { writeYaml } from '../http/yaml.ts'

const GROUND = {
  method: 'get',
  tag: 'Interface',
  stability: 'beta',
  auth: 'none',
  scope: null,
  limit: 'none',
} as const
const FOR_FIVE_MINUTES = { 'Cache-Control': 'public, max-age=300' }

export const describeInterface = operation({
  ...GROUND,
  id: 'describeInterface',
  path: '/openapi.json',
  summary: 'Retrieve the OpenAPI 3.1 description',
  replies: { 200: Type.Record(Type.String(), Type.Unknown()) },
  errors: [],
  async handle(core, _caller, _input, reply) {
    return reply(200, { ...core.describe() }, FOR_FIVE_MINUTES)
  },
})

export const describeInterfaceAsYaml = operation({
  ...GROUND,
  id: 'describeInterfaceAsYaml',
  path: '/openapi.yaml',
  summary: 'Retrieve the OpenAPI 3.1 description as YAML',
  replies: { 200: yaml },
  errors: ['range_not_satisfiable'],
  async handle(core, _caller, _input, reply) {
    const bytes = Buffer.from(writeYaml(core.describe()))
    const file = {
      sizeBytes: bytes.length,
      etag: createHash('sha256').update(bytes).digest('hex'),
      async *read({ start, end }: { start: number; end: number }) {
        yield bytes.subarray(start, end)
      },
    }
    return reply(200, file, FOR_FIVE_MINUTES)
  },
})
