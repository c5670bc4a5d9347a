/** The errors of the client: one class for each kind, with the code and the request id for support. */

export interface ErrorFacts {
  /** Null where no answer came. */
  readonly status: number | null
  /** As the service's catalogue has it: `fill_expired`. */
  readonly code: string
  /** `X-Request-Id` of the answer. */
  readonly requestId: string | null
  readonly param: string | null
  readonly details: readonly { readonly code: string; readonly message: string; readonly param?: string }[]
  /** The body of the error. */
  readonly raw: Readonly<Record<string, unknown>>
}

export class PlatenError extends Error {
  readonly facts: ErrorFacts

  constructor(message: string, facts: ErrorFacts, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.facts = facts
  }

  get status(): number | null {
    return this.facts.status
  }
  get code(): string {
    return this.facts.code
  }
  get requestId(): string | null {
    return this.facts.requestId
  }
}

export class InvalidRequestError extends PlatenError {}
export class AuthenticationError extends PlatenError {}
export class PaymentRequiredError extends PlatenError {}
export class PermissionError extends PlatenError {}
export class NotFoundError extends PlatenError {}
export class ConflictError extends PlatenError {}
export class GoneError extends PlatenError {}
/** The service or its renderer has a fault or is overloaded. */
export class ServerError extends PlatenError {}
/** No response: refused, interrupted or timed out. The request may have been executed. */
export class ConnectionError extends PlatenError {}
export class RateLimitError extends PlatenError {
  readonly retryAfterSeconds: number | null

  constructor(message: string, facts: ErrorFacts, retryAfterSeconds: number | null) {
    super(message, facts)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
/** A webhook with an invalid signature or an old timestamp. */
export class SignatureError extends PlatenError {
  constructor(message: string, code: 'invalid_signature' | 'stale_signature' | 'invalid_json') {
    super(message, { status: null, code, requestId: null, param: null, details: [], raw: {} })
  }
}

const BY_STATUS: Readonly<Record<number, typeof PlatenError>> = {
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
}

/** The error of a response; `body` is its JSON, if it has any. */
export function errorOf(
  status: number,
  headers: Headers,
  body: unknown,
  retryAfter: number | null,
): PlatenError {
  const raw = ((body as { error?: unknown } | null)?.error ?? {}) as Record<string, unknown>
  const facts: ErrorFacts = {
    status,
    code: typeof raw.code === 'string' ? raw.code : `status_${status}`,
    requestId: headers.get('x-request-id'),
    param: typeof raw.param === 'string' ? raw.param : null,
    details: Array.isArray(raw.details) ? raw.details : [],
    raw,
  }
  const message = typeof raw.message === 'string' ? raw.message : `The service responded with ${status}.`
  if (status === 429) return new RateLimitError(message, facts, retryAfter)
  const Kind = BY_STATUS[status] ?? (status >= 500 ? ServerError : InvalidRequestError)
  return new Kind(message, facts)
}
