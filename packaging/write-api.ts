/** Writes `types/api.d.ts`: what every operation takes and answers, as plain types that need nothing beside them. */
import { join } from 'node:path'
import { compile } from 'json-schema-to-typescript'
import { describeOperations } from '../server/http/openapi.ts'
import { OPERATIONS } from '../server/operations/index.ts'
import { replaceFile } from './replace-file.ts'

const PATH = join(import.meta.dirname, '../types/api.d.ts')
const BANNER =
  '/** What every operation takes and answers. Written by `npm run generate` from the table of operations. */'

type Json = Readonly<Record<string, unknown>>
interface Described {
  readonly operationId: string
  readonly parameters: readonly {
    readonly name: string
    in: string
    required: boolean
    schema: Json
    description?: string
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Json }>> }>
  >
}

export async function writeApiTypes(): Promise<void> {
  await replaceFile(PATH, Buffer.from(await apiTypes()))
}

async function apiTypes(): Promise<string> {
  const { paths, components } = describeOperations(OPERATIONS, 'https://print.example') as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
    components: Json
  }
  const described = Object.values(paths).flatMap((path) =>
    Object.values(path).filter((one) => one.operationId),
  )
  const schema = {
    ...objectOf(Object.fromEntries(described.map((one) => [one.operationId, typesOf(one)]))),
    components,
  }
  return compile(withoutBounds(schema) as never, 'Operations', {
    bannerComment: BANNER,
    additionalProperties: false,
    format: true,
    strictIndexSignatures: false,
    style: { semi: false, singleQuote: true, printWidth: 110 },
  })
}

function typesOf({ parameters, requestBody, responses }: Described): Json {
  const [[form, { schema: whole = undefined } = {}] = []] = Object.entries(requestBody?.content ?? {})
  const isUpload = form === 'multipart/form-data'
  const body = isUpload && whole !== undefined ? withoutFile(whole) : whole
  const query = parameters.filter((one) => one.in === 'query')
  const queried = {
    ...objectOf(
      Object.fromEntries(query.map(({ name, schema, description }) => [name, { ...schema, description }])),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  }
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.entries(content))
  const replies = contents.filter(([type]) => type === 'application/json').map(([, { schema }]) => schema)
  return objectOf({
    ...(isUpload ? { upload: { const: true } } : {}),
    ...(body !== undefined ? { body } : query.length > 0 ? { query: queried } : {}),
    ...(replies.length === 0 ? {} : { reply: replies.length === 1 ? replies[0] : { anyOf: replies } }),
    ...(contents.length > replies.length ? { file: { const: true } } : {}),
  })
}

/** Arrays of one length, such as boxes, are tuples; others are plain arrays, whatever their bounds. */
function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds)
  if (typeof schema !== 'object' || schema === null) return schema
  const { minItems, maxItems, ...rest } = schema as Json
  const copied = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withoutBounds(value)]))
  return minItems === undefined || minItems !== maxItems ? copied : { ...copied, minItems, maxItems }
}

function withoutFile(schema: Json): Json {
  const { properties, required } = schema as {
    properties: Readonly<Record<string, Json>>
    required: readonly string[]
  }
  const texts = Object.entries(properties).filter(([, { format }]) => format !== 'binary')
  const names = texts.map(([name]) => name)
  return {
    ...schema,
    properties: Object.fromEntries(texts),
    required: required.filter((name) => names.includes(name)),
  }
}

function objectOf(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
