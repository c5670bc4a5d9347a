/** Errors of the console's requests, from the service or the network. */

export class ApiError extends Error {
  /** 0 where no reply came. */
  readonly status: number
  /** A code of the catalogue; `no_network` without a response, `aborted` for a canceled request. */
  readonly code: string
  readonly param: string | null
  readonly requestId: string | null
  /** Everything else that the error says, such as `details` or `required_scope`. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | null

  constructor(facts: {
    readonly status: number
    readonly code: string
    readonly message: string
    readonly param?: string | null
    readonly requestId?: string | null
    readonly extra?: Readonly<Record<string, unknown>>
    readonly retryAfterSeconds?: number | null
  }) {
    super(facts.message)
    this.name = 'ApiError'
    this.status = facts.status
    this.code = facts.code
    this.param = facts.param ?? null
    this.requestId = facts.requestId ?? null
    this.extra = facts.extra ?? {}
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
  }
}

/** The error of a reply that is no success. */
export function errorOf(status: number, header: (name: string) => string | null, body: unknown): ApiError {
  const error = membersOf(membersOf(body).error)
  const { code, message, param, request_id: requestId, ...extra } = error
  const retryAfter = Number(header('Retry-After'))
  return new ApiError({
    status,
    code: textOf(code) ?? 'internal_error',
    message: textOf(message) ?? `The service answered ${status}.`,
    param: textOf(param),
    requestId: textOf(requestId) ?? header('X-Request-Id'),
    extra,
    retryAfterSeconds: header('Retry-After') === null || Number.isNaN(retryAfter) ? null : retryAfter,
  })
}

export function noNetwork(): ApiError {
  return new ApiError({ status: 0, code: 'no_network', message: 'The service cannot be reached.' })
}

export function aborted(): ApiError {
  return new ApiError({ status: 0, code: 'aborted', message: 'It was given up.' })
}

/** Any error as an ApiError. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return aborted()
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new ApiError({ status: 0, code: 'internal_error', message })
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
