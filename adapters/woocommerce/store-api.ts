/** Calls a store's REST API. WooCommerce's client signs (OAuth over HTTP, Basic over HTTPS); the rest is here. */
import { Later } from '../../core/service/storefront/contract.ts'
import { part, readJson, textOf } from '../../core/service/storefront/exact-json.ts'
import type { Keys } from './settings.ts'

export type StoreApi = (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  options?: { readonly query?: Readonly<Record<string, string>>; readonly body?: string },
) => Promise<StoreAnswer>

export interface StoreAnswer {
  readonly body: unknown
  readonly pages: number
}

/** The store refused permanently. */
export class RefusedByStore extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`The store responded with ${status} (${code}).`)
    this.name = 'RefusedByStore'
    this.status = status
    this.code = code
  }
}

const TIMEOUT_MS = 30_000
const LARGEST_BYTES = 16 * 1024 * 1024
/** Nothing changes until the keys are corrected. */
const KEYS_RETRY_SECONDS = 3600

/**
 * Throws Later for what may pass (no answer, 408, 429, 5xx, refused keys, and pages that are no JSON, as a store in
 * maintenance sends them), and RefusedByStore.
 */
export function openStoreApi(url: string, { key, secret }: Keys): StoreApi {
  return async (method, path, { query = {}, body } = {}) => {
    // Loaded with the first request, so that a service without stores starts without it.
    const { default: library } = await import('@woocommerce/woocommerce-rest-api')
    const client = new library.default({
      url,
      consumerKey: key,
      consumerSecret: secret,
      version: 'wc/v3',
      axiosConfig: {
        timeout: TIMEOUT_MS,
        maxRedirects: 0,
        maxContentLength: LARGEST_BYTES,
        responseType: 'text',
        // Its own reading would round ids beyond 2^53, and its own writing cannot write them.
        transformResponse: [(text: unknown) => text],
        transformRequest: [(given: unknown) => given],
        validateStatus: () => true,
        ...(body === undefined ? {} : { data: body }),
      },
    })
    const answer = await send(client, method, path, query)
    return read(answer)
  }
}

/** The used part of WooCommerce's client. */
interface Client {
  get(path: string, query: object): Promise<unknown>
  delete(path: string, query: object): Promise<unknown>
  post(path: string, data: object, query: object): Promise<unknown>
  put(path: string, data: object, query: object): Promise<unknown>
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly data: unknown
}

async function send(
  client: Client,
  method: Parameters<StoreApi>[0],
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Answered> {
  try {
    const sent =
      method === 'get' || method === 'delete' ? client[method](path, query) : client[method](path, {}, query)
    return (await sent) as Answered
  } catch {
    // The cause carries the request with its keys, which must not be logged.
    throw new Later('The store did not respond.')
  }
}

function read({ status, headers, data }: Answered): StoreAnswer {
  const body = jsonOf(data)
  if (status >= 200 && status < 300 && body !== undefined)
    return { body, pages: Number(headers['x-wp-totalpages'] ?? 1) || 1 }
  const code = textOf(part(body, 'code')) ?? 'no JSON'
  if (status === 401 || status === 403)
    throw new Later(`The store rejected its keys (${code}).`, KEYS_RETRY_SECONDS)
  // Without its routes a store is being updated, or its permalinks are plain: no order is gone for that.
  const isAway = body === undefined || code === 'rest_no_route'
  if (isAway || status === 408 || status === 429 || status >= 500)
    throw new Later(`The store responded with ${status} (${code}).`, secondsOf(headers['retry-after']))
  throw new RefusedByStore(status, code)
}

function jsonOf(data: unknown): unknown {
  try {
    return readJson(String(data))
  } catch {
    return undefined
  }
}

/** Seconds, as a number; a date is left to the usual delays. */
function secondsOf(header: unknown): number | null {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null
}
