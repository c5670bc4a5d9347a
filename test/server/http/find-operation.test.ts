/** Finding an operation by the parts of a path: the same as the router finds, or left to the router. */
import Router from '@koa/router'
import { expect } from 'chai'
import { createFindOperation } from '../../../server/http/find-operation.ts'
import { fullPath } from '../../../server/http/operation.ts'
import { OPERATIONS } from '../../../server/operations/index.ts'

describe('finding an operation', () => {
  const find = createFindOperation(OPERATIONS)
  const router = new Router({ strict: true, sensitive: true })
  for (const operation of OPERATIONS)
    router[operation.method](fullPath(operation).replace(/\{(\w+)\}/g, ':$1'), () => {})

  /** The path that the router would serve, with its parameters. */
  function routed(method: string, path: string): { path: string; params: object } | null {
    const [layer] = router.match(path, method).pathAndMethod
    if (layer === undefined) return null
    return { path: String(layer.path), params: layer.params(path, layer.captures(path)) }
  }

  const sample = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => `${name}_01.x-Y~z`)

  it('is as the router has it, for every operation', () => {
    let found = 0
    for (const operation of OPERATIONS) {
      const method = operation.method.toUpperCase()
      const path = sample(fullPath(operation))
      const mine = find(method, path)
      if (mine === null) continue
      found += 1
      expect(
        { path: fullPath(mine.operation).replace(/\{(\w+)\}/g, ':$1'), params: { ...mine.params } },
        path,
      ).to.deep.equal(routed(method, path))
    }
    // But for those with a parameter within a part, as in `{id}.pdf`.
    const isWhole = (part: string): boolean => !part.includes('{') || /^\{\w+\}$/.test(part)
    const plain = OPERATIONS.filter((operation) => fullPath(operation).split('/').every(isWhole))
    expect(found).to.equal(plain.length)
  })

  it('leaves to the router what is not plain, and what is no path of the table', () => {
    for (const [method, path] of [
      ['HEAD', '/v1/fills'],
      ['OPTIONS', '/v1/fills'],
      ['PUT', '/v1/usage'],
      ['GET', '/v1/fills/'],
      ['GET', '/v1//fills'],
      ['GET', '/V1/fills'],
      ['GET', '/v1/fills/a%2Fb'],
      ['GET', '/v1/fills//preview'],
      ['GET', '/v1/nothing'],
      ['GET', ''],
      ['GET', '*'],
    ] as const)
      expect(find(method, path), `${method} ${path}`).to.equal(null)
  })
})
