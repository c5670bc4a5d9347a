/** The OpenAPI 3.1 description of the API, built from the table of operations. */
import type { TSchema } from '@sinclair/typebox'
import { CATALOGUE, type ErrorCode } from '../../core/errors.ts'
import { LONGEST_IDEMPOTENCY_KEY } from '../../core/service/access/idempotency.ts'
import { API_VERSION } from './api-version.ts'
import { ERROR_BODY } from './error-schema.ts'
import { exampleOf } from './openapi-example.ts'
import { describedBody, describedMember } from './openapi-members.ts'
import { schemesOf, securityOf } from './openapi-security.ts'
import { describeTags } from './openapi-tags.ts'
import { describeWebhooks } from './openapi-webhooks.ts'
import { type AnyOperation, errorsOf, isFileReply, isIdempotent } from './operation.ts'

type Json = { [name: string]: unknown }

const RATE_HEADERS = {
  'X-RateLimit-Limit': { description: 'Requests allowed per window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds at the end of the window.',
    schema: { type: 'integer' },
  },
} as const
const REQUEST_ID = {
  'X-Request-Id': { description: 'Id of the request, also in the log.', schema: { type: 'string' } },
}

const ALLOWANCE_HEADER = {
  'X-Render-Limit-Remaining': {
    description: 'Final renders left this month. Not sent if the team has no limit.',
    schema: { type: 'integer' },
  },
} as const

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Unique text for this request. A retry within a day returns the same response without repeating the operation.',
  schema: { type: 'string', minLength: 1, maxLength: LONGEST_IDEMPOTENCY_KEY },
} as const
const REPLAYED_HEADER = {
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response of the first request with this Idempotency-Key.',
    schema: { type: 'string' },
  },
}

/** A document of plain JSON; schemas with a title become components of that name. */
export function describeOperations(operations: readonly AnyOperation[], baseUrl: string): Json {
  const schemas: Json = { Error: ERROR_BODY }
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = paths[operation.path] ?? {}
    paths[operation.path] = path
    if (operation.prefix === '') path.servers = [{ url: baseUrl }]
    path[operation.method] = describe(operation, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen',
      version: API_VERSION,
      summary: 'Personalization and print rendering.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}/v1` }],
    tags: describeTags(operations.map((operation) => operation.tag)),
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      securitySchemes: schemesOf(operations),
      schemas,
    },
  }
}

function describe(operation: AnyOperation, schemas: Json): Json {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    'x-stability': operation.stability,
    ...(operation.scope === null ? {} : { 'x-required-scope': operation.scope }),
    'x-error-codes': operation.errors,
    security: securityOf(operation),
    parameters: [
      ...describeParameters(operation.params, 'path', schemas),
      ...describeParameters(operation.query, 'query', schemas),
      ...(isIdempotent(operation) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...describeBody(operation, schemas),
    responses: { ...describeReplies(operation, schemas), ...describeErrors(operation) },
  }
}

function describeParameters(schema: TSchema | undefined, where: 'path' | 'query', schemas: Json): Json[] {
  const required: readonly string[] = schema?.required ?? []
  return Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).map(([name, property]) => {
    const { description, ...rest } = describedMember(name, hoist(property, schemas) as Json)
    return {
      name,
      in: where,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }
  })
}

function describeBody(operation: AnyOperation, schemas: Json): Json {
  const { body, multipart } = operation
  if (multipart !== undefined) {
    const texts = describedBody(hoist(body ?? {}, schemas) as Json) as Json
    const file = { type: 'string', format: 'binary', description: multipart.description }
    const schema = {
      type: 'object',
      properties: { [multipart.file]: file, ...((texts.properties as Json | undefined) ?? {}) },
      required: [multipart.file, ...((texts.required as string[] | undefined) ?? [])],
      additionalProperties: false,
    }
    const encoding = { [multipart.file]: { contentType: multipart.mediaType } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } }
  }
  if (body === undefined) return {}
  const required = ((body.required as readonly string[] | undefined) ?? []).length > 0
  return {
    requestBody: {
      required,
      content: {
        'application/json': { schema: describedBody(hoist(body, schemas) as Json), example: exampleOf(body) },
      },
    },
  }
}

const BINARY = { type: 'string', format: 'binary' }
const ANY_JSON = { type: 'object', additionalProperties: true }

function describeReplies(operation: AnyOperation, schemas: Json): Json {
  const headers = {
    ...REQUEST_ID,
    ...(operation.limit === 'none' ? {} : RATE_HEADERS),
    ...(operation.showsAllowance ? ALLOWANCE_HEADER : {}),
    ...(isIdempotent(operation) ? REPLAYED_HEADER : {}),
  }
  const responses: Json = {}
  for (const [status, reply] of Object.entries(operation.replies)) {
    const content = isFileReply(reply)
      ? { [reply.file]: { schema: reply.file === 'application/json' ? ANY_JSON : BINARY } }
      : { 'application/json': { schema: hoist(reply, schemas), example: exampleOf(reply) } }
    responses[status] = { description: SAID[Number(status)] ?? 'Done.', headers, content }
    if (isFileReply(reply) && 'drawn' in reply) {
      responses[status] = { ...(responses[status] as Json), headers: { ...headers, ...PICTURE_HEADERS } }
      if (operation.method === 'get')
        responses['304'] = { description: 'Not changed.', headers: IDENTITY_HEADERS }
    } else if (isFileReply(reply) && !('streamed' in reply)) {
      responses['206'] = { description: 'The requested range.', headers, content }
      responses['304'] = { description: 'Not changed.' }
    }
  }
  return responses
}

const text = (description: string) => ({ description, schema: { type: 'string' } })
const number = (description: string) => ({ description, schema: { type: 'integer' } })
const IDENTITY_HEADERS = {
  ETag: text('Strong validator: SHA-256 of everything the image depends on.'),
  'X-Service-Content-Hash': text('The same, without quotes.'),
}
const PICTURE_HEADERS = {
  ...IDENTITY_HEADERS,
  'X-Service-Preview-Width': number('In px.'),
  'X-Service-Preview-Height': number('In px.'),
  'X-Service-Cache': text('`hit`, `miss`, or `shared` with a simultaneous request for the same image.'),
  'X-Service-Fit': text('`ok`, or `problems` if a value on the page cannot be printed and is marked in red.'),
}

const SAID: Readonly<Record<number, string>> = { 200: 'Done.', 201: 'Made.', 202: 'Queued.' }

/** One response per status; its codes are the enum of `error.code`. */
function describeErrors(operation: AnyOperation): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(operation)) {
    const { status } = CATALOGUE[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses: Json = {}
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const waits = status === 429 || status === 503
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${CATALOGUE[code].says}`).join('\n'),
      headers: {
        ...REQUEST_ID,
        ...(waits
          ? { 'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } } }
          : {}),
      },
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              { type: 'object', properties: { error: { properties: { code: { enum: codes } } } } },
            ],
          },
        },
      },
    }
  }
  return responses
}

/** Plain JSON of a schema, with every titled schema in it moved to the components. */
function hoist(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const plain: Json = {}
  for (const [name, member] of Object.entries(schema)) plain[name] = hoist(member, schemas)
  if (typeof plain.title !== 'string' || plain.type !== 'object') return plain
  const { title, ...rest } = plain
  schemas[title as string] = rest
  return { $ref: `#/components/schemas/${title}` }
}
