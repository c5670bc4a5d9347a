/**
 * The client for a storefront's page: products, guest sessions and the fill of one session, with a publishable key.
 * Rejects a secret key before any request, because a page cannot keep a secret.
 */
import { type Call, type CallOptions, readReply, type Sender, send, sleep } from './send.ts'

// biome-ignore lint/performance/noBarrelFile: an entry of the package, and callers compare with these classes.
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorFacts,
  GoneError,
  InvalidRequestError,
  NotFoundError,
  PaymentRequiredError,
  PermissionError,
  PlatenError,
  RateLimitError,
  ServerError,
} from './errors.ts'

export interface BrowserOptions {
  /** `platen_pk_…` */
  readonly publishableKey: string
  readonly baseUrl: string
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
}

type Json = Readonly<Record<string, unknown>>

export interface BrowserClient {
  resolve(product: { external_product_id: string; external_variant_id?: string }): Promise<Json>
  /** The client secret in its answer opens the session's fill, and nothing else. */
  openSession(request: Json): Promise<Json>
  saveFill(clientSecret: string, body: Json, options?: CallOptions): Promise<Json>
  changeFill(clientSecret: string, fillId: string, body: Json, options?: CallOptions): Promise<Json>
  /** Null where the picture is the one that `etag` names. The newest call wins: give each a signal, and abort the last. */
  preview(
    clientSecret: string,
    fillId: string,
    query: { page?: number; w?: number; dpr?: number; etag?: string },
    options?: CallOptions,
  ): Promise<{ readonly picture: Blob; readonly etag: string | null } | null>
  complete(clientSecret: string, fillId: string, options?: CallOptions): Promise<Json>
}

export function createBrowserClient(options: BrowserOptions): BrowserClient {
  const { publishableKey } = options
  // A secret key in a page is public: report it clearly, without repeating it.
  if (/_(?:sk|rk)_/.test(publishableKey) || /^whsec_/.test(publishableKey))
    throw new TypeError('This is a secret key. Never use it in a browser: remove it and rotate the key.')
  if (!/^platen_pk_\w+$/.test(publishableKey))
    throw new TypeError('publishableKey must be a publishable key of Platen (platen_pk_…).')
  const sender: Sender = {
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    headers: () => ({ 'x-service-publishable-key': publishableKey }),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    ...{ timeoutMs: options.timeoutMs ?? 15_000, retries: 2, longestWaitMs: 60_000, pace: null },
    ...{ now: () => Date.now(), chance: Math.random, makeKey: () => crypto.randomUUID() },
    sleep,
  }
  const ask = async (call: Call, callOptions?: CallOptions): Promise<Json> =>
    (await readReply(await send(sender, call, callOptions))) as Json
  const withSecret = (secret: string, more: CallOptions = {}): CallOptions => ({
    ...more,
    headers: { ...more.headers, 'x-service-client-secret': secret },
  })
  return Object.freeze({
    resolve: (product: object) =>
      ask({ method: 'POST', path: '/v1/product_mappings/resolve', body: product }),
    openSession: (request: Json) => ask({ method: 'POST', path: '/v1/embed/sessions/guest', body: request }),
    saveFill: (secret: string, body: Json, more?: CallOptions) =>
      ask({ method: 'POST', path: '/v1/embed/fills', body }, withSecret(secret, more)),
    changeFill: (secret: string, id: string, body: Json, more?: CallOptions) =>
      ask(
        { method: 'PATCH', path: `/v1/embed/fills/${encodeURIComponent(id)}`, body },
        withSecret(secret, more),
      ),
    complete: (secret: string, id: string, more?: CallOptions) =>
      ask(
        { method: 'POST', path: `/v1/embed/fills/${encodeURIComponent(id)}/complete`, body: {} },
        withSecret(secret, more),
      ),
    async preview(
      secret: string,
      id: string,
      { etag, ...query }: { page?: number; w?: number; dpr?: number; etag?: string },
      more?: CallOptions,
    ) {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
      )
      const path = `/v1/embed/fills/${encodeURIComponent(id)}/preview?${search}`
      const known =
        etag === undefined ? more : { ...more, headers: { ...more?.headers, 'if-none-match': etag } }
      const response = await send(sender, { method: 'GET', path, body: null }, withSecret(secret, known))
      if (response.status === 304) return null
      return { picture: await response.blob(), etag: response.headers.get('etag') }
    },
  })
}
