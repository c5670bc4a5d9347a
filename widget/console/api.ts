/** The console's client of the service: the public API, with the cookie of a signed-in user. */
import { ApiError, aborted, errorOf, noNetwork } from './api-error.ts'

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly query?: Query | undefined
}

export interface BlobReply {
  readonly blob: Blob
  readonly headers: Headers
}

/** Says that the request comes from the console and no other page: see `X-Service-Console`. */
const OWN = { 'X-Service-Console': '1' } as const
/** How often a read waits and asks again where the service says that it is too much at once. */
const PATIENCE = 3
const LONGEST_WAIT_SECONDS = 20
/** A write that got no reply is sent once more, under the same key. */
const AGAIN_MS = 800

let askToSignIn: (() => Promise<void>) | null = null

/** Called when the session has ended; requests wait for it, and are then repeated. */
export function onSignedOut(ask: (() => Promise<void>) | null): void {
  askToSignIn = ask
}

/** Paths as in the documentation, with `/v1`. What fails throws an ApiError. */
export const api = {
  get: <T>(path: string, query?: Query, options: CallOptions = {}): Promise<T> =>
    call<T>('GET', path, undefined, { ...options, query }),
  post: <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
    call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
    call<T>('PUT', path, body, options),
  patch: <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
    call<T>('PATCH', path, body, options),
  del: <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
    call<T>('DELETE', path, body, options),

  async blob(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<BlobReply> {
    const reply = await send(method, path, body, options)
    return { blob: await reply.blob(), headers: reply.headers }
  },

  /** With real progress: bytes that have left, of all. */
  upload<T>(
    path: string,
    form: FormData,
    onProgress?: (sentBytes: number, totalBytes: number) => void,
    signal?: AbortSignal,
    /** The same one for another try at the same thing, so that it is done once. */
    key = newKey(),
  ): Promise<T> {
    return signedIn(() => sendForm<T>(path, form, key, onProgress, signal))
  },
}

async function call<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<T> {
  const reply = await send(method, path, body, options)
  if (reply.status === 204) return undefined as T
  return (await reply.json()) as T
}

async function send(method: string, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const reads = method === 'GET' || method === 'HEAD'
  const key = reads ? {} : { 'Idempotency-Key': newKey() }
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      ...OWN,
      ...key,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  }
  const url = withQuery(path, options.query)
  for (let tries = 0; ; tries++) {
    try {
      return await signedIn(() => once(url, request, !reads))
    } catch (error) {
      const waits = reads && error instanceof ApiError && error.status === 429 && tries < PATIENCE
      const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 1) : 0
      if (!waits || seconds > LONGEST_WAIT_SECONDS) throw error
      await pause(seconds * 1000, options.signal)
    }
  }
}

async function once(url: string, request: RequestInit, repeats: boolean): Promise<Response> {
  const signal = request.signal ?? undefined
  const reply = await fetch(url, request).catch(async (error: unknown) => {
    if (signal?.aborted || (error instanceof DOMException && error.name === 'AbortError')) throw aborted()
    if (!repeats) throw noNetwork()
    await pause(AGAIN_MS, signal)
    return once(url, request, false)
  })
  if (reply.ok) return reply
  throw errorOf(reply.status, (name) => reply.headers.get(name), await reply.json().catch(() => null))
}

/** Asks the user to sign in after the session has ended, and then repeats the request. */
async function signedIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isOver = error instanceof ApiError && error.code === 'invalid_console_session'
    if (!isOver || askToSignIn === null) throw error
    await askToSignIn()
    return work()
  }
}

function sendForm<T>(
  path: string,
  form: FormData,
  key: string,
  onProgress: ((sentBytes: number, totalBytes: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // fetch says nothing of how much has been sent.
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'text'
    for (const [name, value] of Object.entries({ ...OWN, 'Idempotency-Key': key }))
      request.setRequestHeader(name, value)
    const give = () => request.abort()
    signal?.addEventListener('abort', give, { once: true })
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total)
    request.onload = () => {
      const body = readJson(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as T)
      else reject(errorOf(request.status, (name) => request.getResponseHeader(name), body))
    }
    request.onerror = () => reject(noNetwork())
    request.onabort = () => reject(aborted())
    request.onloadend = () => signal?.removeEventListener('abort', give)
    if (signal?.aborted) reject(aborted())
    else request.send(form)
  })
}

export function withQuery(path: string, query: Query | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined)
  if (given.length === 0) return path
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `${path}?${search}`
}

/** 128 random bits; `randomUUID` is there on https alone. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(aborted())
      },
      { once: true },
    )
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
