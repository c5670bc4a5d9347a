/**
 * The client of Platen's API for a storefront's server: typed from the table of operations, with lists that read all
 * their pages, writes that take effect once, and retries that respect Retry-After.
 */
import { randomUUID } from 'node:crypto'
import { createCalls, type Resources } from './calls.ts'
import type { FileDownload } from './operations.ts'
import { createPace } from './pace.ts'
import { RESOURCES } from './resources.ts'
import { type Call, type CallOptions, type Sender, send, sleep } from './send.ts'
import { constructEvent, generateTestHeaders, verifySignature } from './webhook.ts'

// biome-ignore lint/performance/noBarrelFile: the package has this one entry, and callers compare with these classes.
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
  SignatureError,
} from './errors.ts'

export interface ClientOptions {
  /** A secret or restricted key. It appears in no logs, errors or dumps of the client. */
  readonly apiKey: string
  /** URL of the service: `https://print.example`. */
  readonly baseUrl: string
  /** Timeout of one attempt; 30 s by default. */
  readonly timeoutMs?: number
  /** Retries after the first attempt; 2 by default. */
  readonly maxRetries?: number
  /** Maximum total waiting time of retries; 60 s by default. A longer Retry-After throws a RateLimitError instead. */
  readonly longestWaitMs?: number
  /** Paces requests below the limit of the key; off by default. */
  readonly paced?: boolean
  /** Appended to the client's own. */
  readonly userAgent?: string
  readonly fetch?: typeof fetch
}

export interface Platen extends Resources {
  /** Any call by its path, for operations without a method. Throws as the methods do. */
  request(call: Call, options?: CallOptions): Promise<Response>
  /** A fresh link to a print file, valid for an hour. Do not store links. */
  freshUrl(renderId: string): Promise<string>
  /** A print file by its signed link, or by a fresh one if the link has expired. */
  fetchRender(render: { readonly id: string; readonly signed_url: string | null }): Promise<FileDownload>
  readonly webhooks: typeof WEBHOOKS
}

const WEBHOOKS = Object.freeze({ constructEvent, verifySignature, generateTestHeaders })
const AGENT = 'platen-client/1'

/** Throws if the key or the address is invalid. */
export function createClient(options: ClientOptions): Platen {
  const { apiKey, paced = false } = options
  if (!/^platen_(?:sk|rk)_\w+$/.test(apiKey))
    throw new TypeError('apiKey must be a secret or restricted key of Platen (platen_sk_… or platen_rk_…).')
  const now = () => Date.now()
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'user-agent': options.userAgent === undefined ? AGENT : `${AGENT} ${options.userAgent}`,
  }
  const sender: Sender = {
    baseUrl: addressOf(options.baseUrl),
    headers: () => headers,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.maxRetries ?? 2,
    longestWaitMs: options.longestWaitMs ?? 60_000,
    pace: paced ? createPace({ now, sleep }) : null,
    ...{ now, sleep, chance: Math.random, makeKey: randomUUID },
  }
  const calls = createCalls<Resources>(sender, RESOURCES)
  const freshUrl: Platen['freshUrl'] = async (renderId) => {
    const { render } = await calls.renders.retrieve(renderId)
    if (render.signed_url === null)
      throw new TypeError(`${renderId} has no print file yet. Its status is ${render.status}.`)
    return render.signed_url
  }
  return Object.freeze({
    ...calls,
    request: (call: Call, callOptions?: CallOptions) => send(sender, call, callOptions),
    freshUrl,
    async fetchRender({ id, signed_url }: { readonly id: string; readonly signed_url: string | null }) {
      // A signed link needs no key, and is given none.
      const get = (url: string) => sender.fetch(url, { signal: AbortSignal.timeout(sender.timeoutMs) })
      const first = signed_url === null ? null : await get(signed_url)
      const response = first?.ok ? first : await get(await freshUrl(id))
      if (!response.ok) throw new TypeError(`The link of ${id} responded with ${response.status}.`)
      return fileOf(response)
    },
    webhooks: WEBHOOKS,
  })
}

function fileOf(response: Response): FileDownload {
  return {
    status: response.status,
    headers: response.headers,
    contentType: response.headers.get('content-type') ?? '',
    stream: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  }
}

function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new TypeError('baseUrl must be an http or https URL such as https://print.example.')
  return url.href.replace(/\/$/, '')
}
