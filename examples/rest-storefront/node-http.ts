/** The order desk behind Node's own server. */
import { createServer, type Server } from 'node:http'
import type { OrderDesk } from './order-desk.ts'

export function serveWithNode(desk: OrderDesk): Server {
  return createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://shop')
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { method = 'GET', headers } = request
    const answer = await desk
      .answer({ method, path, query, authorization: headers.authorization ?? '', body })
      .catch(() => ({ status: 400, body: { error: 'This cannot be read.' } }))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
}
