/** Routes beside the API: health, readiness, version, metrics, and pages for browsers. */
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import { ServiceError } from '../../core/errors.ts'
import { DOCTOR_PATH } from '../doctor/ask.ts'
import type { Metrics } from '../metrics.ts'
import type { PageRoute } from '../pages/page-route.ts'
import { API_VERSION } from './api-version.ts'
import type { Answer, Router } from './router.ts'

export interface SystemParts {
  /** Rejects while the server cannot do its work. */
  readonly ready: () => Promise<void>
  readonly version: string
  readonly metrics: Metrics
  /** Null where METRICS_TOKEN is not set. */
  readonly metricsToken: string | null
  /** Facts of this process for `platen doctor`, for a request with its pass; null for all others. */
  readonly tellDoctor: (authorization: string) => object | null
  /** Pages and files for people's browsers. */
  readonly faces: readonly PageRoute[]
}

export function addSystemRoutes(
  router: Pick<Router<Answer>, 'add'>,
  parts: SystemParts,
  isDraining: () => boolean,
): void {
  const add = (method: 'get' | 'post', path: string, answer: Answer): void =>
    router.add(method, path, (ctx, params) => {
      ctx.state.route = path
      return answer(ctx, params)
    })
  const get = (path: string, answer: Answer): void => add('get', path, answer)
  get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' }
  })
  get('/readyz', async (ctx) => {
    if (isDraining()) throw new ServiceError('shutting_down')
    try {
      await parts.ready()
    } catch (cause) {
      throw cause instanceof ServiceError ? cause : new ServiceError('database_unavailable', { cause })
    }
    ctx.body = { status: 'ready' }
  })
  get('/version', (ctx) => {
    ctx.body = { name: 'platen', version: parts.version, api_version: API_VERSION }
  })
  get(DOCTOR_PATH, (ctx) => {
    const told = parts.tellDoctor(ctx.get('Authorization'))
    if (told === null) throw new ServiceError('route_not_found')
    const passed = ctx.get('X-Forwarded-For')
    ctx.body = { ...told, forwarded_for: passed === '' ? 0 : passed.split(',').length }
  })
  get('/metrics', async (ctx) => {
    refuseStranger(ctx, parts.metricsToken)
    const text = await parts.metrics.text()
    ctx.set('Content-Type', parts.metrics.contentType)
    ctx.body = text
  })
  for (const { path, methods, answer } of parts.faces) for (const method of methods) add(method, path, answer)
}

/**
 * Decision: metrics are read with METRICS_TOKEN as a Bearer token; where it is not set, by programs of this machine
 * alone. Requests through a proxy come from this machine too; the headers that proxies add give them away.
 */
function refuseStranger(ctx: Context, token: string | null): void {
  if (token === null) {
    const forwarded =
      ctx.get('X-Forwarded-For') !== '' || ctx.get('Forwarded') !== '' || ctx.get('Via') !== ''
    if (forwarded || !isLoopback(ctx.req.socket.remoteAddress ?? ''))
      throw new ServiceError('route_not_found')
    return
  }
  const expected = Buffer.from(`Bearer ${token}`)
  const given = Buffer.from(ctx.get('Authorization'))
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ServiceError('invalid_api_key', { message: 'Send METRICS_TOKEN as a Bearer token.' })
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\./i.test(address) || address === '::1'
}
