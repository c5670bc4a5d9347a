/** Finds the operation that a request means by the parts of its path, without trying every path that there is. */
import { type AnyOperation, fullPath } from './operation.ts'

export interface FoundOperation {
  readonly operation: AnyOperation
  readonly params: Readonly<Record<string, string>>
}

export type FindOperation = (method: string, path: string) => FoundOperation | null

interface Candidate {
  readonly operation: AnyOperation
  /** The parts between slashes; null where any stands, under the name beside it. */
  readonly parts: readonly (string | null)[]
  readonly names: readonly string[]
}

/**
 * As the router would: the first of the table that fits. Null for what is not as plain as nearly all requests are,
 * such as escaped characters, empty parts and HEAD, about which the router decides.
 */
export function createFindOperation(operations: readonly AnyOperation[]): FindOperation {
  const byShape = new Map<string, Candidate[]>()
  for (const operation of operations) {
    const written = fullPath(operation).split('/')
    const names = written.map((part) => /^\{(\w+)\}$/.exec(part)?.[1] ?? '')
    const parts = written.map((part, at) => (names[at] === '' ? part : null))
    const shape = `${operation.method.toUpperCase()} ${parts.length}`
    byShape.set(shape, [...(byShape.get(shape) ?? []), { operation, parts, names }])
  }
  const find: FindOperation = (method, path) => {
    if (path.includes('%')) return null
    const given = path.split('/')
    const candidates = byShape.get(`${method} ${given.length}`) ?? []
    const found = candidates.find(({ parts }) =>
      parts.every((part, at) => (part === null ? given[at] !== '' : part === given[at])),
    )
    if (found === undefined) return null
    const params: Record<string, string> = {}
    for (const [at, name] of found.names.entries()) if (name !== '') params[name] = given[at] ?? ''
    return { operation: found.operation, params }
  }
  // Paths without a parameter are looked up whole.
  const whole = new Map<string, FoundOperation | null>()
  for (const operation of operations) {
    const method = operation.method.toUpperCase()
    const path = fullPath(operation)
    if (!path.includes('{')) whole.set(`${method} ${path}`, find(method, path))
  }
  return (method, path) => whole.get(`${method} ${path}`) ?? find(method, path)
}
