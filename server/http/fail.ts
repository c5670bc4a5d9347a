/** The only renderer of errors: whatever was thrown becomes the error body, a status and a line in the log. */
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { CATALOGUE, type ErrorCode, type ErrorDetail, ServiceError } from '../../core/errors.ts'
import { REPLAYED, ReplayedRefusal } from './idempotency.ts'
import { RateLimited } from './limit.ts'
import { UnsatisfiableRange } from './reply.ts'

/** The body of every error reply. Further members, such as `required_scope`, stand beside these. */
export interface ErrorBody {
  readonly error: {
    readonly type: string
    readonly code: ErrorCode
    readonly message: string
    readonly param?: string
    readonly details?: readonly ErrorDetail[]
    readonly request_id: string
    readonly doc_url: string
    readonly [member: string]: unknown
  }
}

export interface FailSettings {
  readonly baseUrl: string
  readonly log: Logger
}

/** Writes the error reply. Any other error than a ServiceError is a bug: it is logged, and not shown. */
export function fail(ctx: Context, thrown: unknown, requestId: string, settings: FailSettings): ErrorCode {
  const error =
    thrown instanceof ServiceError ? thrown : new ServiceError('internal_error', { cause: thrown })
  const { status } = CATALOGUE[error.code]
  if (status >= 500) {
    settings.log.error({ request_id: requestId, code: error.code, err: error.facts.cause ?? error }, 'failed')
  }
  for (const name of ctx.res.getHeaderNames()) {
    if (/^(content-|etag|accept-ranges|last-modified)/i.test(name)) ctx.remove(name)
  }
  ctx.status = status
  if (error instanceof RateLimited) ctx.set(error.headers)
  if (error instanceof ReplayedRefusal) ctx.set(REPLAYED)
  if (error instanceof UnsatisfiableRange) ctx.set('Content-Range', `bytes */${error.sizeBytes}`)
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer')
  const retryAfter = error.facts.retryAfterSeconds ?? (status === 503 ? 1 : undefined)
  // Decision: Retry-After is whole seconds, rounded up (RFC 9110 10.2.3 allows seconds or a date).
  if (retryAfter !== undefined) ctx.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.set('Cache-Control', 'no-store')
  ctx.body = JSON.stringify(errorBody(error, requestId, settings.baseUrl))
  return error.code
}

/** Decision: the shape of the error body; a 5xx has only the sentence of the catalogue. */
export function errorBody(error: ServiceError, requestId: string, baseUrl: string): ErrorBody {
  const entry = CATALOGUE[error.code]
  const { param, details, extra } = error.facts
  const open = entry.status < 500 || entry.status === 502
  return {
    error: {
      ...(open ? extra : {}),
      type: entry.type,
      code: error.code,
      message: entry.status < 500 ? error.message : entry.says,
      ...(param === undefined ? {} : { param }),
      ...(details === undefined || !open ? {} : { details }),
      request_id: requestId,
      doc_url: `${baseUrl}/docs/api/errors#${error.code}`,
    },
  }
}
