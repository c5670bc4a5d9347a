/** The Koa application: what every request goes through, top to bottom, and the routes of the table. */
import Koa, { type Context } from 'koa'
import type { Logger } from 'pino'
import { ServiceError } from '../../core/errors.ts'
import type { MakeId } from '../../core/ids.ts'
import type { ApiRequestRecord } from '../../core/service/access/api-request.ts'
import { API_VERSION } from './api-version.ts'
import { fail } from './fail.ts'
import { type AnyOperation, fullPath, isBrowserRoute, routePath } from './operation.ts'
import { SECURITY_HEADERS } from './reply.ts'
import { type RouteParts, serve } from './route.ts'
import { type Answer, type PathParams, Router } from './router.ts'
import { addSystemRoutes, type SystemParts } from './system-routes.ts'

/** How long a refused body is read and thrown away, so that its sender sees the reply and not a reset. */
const LINGER_MS = 5_000
const EVERY_REPLY = Object.entries({ 'X-Service-Version': API_VERSION, ...SECURITY_HEADERS })

export interface AppParts extends RouteParts, SystemParts {
  readonly operations: readonly AnyOperation[]
  readonly makeId: MakeId
  readonly log: Logger
  readonly baseUrl: string
  /** Proxies in front whose X-Forwarded-For is believed; 0 believes none. */
  readonly trustedProxies: number
  /** Keeps the request of an API key for its log. */
  noteRequest(request: ApiRequestRecord): void
}

/** What the way of a request leaves for its log. */
interface RequestState {
  readonly key?: { readonly id: string; readonly teamId: string }
  readonly route?: string
  readonly params?: Readonly<Record<string, string>>
}

export interface App {
  readonly koa: Koa
  /** Every route, as `GET /fill/:slug`. */
  readonly routes: readonly string[]
  /** From now on replies close their connections and `/readyz` reports the shutdown. */
  startDraining(): void
}

export function createApp(parts: AppParts): App {
  const koa = new Koa({ proxy: parts.trustedProxies > 0, maxIpsCount: parts.trustedProxies })
  koa.silent = true
  let draining = false

  koa.use(async (ctx, next) => {
    const requestId = parts.makeId('request')
    const startedAt = performance.now()
    const createdAt = parts.core.now()
    ctx.state.requestId = requestId
    ctx.res.setHeader('X-Request-Id', requestId)
    for (const [name, value] of EVERY_REPLY) ctx.res.setHeader(name, value)
    linger(ctx)
    let code: string | undefined
    try {
      await next()
    } catch (thrown) {
      code = fail(ctx, thrown, requestId, parts)
      if (code === 'rate_limited' && thrown instanceof ServiceError)
        parts.metrics.countLimited(String(thrown.facts.extra?.scope))
    }
    if (draining) ctx.set('Connection', 'close')
    const ms = performance.now() - startedAt
    parts.metrics.countRequest(ctx.state.route ?? 'unknown', ctx.method, ctx.res.statusCode, ms / 1000)
    logRequest(ctx, parts.log, { requestId, ms, code })
    const { key } = ctx.state as RequestState
    if (key !== undefined)
      parts.noteRequest({
        ...{ id: requestId, teamId: key.teamId, keyId: key.id, createdAt },
        ...{ method: ctx.method, path: shownPath(ctx), status: ctx.res.statusCode },
        ...{ errorCode: code ?? null, durationMs: Math.round(ms) },
      })
  })

  const router = createRouter(parts, () => draining)
  koa.use((ctx) => {
    const found = router.find(ctx.method, ctx.path)
    if (found !== null) return found.target(ctx, found.params)
    const methods = router.methodsOf(ctx.path)
    if (methods.length === 0) throw new ServiceError('route_not_found')
    ctx.set('Allow', methods.join(', '))
    throw new ServiceError('method_not_allowed')
  })
  return {
    koa,
    routes: router.list(),
    startDraining() {
      draining = true
    },
  }
}

function createRouter(parts: AppParts, isDraining: () => boolean): Router<Answer> {
  const router = new Router<Answer>()
  for (const operation of parts.operations)
    router.add(operation.method, routePath(operation), (ctx, params) => answer(parts, ctx, operation, params))
  for (const [path, methods] of browserMethods(parts.operations))
    router.add('options', path, (ctx) => parts.cors.preflight(ctx, methods))
  addSystemRoutes(router, parts, isDraining)
  return router
}

async function answer(
  parts: AppParts,
  ctx: Context,
  operation: AnyOperation,
  params: PathParams,
): Promise<void> {
  ctx.state.operation = operation.id
  ctx.state.route = fullPath(operation)
  ctx.state.params = params
  await serve(operation, parts, ctx, params, ctx.state.requestId)
}

/** The paths that pages of other origins call, with their methods. */
function browserMethods(operations: readonly AnyOperation[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>()
  for (const operation of operations.filter(isBrowserRoute)) {
    const path = routePath(operation)
    methods.set(path, [...(methods.get(path) ?? []), operation.method.toUpperCase()])
  }
  return methods
}

/** A reply may go out before its request is read to the end. */
function linger(ctx: Context): void {
  const { headers } = ctx.req
  // A request that announces no body has none (RFC 9112 6.3).
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  ctx.res.once('finish', () => {
    if (ctx.req.complete || ctx.req.destroyed) return
    const { socket } = ctx.req
    const end = setTimeout(() => socket.destroy(), LINGER_MS)
    const forget = (): void => {
      clearTimeout(end)
      socket.off('close', forget)
    }
    ctx.req.once('close', forget)
    // Once it is answered, a request does not hear that its connection ends.
    socket.once('close', forget)
    ctx.req.resume()
  })
}

/** The path with the ids of records; whatever else a caller put in its place stays out of the log. */
function shownPath(ctx: Context): string {
  const { route = '', params = {} } = ctx.state as RequestState
  return route.replace(/\{(\w+)\}/g, (name, key: string) => {
    const given = params[key] ?? ''
    return /^(?:[a-z]{2,5}_[0-9a-z]{26}|\d{1,6})$/.test(given) ? given : name
  })
}

function isRequestId(given: string | string[] | undefined): given is string {
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given)
}

/** One line per request. No header, query, body or path goes into the log: they hold secrets and addresses. */
function logRequest(
  ctx: Context,
  log: Logger,
  facts: { readonly requestId: string; readonly ms: number; readonly code: string | undefined },
): void {
  const given = ctx.req.headers['x-request-id']
  log.info(
    {
      request_id: facts.requestId,
      ...(isRequestId(given) ? { client_request_id: given } : {}),
      method: ctx.req.method,
      operation: ctx.state.operation ?? null,
      key: ctx.state.key?.id,
      user: ctx.state.userId,
      status: ctx.res.statusCode,
      code: facts.code,
      ms: Math.round(facts.ms),
    },
    'request',
  )
}
