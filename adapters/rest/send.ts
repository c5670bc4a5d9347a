/** One request of the client: its key, retries and time limits, and the errors of refusals. */
import { ConnectionError, errorOf, type PlatenError } from './errors.ts'
import type { FileDownload } from './operations.ts'
import type { Pace } from './pace.ts'

export interface Sender {
  readonly baseUrl: string
  /** With the key in them; nothing else of the client knows it. */
  readonly headers: () => Readonly<Record<string, string>>
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  /** Retries after the first attempt. */
  readonly retries: number
  /** A request fails if its waits would exceed this. */
  readonly longestWaitMs: number
  readonly pace: Pace | null
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly chance: () => number
  readonly makeKey: () => string
}

export interface CallOptions {
  /** Created for each write by default, and the same over its attempts. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retries?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface Call {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: FormData | object | null
}

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 8_000

/** The answer of a success. Throws PlatenErrors. */
export async function send(sender: Sender, call: Call, options: CallOptions = {}): Promise<Response> {
  const isWrite = call.method !== 'GET'
  const key = options.idempotencyKey ?? (isWrite ? sender.makeKey() : null)
  const headers = {
    accept: 'application/json, */*;q=0.5',
    ...sender.headers(),
    ...(key === null ? {} : { 'idempotency-key': key }),
    ...(call.body === null || call.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  }
  const retries = options.retries ?? sender.retries
  let waited = 0
  for (let tries = 0; ; tries += 1) {
    const outcome = await once(sender, call, headers, options)
    if (outcome instanceof Response) return outcome
    const delay = delayMs(sender, outcome, tries)
    waited += delay
    if (tries >= retries || !isWorthIt(outcome.error) || waited > sender.longestWaitMs) throw outcome.error
    await sender.sleep(delay, options.signal)
  }
}

interface Failure {
  readonly error: PlatenError
  readonly retryAfterSeconds: number | null
}

async function once(
  sender: Sender,
  call: Call,
  headers: Readonly<Record<string, string>>,
  options: CallOptions,
): Promise<Response | Failure> {
  await sender.pace?.begin()
  const timeout = AbortSignal.timeout(options.timeoutMs ?? sender.timeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  let response: Response
  try {
    const { body } = call
    response = await sender.fetch(`${sender.baseUrl}${call.path}`, {
      method: call.method,
      headers,
      redirect: 'error',
      signal,
      ...(body === null ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
  } catch (cause) {
    sender.pace?.noteReply(null, null)
    // An abort by the caller is no fault of the connection.
    if (options.signal?.aborted === true) throw options.signal.reason
    return { error: connectionError(cause, timeout.aborted), retryAfterSeconds: null }
  }
  const wait = secondsOf(response.headers.get('retry-after'), sender.now())
  sender.pace?.noteReply(response.headers, response.status === 429 ? wait : null)
  if (response.ok || response.status === 304) return response
  const body: unknown = await response.json().catch(() => null)
  return { error: errorOf(response.status, response.headers, body, wait), retryAfterSeconds: wait }
}

/** Retry-After holds seconds or a date (RFC 9110 10.2.3); null where it holds neither. */
export function secondsOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null || retryAfter === '') return null
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

/**
 * Faults that can pass: no response, a limit, a busy or failing service. The only such conflict is an earlier attempt
 * of the same request that is still running.
 */
function isWorthIt({ status, code }: PlatenError): boolean {
  if (status === null || status === 429 || code === 'idempotency_key_in_progress') return true
  // Repeating a failed render does not help; its record has the reason.
  return status >= 500 && code !== 'render_failed' && code !== 'preview_failed'
}

/** As the service asks; otherwise a wait that doubles from half a second, with jitter down to half. */
function delayMs({ chance }: Sender, { retryAfterSeconds }: Failure, tries: number): number {
  const standard = Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS)
  const jittered = standard * (0.5 + chance() / 2)
  return retryAfterSeconds === null ? jittered : Math.max(retryAfterSeconds * 1000, jittered / 10)
}

function connectionError(cause: unknown, isLate: boolean): ConnectionError {
  const facts = { status: null, requestId: null, param: null, details: [], raw: {} }
  return isLate
    ? new ConnectionError('The service did not respond in time.', { ...facts, code: 'timeout' }, cause)
    : new ConnectionError('The service cannot be reached.', { ...facts, code: 'connection_failed' }, cause)
}

/** JSON, or a file that can be read as a stream. */
export async function readReply(response: Response): Promise<unknown> {
  const contentType = response.headers.get('content-type') ?? ''
  if (/^application\/json\b/.test(contentType)) return response.json()
  const download: FileDownload = {
    status: response.status,
    headers: response.headers,
    contentType,
    stream: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  }
  return download
}

/** Ends early with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
