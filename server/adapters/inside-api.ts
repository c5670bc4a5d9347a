/** The service's interface without a network in between, for adapters. */
import { CATALOGUE, ServiceError } from '../../core/errors.ts'
import type { Api, ApiAnswer } from '../../core/service/storefront/adapter-context.ts'
import { Later } from '../../core/service/storefront/contract.ts'
import { readQuery, refuseHarm } from '../http/body.ts'
import { errorBody } from '../http/fail.ts'
import { type AnyOperation, type Caller, type Core, routePath, type Sent } from '../http/operation.ts'
import { type Found, Router } from '../http/router.ts'
import type { Validator } from '../http/validate.ts'

export interface InsideParts {
  readonly core: Core
  readonly operations: readonly AnyOperation[]
  readonly validator: Validator
  readonly baseUrl: string
  /** The team of these orders. Throws Later while it is unknown. */
  teamId(): Promise<string>
  /** The actor in the audit log. */
  readonly actor: string
}

/** For the admin page of an adapter and its shop's set-up: none prints, ends or erases a design. */
const OPEN_TO_ADAPTERS: readonly string[] = [
  ...['listTemplates', 'listFills', 'listRenders'],
  ...['listProductMappings', 'createProductMapping', 'archiveProductMapping'],
  ...['createEmbedApplication', 'changeEmbedApplication'],
]

/** Validated as a request from outside would be, and counted in no limit. */
export function createInsideApi(parts: InsideParts): Api {
  const router = routerOf(parts.operations.filter(({ id }) => OPEN_TO_ADAPTERS.includes(id)))
  return {
    async call(method, path, body) {
      const teamId = await parts.teamId()
      const url = new URL(path, 'http://inside')
      const found = router.find(method, url.pathname)
      try {
        if (found === null) throw new ServiceError('route_not_found')
        return await answer(parts, found, url, body, teamId)
      } catch (error) {
        if (error instanceof ServiceError) return refusal(error, parts.baseUrl)
        throw new Later('Internal error.', null, error)
      }
    },
  }
}

function routerOf(operations: readonly AnyOperation[]): Router<AnyOperation> {
  const router = new Router<AnyOperation>()
  for (const operation of operations) router.add(operation.method, routePath(operation), operation)
  return router
}

async function answer(
  { core, validator, actor }: InsideParts,
  { target: operation, params }: Found<AnyOperation>,
  url: URL,
  given: unknown,
  teamId: string,
): Promise<ApiAnswer> {
  const caller: Caller = { teamId, keyId: actor, keyType: 'secret', scopes: [], requestId: actor }
  const query = readQuery(url.search.slice(1))
  const path = { ...params }
  if (operation.params !== undefined) validator.parameters(operation.params, path)
  if (operation.query !== undefined) validator.parameters(operation.query, query)
  const body = given ?? {}
  if (operation.body !== undefined) {
    refuseHarm(body)
    validator.body(operation.body, body, operation.errors)
  }
  const reply = (status: number, sent: unknown): Sent => ({ status, body: sent, headers: {} })
  const input = { params: path, query, ...(operation.body === undefined ? {} : { body }) }
  const sent = await operation.handle(core, caller, input as never, reply as never)
  return { status: sent.status, body: sent.body }
}

function refusal(error: ServiceError, baseUrl: string): ApiAnswer {
  const { status } = CATALOGUE[error.code]
  return { status, body: errorBody(error, '', baseUrl) }
}
