/** What a page sends: to the test's own answers where there are some, to the service otherwise. */
import type { DOMWindow } from 'jsdom'
import { noteFault } from '../run/page-faults.ts'
import { type Answer, departure, operationOf, type Route, routeOf, type SentRequest } from './answers.ts'

/** An answer that is kept back. */
export interface Held {
  /** Resolves once the page has asked. */
  readonly arrived: Promise<SentRequest>
  release(): void
}

export interface Wire {
  /** All requests of the page so far, in order. */
  readonly requests: readonly SentRequest[]
  /** Instead of the service, from now on; null ends it. */
  answer(route: Route, answer: Answer | null): void
  /** Keeps back the answer to each request until it is released: by the service, or as given. */
  hold(route: Route, answer?: Answer): Held
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Resolves when nothing is under way but what is held. */
  idle(): Promise<void>
  /** Releases everything, and resolves when all of it has ended. */
  close(): Promise<void>
}

const pass: Answer = (_request, send) => send()

/** `url` is the service's; `token` the page's session. */
export function openWire(window: DOMWindow, url: string, token: string | null): Wire {
  const { origin } = window.location
  const requests: SentRequest[] = []
  const answers = new Map<Route, Answer>()
  const holds = new Map<Route, { readonly free: Promise<void>; arrive(request: SentRequest): void }>()
  const releases: (() => void)[] = []
  const running = new Set<Promise<unknown>>()
  let cookie = token

  const toService = async ({ method, path, headers }: SentRequest, body: RequestInit['body']) => {
    const language = window.navigator.languages.join(',')
    const own = { ...headers, origin, 'accept-language': language }
    const sent = { ...own, ...(cookie === null ? {} : { cookie: `platen=${cookie}` }) }
    const signal = AbortSignal.timeout(100_000)
    const response = await fetch(`${url}${path}`, { method, headers: sent, body: body ?? null, signal })
    // Read whole: a connection that a page leaves unread would outlive it.
    const whole = new Response(response.status === 204 ? null : await response.arrayBuffer(), response)
    for (const line of response.headers.getSetCookie()) {
      const value = /^platen=([^;]*)/.exec(line)?.[1]
      if (value !== undefined) cookie = value === '' ? null : value
    }
    if (response.status >= 500 || response.status === 404) noteFault(`${method} ${response.status} ${path}`)
    return whole
  }

  const respond = async (request: SentRequest, body: RequestInit['body']): Promise<Response> => {
    const route = routeOf(request)
    if (route === null) {
      noteFault(`${request.method} ${request.path}: the API has no such operation`)
      throw new TypeError('Failed to fetch')
    }
    const held = holds.get(route)
    held?.arrive(request)
    await held?.free
    const answer = answers.get(route)
    if (answer === undefined) return toService(request, body)
    const response = await answer(request, () => toService(request, body))
    const fault = await departure(operationOf(route), request, response)
    if (fault !== null) noteFault(`${route} ${fault}`)
    return response
  }

  const track = async <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
    }
  }

  const wire: Wire = {
    requests,
    answer(route, answer) {
      operationOf(route)
      if (answer === null) answers.delete(route)
      else answers.set(route, answer)
    },
    hold(route, answer = pass) {
      wire.answer(route, answer)
      const free = Promise.withResolvers<void>()
      const arrived = Promise.withResolvers<SentRequest>()
      const release = () => {
        holds.delete(route)
        free.resolve()
      }
      holds.set(route, { free: free.promise, arrive: arrived.resolve })
      releases.push(release)
      return { arrived: arrived.promise, release }
    },
    async fetch(address, init) {
      const { href, origin: asked, pathname, search } = new URL(address, window.location.href)
      const method = init.method ?? 'GET'
      if (asked !== window.location.origin) {
        noteFault(`${method} ${href}: another origin`)
        throw new TypeError('Failed to fetch')
      }
      const headers = Object.fromEntries(
        Object.entries((init.headers ?? {}) as Record<string, string>).map(([name, value]) => [
          name.toLowerCase(),
          value,
        ]),
      )
      const { body } = init
      const request = { method, path: pathname + search, body: readable(body), headers }
      requests.push(request)
      return abortable(window, init.signal ?? null, () => track(respond(request, body)))
    },
    async idle() {
      while (running.size > holds.size) {
        await Promise.race([...running].map((one) => one.catch(() => {})))
        await turn()
      }
    },
    async close() {
      for (const release of releases) release()
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
  return wire
}

/** A macrotask, in which what was waiting is drawn. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function readable(body: RequestInit['body']): unknown {
  if (typeof body === 'string') return JSON.parse(body)
  return body ?? undefined
}

/** Rejects as browsers do when the page gives the request up; the service answers all the same. */
function abortable(
  window: DOMWindow,
  signal: AbortSignal | null,
  work: () => Promise<Response>,
): Promise<Response> {
  const given = () => new window.DOMException('The request was aborted.', 'AbortError')
  if (signal?.aborted) return Promise.reject(given())
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(given()))
    work().then(resolve, reject)
  })
}
