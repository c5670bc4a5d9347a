/** The log of the last requests of each API key: collected in memory, stored a few seconds later, without bodies. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { RootStore } from '../../store.ts'

/** The newest requests that are kept of a key. */
export const REQUESTS_KEPT = 200
export const REQUEST_LIFE_MS = 7 * 86_400_000

/** Times are milliseconds since 1970. */
export interface ApiRequestRecord {
  /** As `X-Request-Id` has it. */
  readonly id: string
  readonly teamId: string
  readonly keyId: string
  readonly method: string
  /** Without its query, which may hold names and addresses. */
  readonly path: string
  readonly status: number
  /** Of a failed request: the code of its error. */
  readonly errorCode: string | null
  readonly durationMs: number
  readonly createdAt: number
}

export interface ApiRequestFilter {
  /** Those with a status from 400 alone. */
  readonly failed: boolean
}

export interface ApiRequestStore {
  insertMany(requests: readonly ApiRequestRecord[]): Promise<void>
  find(teamId: string, id: string): Promise<ApiRequestRecord | null>
  list(
    teamId: string,
    keyId: string,
    filter: ApiRequestFilter,
    page: PageRequest,
  ): Promise<Page<ApiRequestRecord>>
  /** Removes all requests of the key but the `kept` newest. */
  trim(keyId: string, kept: number): Promise<void>
  /** Removes at most `limit` requests from before `createdAt`; how many they were. */
  removeBefore(createdAt: number, limit: number): Promise<number>
}

export interface ApiRequestLog {
  /** Keeps a request in memory. Costs no statement. */
  note(request: ApiRequestRecord): void
  /** Stores what is in memory. A database that takes no writes loses these requests: no reply depends on them. */
  flush(): Promise<void>
  list(
    teamId: string,
    keyId: string,
    filter: ApiRequestFilter,
    page: PageRequest,
  ): Promise<Page<ApiRequestRecord>>
  find(teamId: string, id: string): Promise<ApiRequestRecord>
}

/** Decision: a row for each request in its own commit would make every request slower than what it does. */
export function createApiRequestLog(store: RootStore): ApiRequestLog {
  const waiting = new Map<string, ApiRequestRecord[]>()
  let flushing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    // In one order, so that processes that store at once wait for each other and do not lock each other out.
    const keys = [...waiting].sort(([one], [other]) => (one < other ? -1 : 1))
    waiting.clear()
    if (keys.length === 0) return
    try {
      await store.transaction(async (tx) => {
        await tx.apiRequests.insertMany(keys.flatMap(([, requests]) => requests))
        for (const [keyId] of keys) await tx.apiRequests.trim(keyId, REQUESTS_KEPT)
      })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
    }
  }

  const flush = (): Promise<void> => {
    // One after another, so that whoever reads has what was noted before.
    flushing = flushing.catch(() => {}).then(write)
    return flushing
  }

  return {
    note(request) {
      const requests = waiting.get(request.keyId) ?? []
      waiting.set(request.keyId, requests)
      requests.push(request)
      if (requests.length > REQUESTS_KEPT) requests.shift()
    },
    flush,
    async list(teamId, keyId, filter, page) {
      // What could not be stored is missing from the list; the next attempt reports why.
      await flush().catch(() => {})
      return store.apiRequests.list(teamId, keyId, filter, page)
    },
    async find(teamId, id) {
      const found = await store.apiRequests.find(teamId, id)
      if (found === null) throw notFound('request')
      return found
    },
  }
}
