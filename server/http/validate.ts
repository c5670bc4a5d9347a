/** Validation: compiles JSON Schemas at first use, and turns their errors into errors that name a parameter. */
import type { TSchema } from '@sinclair/typebox'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type ErrorCode, type ErrorDetail, ServiceError } from '../../core/errors.ts'
import { EMAIL_ADDRESS } from '../../core/service/fill/customer.ts'

/**
 * The schemas are the service's own, and a test holds each against JSON Schema's: doing so here would keep the first
 * request of a process waiting, and all others with it.
 */
const STRICT = {
  ...({ strict: true, strictTypes: false, allErrors: true, ownProperties: true } as const),
  validateSchema: false,
  // Optimizing the code of a check doubles the time to compile it, and the check becomes no faster.
  code: { optimize: false },
}

export interface Validator {
  /** Query and path parameters arrive as text: numbers and booleans are read out of it, in place. */
  parameters(schema: TSchema, values: Record<string, unknown>): void
  /**
   * `codes` are those that the operation declares. If they include the code of a part of the colour group, faults of that
   * part's format are reported with it, with 422, like faults of its content.
   */
  body(schema: TSchema, value: unknown, codes?: readonly ErrorCode[]): void
  /** The fault of a reply, or null; for checking replies against their declaration. */
  faults(schema: TSchema, value: unknown): string | null
}

let made: Validator | null = null

/** Made once in a process, whatever number of servers it opens: to compile a schema takes longer than most requests. */
export function createValidator(): Validator {
  made ??= makeValidator()
  return made
}

function makeValidator(): Validator {
  // Coercion turns `5` into `"5"` as well, which is wrong for bodies: hence two instances.
  const coercing = new Ajv2020({ ...STRICT, coerceTypes: true })
  const exact = new Ajv2020(STRICT)
  for (const ajv of [coercing, exact]) {
    addFormats.default(ajv)
    ajv.addFormat('idn-email', EMAIL_ADDRESS)
  }
  const compiled = new Map<Ajv2020, Map<TSchema, ValidateFunction>>([
    [coercing, new Map()],
    [exact, new Map()],
  ])
  const check = (ajv: Ajv2020, schema: TSchema, value: unknown): readonly ErrorObject[] => {
    const cache = compiled.get(ajv) as Map<TSchema, ValidateFunction>
    let validate = cache.get(schema)
    if (validate === undefined) {
      validate = ajv.compile(schema)
      cache.set(schema, validate)
    }
    return validate(value) ? [] : (validate.errors ?? [])
  }
  return {
    parameters(schema, values) {
      refuseOddNumbers(schema, values)
      refuse(check(coercing, schema, values), [])
    },
    body: (schema, value, codes = []) => refuse(check(exact, schema, value), codes),
    faults(schema, value) {
      const errors = check(exact, schema, value)
      return errors.length === 0 ? null : exact.errorsText([...errors])
    },
  }
}

/** Coercion reads a tab as 0, and `0x10` as 16: a number is written in digits. */
function refuseOddNumbers(schema: TSchema, values: Readonly<Record<string, unknown>>): void {
  for (const [param, part] of Object.entries(
    (schema.properties ?? {}) as Readonly<Record<string, TSchema>>,
  )) {
    const value = values[param]
    const isNumber = part.type === 'integer' || part.type === 'number'
    if (!isNumber || typeof value !== 'string' || /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value)) continue
    throw new ServiceError('invalid_parameter', { message: `${param} must be ${article(part.type)}.`, param })
  }
}

/** Throws the first complaint as the error itself; with several, all of them stand in its details. */
function refuse(errors: readonly ErrorObject[], codes: readonly ErrorCode[]): void {
  const told = errors
    .filter((error) => !isAside(error, errors))
    .map((error) => inColorGroup(detailOf(error), codes))
  // Decision: if a request has several faults, 400 comes before 422.
  const details = [...told.filter((detail) => !isGrouped(detail)), ...told.filter(isGrouped)]
  const [first] = details
  if (first === undefined) return
  throw new ServiceError(first.code, {
    message: first.message,
    ...(first.param === undefined ? {} : { param: first.param }),
    ...(details.length > 1 ? { details: details.slice(0, 50) } : {}),
  })
}

/**
 * A failed union is reported once, and a wrong key of a map by the key only. For a nullable value, the fault of the value
 * is reported, and neither the union nor the missing null.
 */
function isAside(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (error.keyword === 'propertyNames') return true
  const unions = all.filter(({ keyword }) => keyword === 'anyOf')
  const orNull = unions.filter((union) => all.some((other) => isNullOf(union, other)))
  if (orNull.some((union) => union === error || isNullOf(union, error))) return true
  return unions.some(
    (union) =>
      union !== error && !orNull.includes(union) && error.schemaPath.startsWith(`${union.schemaPath}/`),
  )
}

function isNullOf(union: ErrorObject, error: ErrorObject): boolean {
  const isNull = error.keyword === 'type' && error.params.type === 'null'
  const at = error.schemaPath.slice(0, error.schemaPath.lastIndexOf('/'))
  return isNull && error.instancePath === union.instancePath && /^\/\d+$/.test(rest(at, union.schemaPath))
}

function rest(path: string, start: string): string {
  return path.startsWith(start) ? path.slice(start.length) : ''
}

type Plain = 'missing_parameter' | 'unknown_parameter' | 'invalid_parameter'
type Named = ErrorDetail & { readonly code: Plain }

const COLOR_GROUP = {
  colors: 'invalid_colors',
  assignments: 'invalid_assignments',
  substrate: 'invalid_substrate',
} as const
type Grouped = ErrorDetail & { readonly code: (typeof COLOR_GROUP)[keyof typeof COLOR_GROUP] }

/** The same detail where it is of no part of the colour group, or of one whose code is not declared. */
function inColorGroup(detail: Named, codes: readonly ErrorCode[]): Named | Grouped {
  const [part = ''] = (detail.param ?? '').split('.')
  const code = Object.hasOwn(COLOR_GROUP, part) ? COLOR_GROUP[part as keyof typeof COLOR_GROUP] : null
  if (code === null || !codes.includes(code)) return detail
  // As in the other messages about a palette.
  const asList = (text: string): string => text.replace(/\bcolors\.(\d+)/, 'colors[$1]')
  return { code, message: asList(detail.message), param: asList(detail.param ?? '') }
}

function isGrouped(detail: Named | Grouped): detail is Grouped {
  return (Object.values(COLOR_GROUP) as readonly string[]).includes(detail.code)
}

function detailOf(error: ErrorObject): Named {
  const at = paramOf(error.instancePath)
  const inside = (name: string): string => (at === '' ? name : `${at}.${name}`)
  if (error.keyword === 'required') {
    const param = inside(String(error.params.missingProperty))
    return { code: 'missing_parameter', message: `${param} is required.`, param }
  }
  if (error.keyword === 'additionalProperties') {
    const param = inside(String(error.params.additionalProperty))
    return { code: 'unknown_parameter', message: `Unknown parameter: ${param}.`, param }
  }
  const named = error.propertyName === undefined ? at : inside(error.propertyName)
  const message = `${named === '' ? 'The body' : named} ${complaint(error)}.`
  return named === ''
    ? { code: 'invalid_parameter', message }
    : { code: 'invalid_parameter', message, param: named }
}

/** `/values/fld_1` as `values.fld_1` (RFC 6901 escapes undone). */
function paramOf(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

/** The required form of a text, in words. */
const FORMATS: Readonly<Record<string, string>> = {
  'idn-email': 'must be an e-mail address',
  'date-time': 'must be a timestamp such as 2026-07-15T12:00:00Z',
}

function complaint(error: ErrorObject): string {
  switch (error.keyword) {
    case 'enum':
      return `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`
    case 'type':
      return `must be ${article(String(error.params.type))}`
    case 'anyOf':
      return 'has an invalid form'
    case 'format':
      return FORMATS[String(error.params.format)] ?? 'has an invalid format'
    case 'minLength':
      return error.params.limit === 1
        ? 'must not be empty'
        : `must have at least ${error.params.limit} characters`
    case 'maxLength':
      return `must have at most ${error.params.limit} characters`
    case 'minItems':
      return error.params.limit === 1 ? 'must not be empty' : `must have at least ${error.params.limit} items`
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${error.params.limit} items`
    case 'minimum':
      return `must be at least ${error.params.limit}`
    case 'maximum':
      return `must be at most ${error.params.limit}`
    default:
      return error.message ?? 'is not valid'
  }
}

function article(type: string): string {
  if (type === 'null') return 'null'
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type.replaceAll(',', ' or ')}`
}
