/** The routes of adapters: everything below /adapters, with its raw bytes. */
import type { Context } from 'koa'
import { ServiceError } from '../../core/errors.ts'
import type { PageRoute } from '../pages/page-route.ts'
import type { OpenAdapters } from './open.ts'
import { serveAdapters } from './serve.ts'

export function adapterRoutes(adapters: OpenAdapters): readonly PageRoute[] {
  const answer = async (ctx: Context): Promise<void> => {
    const answered = await serveAdapters(adapters, ctx.req)
    if (answered === null) throw new ServiceError('route_not_found')
    ctx.status = answered.status
    ctx.set({ 'Content-Type': 'text/plain; charset=utf-8', ...answered.headers })
    ctx.body = typeof answered.body === 'string' ? answered.body : Buffer.from(answered.body ?? '')
  }
  return [{ path: '/adapters/*', methods: ['get', 'post'], answer }]
}
