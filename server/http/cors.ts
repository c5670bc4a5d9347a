/** CORS for the browser routes. No other route has it, so that a secret key fails in a page. */

import type { Context } from 'koa'
import { readOrigin } from '../../core/service/application/origin.ts'
import type { Store } from '../../core/store.ts'

const REQUEST_HEADERS = [
  'Content-Type',
  'X-Service-Publishable-Key',
  'X-Service-Client-Secret',
  'X-Service-Version',
  'If-None-Match',
  'Idempotency-Key',
]
/** Decision: written out one by one, as `*` exposes nothing to requests that carry credentials and hides typing errors. */
const EXPOSED_HEADERS = [
  'ETag',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Service-Version',
  'X-Service-Content-Hash',
  'X-Service-Preview-Width',
  'X-Service-Preview-Height',
  'X-Service-Cache',
  'X-Service-Fit',
]
const PREFLIGHT_SECONDS = 600

export interface Cors {
  /** The service's own origin, or that of its widget. */
  isOwn(origin: string): boolean
  /** Puts the headers on a reply of a browser route, whatever the reply will be. */
  answer(ctx: Context): Promise<void>
  /** Answers a preflight (Fetch 3.2.2) for a route with these methods. */
  preflight(ctx: Context, methods: readonly string[]): Promise<void>
}

/**
 * Decision: a preflight shows no key, so it is enough that some active application allows the origin; the request
 * itself is held against the right one. `ownUrls` are the addresses of the service and of its widget.
 */
export function createCors(store: Store, ownUrls: readonly string[]): Cors {
  const own = new Set(ownUrls.map((url) => new URL(url).origin))
  const isOwn = (origin: string): boolean => own.has(origin)

  const answer = async (ctx: Context): Promise<boolean> => {
    ctx.vary('Origin')
    const given = ctx.get('Origin')
    const origin = readOrigin(given)
    if (origin === null) return false
    if (!isOwn(origin) && (await store.applications.byOrigin(origin)).length === 0) return false
    ctx.set('Access-Control-Allow-Origin', given)
    ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', '))
    return true
  }
  return {
    isOwn,
    async answer(ctx) {
      await answer(ctx)
    },
    async preflight(ctx, methods) {
      if (await answer(ctx)) {
        ctx.remove('Access-Control-Expose-Headers')
        ctx.set({
          'Access-Control-Allow-Methods': methods.join(', '),
          'Access-Control-Allow-Headers': REQUEST_HEADERS.join(', '),
          'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
        })
      }
      ctx.status = 204
    },
  }
}
