/** The Koa application: what every request goes through, top to bottom, and the routes of the table. */
import Router from '@koa/router'
import Koa, { type Context } from 'koa'
import type { Logger } from 'pino'
import { ServiceError } from '../../core/errors.ts'
import type { MakeId } from '../../core/ids.ts'
import { fail } from './fail.ts'
import { type AnyOperation, fullPath } from './operation.ts'
import { SECURITY_HEADERS } from './reply.ts'
import { API_VERSION, type RouteParts, serve } from './route.ts'

/** How long a refused body is read and thrown away, so that its sender sees the reply and not a reset. */
const LINGER_MS = 5_000

export interface AppParts extends RouteParts {
  readonly operations: readonly AnyOperation[]
  readonly makeId: MakeId
  readonly log: Logger
  readonly baseUrl: string
  /** Proxies in front whose X-Forwarded-For is believed; 0 believes none. */
  readonly trustedProxies: number
  /** Rejects while the server cannot do its work. */
  readonly ready: () => Promise<void>
}

export interface App {
  readonly koa: Koa
  /** From now on replies close their connections and `/readyz` says that the server is going down. */
  startDraining(): void
}

export function createApp(parts: AppParts): App {
  const koa = new Koa({ proxy: parts.trustedProxies > 0, maxIpsCount: parts.trustedProxies })
  koa.silent = true
  let draining = false

  koa.use(async (ctx, next) => {
    const requestId = parts.makeId('request')
    const startedAt = performance.now()
    ctx.state.requestId = requestId
    ctx.set({ 'X-Request-Id': requestId, 'X-Service-Version': API_VERSION, ...SECURITY_HEADERS })
    linger(ctx)
    let code: string | undefined
    try {
      await next()
    } catch (thrown) {
      code = fail(ctx, thrown, requestId, parts)
    }
    if (draining) ctx.set('Connection', 'close')
    logRequest(ctx, parts.log, { requestId, startedAt, code })
  })

  const router = createRouter(parts, () => draining)
  koa.use(router.routes())
  koa.use((ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    if (methods.size === 0) throw new ServiceError('route_not_found')
    ctx.set('Allow', [...methods].sort().join(', '))
    throw new ServiceError('method_not_allowed')
  })
  return {
    koa,
    startDraining() {
      draining = true
    },
  }
}

function createRouter(parts: AppParts, isDraining: () => boolean) {
  const router = new Router({ strict: true, sensitive: true })
  for (const operation of parts.operations) {
    const path = fullPath(operation).replace(/\{(\w+)\}/g, ':$1')
    router[operation.method](path, (ctx) => {
      ctx.state.operation = operation.id
      return serve(operation, parts, ctx, ctx.params, ctx.state.requestId)
    })
  }
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' }
  })
  router.get('/readyz', async (ctx) => {
    if (isDraining()) throw new ServiceError('shutting_down')
    try {
      await parts.ready()
    } catch (cause) {
      throw cause instanceof ServiceError ? cause : new ServiceError('database_unavailable', { cause })
    }
    ctx.body = { status: 'ready' }
  })
  return router
}

/** A reply may go out before its request is read to the end. */
function linger(ctx: Context): void {
  ctx.res.once('finish', () => {
    if (ctx.req.complete || ctx.req.destroyed) return
    const end = setTimeout(() => ctx.req.socket.destroy(), LINGER_MS)
    ctx.req.once('close', () => clearTimeout(end))
    ctx.req.resume()
  })
}

/** One line per request. No header, query, body or path goes into the log: they hold secrets and addresses. */
function logRequest(
  ctx: Context,
  log: Logger,
  facts: { readonly requestId: string; readonly startedAt: number; readonly code: string | undefined },
): void {
  const given = ctx.get('X-Request-Id')
  log.info(
    {
      request_id: facts.requestId,
      ...(/^[\w.-]{8,64}$/.test(given) ? { client_request_id: given } : {}),
      method: ctx.method,
      operation: ctx.state.operation ?? null,
      key: ctx.state.keyId || undefined,
      status: ctx.status,
      code: facts.code,
      ms: Math.round(performance.now() - facts.startedAt),
    },
    'request',
  )
}
