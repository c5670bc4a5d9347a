/** Requests to the service; errors in terms of what the editor does about them. */
import type { ProblemWire } from './wire.ts'

/** A request that was refused or did not arrive. */
export class Fault extends Error {
  /** The service's code; `no_network` where no reply came. */
  readonly code: string
  /** 0 where no reply came. */
  readonly status: number
  readonly details: readonly ProblemWire[]
  readonly param: string | null
  /** How long the service asks to wait, in ms; null where it does not say. */
  readonly retryAfterMs: number | null

  constructor(
    code: string,
    status: number,
    facts: {
      readonly message?: string
      readonly details?: readonly ProblemWire[]
      readonly param?: string | null
      readonly retryAfterMs?: number | null
    } = {},
  ) {
    super(facts.message ?? code)
    this.name = 'Fault'
    this.code = code
    this.status = status
    this.details = facts.details ?? []
    this.param = facts.param ?? null
    this.retryAfterMs = facts.retryAfterMs ?? null
  }

  /** The same request may do better later. */
  get passes(): boolean {
    // The first try of a request whose reply was given up may still be under way.
    if (this.code === 'idempotency_key_in_progress') return true
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Ends the request: it then rejects as one that no reply came to. */
  readonly signal?: AbortSignal
}

/** A reply that takes longer than this is given up: a phone that has changed networks waits for nothing. */
const LONGEST_MS = 30_000

export type Send = (request: Request) => Promise<Response>

/** Sends to the service at `baseUrl`; '' is the page's own origin. Rejects with a Fault for all but 2xx and 304. */
export function createSend(baseUrl: string): Send {
  return async ({ method, path, headers = {}, body, signal }) => {
    const abort = new AbortController()
    const end = () => abort.abort()
    signal?.addEventListener('abort', end)
    const timer = setTimeout(() => abort.abort(), LONGEST_MS)
    let reply: Response
    try {
      reply = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: abort.signal,
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      })
      if (reply.ok || reply.status === 304) {
        // The body is part of what may not arrive.
        const bytes = reply.status === 304 ? null : await reply.arrayBuffer()
        return new Response(bytes, { status: reply.status, headers: reply.headers })
      }
    } catch {
      throw new Fault('no_network', 0)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
    throw await faultOf(reply)
  }
}

async function faultOf(reply: Response): Promise<Fault> {
  const said = await reply.json().catch(() => null)
  const error = isRecord(said) && isRecord(said.error) ? said.error : {}
  const code = typeof error.code === 'string' ? error.code : 'internal_error'
  const details = Array.isArray(error.details) ? (error.details as ProblemWire[]) : []
  return new Fault(code, reply.status, {
    ...(typeof error.message === 'string' ? { message: error.message } : {}),
    param: typeof error.param === 'string' ? error.param : null,
    details,
    retryAfterMs: retryAfter(reply.headers.get('Retry-After')),
  })
}

/** Seconds or a date (RFC 9110 10.2.3) as ms from now. */
function retryAfter(header: string | null): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now())
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
