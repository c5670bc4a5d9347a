/** Finds what answers a request by its method and path. */
import createFinder, { type HTTPMethod } from 'find-my-way'
import type { Context } from 'koa'
import type { Method } from './operation.ts'

/** Longest parameter of a path, in characters: any that Node accepts in the head of a request (16 KiB). */
const LONGEST_PARAMETER = 16_384
const METHODS: readonly HTTPMethod[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

export type PathParams = Readonly<Record<string, string>>

/** What answers the requests of a route. */
export type Answer = (ctx: Context, params: PathParams) => unknown

export interface Found<Target> {
  readonly target: Target
  /** The parameters of the path, decoded; `*` is the rest of it. */
  readonly params: PathParams
}

/** Paths match in one spelling: with their case, and without a slash at the end. */
export class Router<Target> {
  readonly #routes = createFinder({ caseSensitive: true, maxParamLength: LONGEST_PARAMETER })
  readonly #list: string[] = []

  /** `path` as `/fill/:slug`, or `/docs/*` for all that begins with it. What answers GET answers HEAD too. */
  add(method: Method | 'options', path: string, target: Target): void {
    const methods: HTTPMethod[] = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase() as HTTPMethod]
    this.#list.push(`${method.toUpperCase()} ${path}`)
    this.#routes.on(methods, path, () => {}, target)
  }

  /** Null for a path without a route, one that cannot be decoded (RFC 3986 2.1), and an empty parameter. */
  find(method: string, path: string): Found<Target> | null {
    const found = this.#routes.find(method as HTTPMethod, path)
    if (found === null) return null
    const params = found.params as PathParams
    for (const name in params) if (params[name] === '' && name !== '*') return null
    return { target: found.store as Target, params }
  }

  /** Every route, as `GET /fill/:slug`. */
  list(): readonly string[] {
    return this.#list
  }

  /** The methods that the path has, in alphabetical order. */
  methodsOf(path: string): readonly string[] {
    return METHODS.filter((method) => this.find(method, path) !== null)
  }
}
