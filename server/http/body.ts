/** JSON bodies and query strings as plain data: bounded, and with nothing in them that harms later on. */
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import secureJson from 'secure-json-parse'
import { ServiceError } from '../../core/errors.ts'

/** Decision: at most 1 MB and 20 levels. */
export const MAX_JSON_BYTES = 1024 * 1024
const MAX_DEPTH = 20

/** Read as Latin-1, so that each character is a byte and the decoding below can be strict about UTF-8. */
const readText = koaBody({
  json: false,
  urlencoded: false,
  multipart: false,
  text: true,
  textTypes: ['application/json'],
  textLimit: MAX_JSON_BYTES,
  encoding: 'latin1',
})

/**
 * The body as JSON.parse gives it; a request without a body has the empty object. Errors: invalid_json,
 * payload_too_large, unsupported_media_type, invalid_parameter for text that no database could keep.
 */
export async function readJson(ctx: Context): Promise<unknown> {
  const { headers } = ctx.req
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return {}
  const charset = ctx.request.charset.toLowerCase()
  if (!ctx.is('application/json') || !/^(utf-?8)?$/.test(charset))
    throw new ServiceError('unsupported_media_type', { message: 'Send JSON as application/json in UTF-8.' })
  try {
    await readText(ctx, async () => {})
  } catch (cause) {
    throw bodyError(cause)
  }
  const body = parseJson(String(ctx.request.body ?? ''))
  refuseHarm(body)
  return body
}

function parseJson(bytes: string): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'))
    return secureJson.parse(text, null, { protoAction: 'error', constructorAction: 'error' })
  } catch (cause) {
    throw new ServiceError('invalid_json', { cause })
  }
}

/** The text parts of a form, with those of these names read as JSON. Throws `invalid_parameter`. */
export function readJsonParts(
  fields: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, unknown> {
  const body: Record<string, unknown> = { ...fields }
  for (const param of names) {
    const text = fields[param]
    if (text === undefined) continue
    try {
      body[param] = secureJson.parse(text, null, { protoAction: 'error', constructorAction: 'error' })
    } catch (cause) {
      throw new ServiceError('invalid_parameter', { message: `${param} is not valid JSON.`, param, cause })
    }
  }
  return body
}

/** Errors of raw-body and its decompression, by their documented `type`. */
function bodyError(cause: unknown): unknown {
  const { status, type } = cause as { status?: number; type?: string }
  if (type === 'entity.too.large') return new ServiceError('payload_too_large', { cause })
  if (status === 415) return new ServiceError('unsupported_media_type', { cause })
  if (status === 400 || (cause as { code?: string }).code?.startsWith('Z_'))
    return new ServiceError('invalid_json', { cause })
  return cause
}

const HARMFUL_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses names that reach prototypes, NUL and lone surrogates (no text column keeps them), and depth. */
export function refuseHarm(value: unknown, param = '', depth = 1): void {
  if (typeof value === 'string') refuseText(value, param)
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH)
    throw new ServiceError('invalid_json', {
      message: `The body is nested more than ${MAX_DEPTH} levels deep.`,
    })
  for (const [name, member] of Object.entries(value)) {
    const inside = param === '' ? name : `${param}.${name}`
    if (HARMFUL_NAMES.has(name)) throw harmful(inside, 'is not an allowed name')
    refuseText(name, param)
    refuseHarm(member, inside, depth + 1)
  }
}

function refuseText(text: string, param: string): void {
  if (text.includes('\0')) throw harmful(param, 'contains the character NUL')
  if (!text.isWellFormed()) throw harmful(param, 'contains an unpaired surrogate')
}

function harmful(param: string, why: string): ServiceError {
  const named = param.toWellFormed().replaceAll('\0', '')
  return named === ''
    ? new ServiceError('invalid_parameter', { message: `The body ${why}.` })
    : new ServiceError('invalid_parameter', { message: `${named} ${why}.`, param: named })
}

/** The query as text by name; a name given twice is refused, as two readers would pick different ones. */
export function readQuery(querystring: string): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  if (querystring === '') return values
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (seen.has(name)) throw harmful(name, 'can be given only once')
    if (HARMFUL_NAMES.has(name))
      throw new ServiceError('unknown_parameter', { message: `Unknown parameter: ${name}.`, param: name })
    seen.add(name)
    refuseText(value, name)
    values[name] = value
  }
  return values
}
