/** The routes of adapters below /adapters: hooks by their raw bytes, and the pages and callbacks that adapters answer themselves. */
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { CATALOGUE, type ErrorCode, ServiceError } from '../../core/errors.ts'
import { acceptHook } from '../../core/service/storefront/accept-hook.ts'
import type { PlainAnswer, PlainRequest } from '../../core/service/storefront/adapter-context.ts'
import { type Adapter, Later } from '../../core/service/storefront/contract.ts'
import type { PageRoute } from '../pages/page-route.ts'
import type { OpenAdapters } from './open.ts'

/** Decision: an order with some hundred lines is below 1 MB; nothing larger is read. */
const MOST_HOOK_BYTES = 2 * 1024 * 1024
const PATH = /^\/adapters\/([a-z0-9-]+)(\/.*)?$/

export function adapterRoutes(adapters: OpenAdapters): readonly PageRoute[] {
  const answer = async (ctx: Context): Promise<void> => {
    const answered = await answerRequest(adapters, ctx.req)
    ctx.status = answered.status
    ctx.set({ 'Content-Type': 'text/plain; charset=utf-8', ...answered.headers })
    ctx.body = typeof answered.body === 'string' ? answered.body : Buffer.from(answered.body ?? '')
  }
  return [{ path: '/adapters/*', methods: ['get', 'post'], answer }]
}

/** Throws ServiceErrors: `payload_too_large`, `route_not_found`, `overloaded`. */
async function answerRequest(adapters: OpenAdapters, request: IncomingMessage): Promise<PlainAnswer> {
  const url = URL.parse(request.url ?? '', 'http://inside')
  const [, name = '', path = '/'] = PATH.exec(url?.pathname ?? '') ?? []
  const adapter = adapters.byName.get(name)
  if (url === null || adapter === undefined) throw new ServiceError('route_not_found')
  const plain: PlainRequest = {
    method: request.method ?? 'GET',
    path,
    query: Object.fromEntries(url.searchParams),
    headers: headersOf(request),
    body: await readBody(request),
  }
  try {
    return await answer(adapters, name, adapter, plain)
  } catch (error) {
    if (!(error instanceof Later)) throw error
    throw new ServiceError('overloaded', { cause: error, retryAfterSeconds: error.retryAfterSeconds ?? 5 })
  }
}

async function answer(
  { host, hookPriority: priority }: OpenAdapters,
  name: string,
  adapter: Adapter,
  request: PlainRequest,
): Promise<PlainAnswer> {
  if (!adapter.hooks.includes(request.path)) {
    const answered = await adapter.answer?.(request)
    if (answered === undefined || answered === null) throw new ServiceError('route_not_found')
    return answered
  }
  if (request.method !== 'POST') throw new ServiceError('method_not_allowed')
  const taken = await priority.runHook(async () =>
    acceptHook(host.ports, await host.teamId(), name, adapter, request),
  )
  const body = { message: taken.message, ...(taken.hookId === null ? {} : { id: taken.hookId }) }
  return {
    status: taken.status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(taken.status === 200 ? body : { error: errorOf(taken.status, taken.message) }),
  }
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'invalid_signature',
  404: 'not_found',
}

function errorOf(status: number, message: string) {
  const code = CODES[status] ?? 'invalid_request'
  return { type: CATALOGUE[code].type, code, message }
}

/** A name that came twice holds both. */
function headersOf({ headersDistinct }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  )
}

/** The raw bytes, because signatures cover them. A sender that breaks off gets no response. */
async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = () =>
    new ServiceError('payload_too_large', { message: 'The hook is too large; the limit is 2 MB.' })
  if (Number(request.headers['content-length'] ?? 0) > MOST_HOOK_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MOST_HOOK_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
