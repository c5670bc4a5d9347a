/** The service's API over HTTP, for adapters in a process of their own. */

import type { Api } from '../../core/service/storefront/adapter-context.ts'
import { Later } from '../../core/service/storefront/contract.ts'
import { createClient } from './client.ts'
import { PlatenError, RateLimitError } from './errors.ts'

export interface RemoteOptions {
  readonly serviceUrl: string
  readonly apiKey: string
  readonly fetch?: typeof fetch
}

/** Of one call: the line that waits for it is held for half a minute. */
const TIMEOUT_MS = 20_000

/**
 * Paced, so that requests stay below the key's limit. Decision: no retries here, because the caller records when to try
 * again. Writes have no idempotency key: the performer's writes are safe to repeat.
 */
export function createRemoteApi({ serviceUrl, apiKey, ...rest }: RemoteOptions): Api {
  const client = createClient({
    ...{ apiKey, baseUrl: serviceUrl, paced: true, maxRetries: 0, timeoutMs: TIMEOUT_MS },
    ...{ userAgent: 'platen-adapter', ...rest },
  })
  return {
    async call(method, path, body) {
      try {
        const hasBody = method !== 'GET' && method !== 'DELETE' && body !== undefined
        const response = await client.request({ method, path, body: hasBody ? (body as object) : null })
        const { status } = response
        if (/^application\/json\b/.test(response.headers.get('content-type') ?? ''))
          return { status, body: await response.json(), bytes: null }
        return { status, body: null, bytes: new Uint8Array(await response.arrayBuffer()) }
      } catch (error) {
        if (!(error instanceof PlatenError))
          throw new Later('The response of the service was interrupted.', null, error)
        if (error.status === null) throw new Later(error.message, null, error)
        const wait = error instanceof RateLimitError ? error.retryAfterSeconds : null
        if (wait !== null) throw new Later(error.message, wait, error)
        return { status: error.status, body: { error: error.facts.raw }, bytes: null }
      }
    },
  }
}
