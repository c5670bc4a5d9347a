/** The order desk behind Koa: as a middleware of a shop that has others. */
import { createServer, type Server } from 'node:http'
import Koa from 'koa'
import type { OrderDesk } from './order-desk.ts'

export function serveWithKoa(desk: OrderDesk): Server {
  const koa = new Koa()
  koa.silent = true
  koa.use(async (ctx) => {
    let body = ''
    for await (const part of ctx.req.setEncoding('utf8')) body += part
    const { method, path } = ctx
    const query = new URLSearchParams(ctx.querystring)
    const answer = await desk
      .answer({ method, path, query, authorization: ctx.get('authorization'), body })
      .catch(() => ({ status: 400, body: { error: 'This cannot be read.' } }))
    ctx.status = answer.status
    ctx.body = answer.body
  })
  return createServer(koa.callback())
}
