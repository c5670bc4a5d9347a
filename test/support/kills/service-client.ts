/** A client of services that come and go: it sends to one that is up, and tells an answer from no answer. */

import { eventually } from '../run/eventually.ts'
import type { Chance } from '../run/seeded-chance.ts'
import type { SendOptions, TestServer } from '../service/open-test-server.ts'

export type Json = Awaited<ReturnType<TestServer['json']>>['body']

export interface Answer {
  readonly status: number
  readonly body: Json
}

export interface ServiceClient {
  /** Null where nobody can know whether it was done: the connection broke, or there was none. */
  send(path: string, options?: SendOptions): Promise<Answer | null>
  /** Sends until there is an answer, as a storefront does with what has to happen. */
  insist(path: string, options?: SendOptions): Promise<Answer>
  /** Insists, and gives the reply; throws where it is a refusal. */
  make(path: string, options?: SendOptions): Promise<Json>
  /** All rows of a list. */
  all(path: string): Promise<readonly Json[]>
}

/** No machine is so busy with other things that an answer takes longer. */
const PATIENCE_MS = 300_000
const AWAY_MS = 700_000
const INSIST_MS = 1_200_000

/** `urls` gives those that are up; `onFault` hears of answers from 500 up, 503 aside, which no kill excuses. */
export function createServiceClient(settings: {
  readonly urls: () => readonly string[]
  readonly key: string
  readonly chance: Chance
  readonly onFault: (fault: string) => void
}): ServiceClient {
  const { urls, chance, onFault } = settings

  const send: ServiceClient['send'] = async (path, options = {}) => {
    const up = await someUp(urls)
    const { body, key = settings.key } = options
    const method = options.method ?? (body === undefined ? 'GET' : 'POST')
    const json = body !== undefined && !(body instanceof FormData)
    try {
      const response = await fetch(`${chance.pick(up)}${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(json ? { 'content-type': 'application/json' } : {}),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const answer = { status: response.status, body: await response.json() }
      if (answer.status < 500) return answer
      // Too much at once is said in good order; nothing was done.
      if (answer.status !== 503) onFault(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return null
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError')
        onFault(`${method} ${path}: no answer within ${PATIENCE_MS} ms`)
      return null
    }
  }

  const insist: ServiceClient['insist'] = async (path, options) => {
    return eventually(() => send(path, options), { withinMs: INSIST_MS })
  }

  const make: ServiceClient['make'] = async (path, options) => {
    const { status, body } = await insist(path, options)
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }

  return {
    send,
    insist,
    make,
    async all(path) {
      const rows: Json[] = []
      for (let cursor = ''; ; ) {
        const { data, has_more, next_starting_after } = await make(
          `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`,
        )
        rows.push(...data)
        if (!has_more) return rows
        cursor = `&starting_after=${next_starting_after}`
      }
    },
  }
}

async function someUp(urls: () => readonly string[]): Promise<readonly string[]> {
  return eventually(urls, { until: ({ length }) => length > 0, withinMs: AWAY_MS })
}
