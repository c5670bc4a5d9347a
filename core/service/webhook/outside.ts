/** What webhooks need from outside: which addresses are allowed, and a way to send. */
/** Why a request had no answer; `unsafe_url` is that it was never made. */
export const SEND_ERRORS = [
  'unsafe_url',
  'timeout',
  'host_not_found',
  'connection_failed',
  'tls_failed',
  'invalid_response',
] as const
export type SendError = (typeof SEND_ERRORS)[number]

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface WebhookAnswer {
  /** Null where there was none. */
  readonly status: number | null
  /** A few headers that show how the receiver fared. */
  readonly headers: Readonly<Record<string, string>>
  /** The beginning, as text. */
  readonly body: string | null
  readonly error: SendError | null
  /** From the start of the look-up to the end of the answer. */
  readonly durationMs: number
  /** What a Retry-After header asked for. */
  readonly retryAfterSeconds: number | null
}

export interface Outside {
  /** Throws `unsafe_url` where webhooks may not be sent to this address. */
  check(url: string): Promise<void>
  /** Never throws: what goes wrong is the answer's `error`. Follows no redirect. */
  send(request: WebhookRequest): Promise<WebhookAnswer>
}
