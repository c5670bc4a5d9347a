/**
 * Replies that a test gives in the place of the service. Each is held against the declaration of its operation, as is
 * the request that it answers, so that none can say what the service would not.
 */
import { CATALOGUE, type ErrorCode, type ErrorFacts, ServiceError } from '../../../core/errors.ts'
import { EXACT_ERROR_BODY } from '../../../server/http/error-schema.ts'
import { errorBody } from '../../../server/http/fail.ts'
import {
  type AnyOperation,
  errorsOf,
  fullPath,
  isFileReply,
  routePath,
} from '../../../server/http/operation.ts'
import { Router } from '../../../server/http/router.ts'
import { createValidator } from '../../../server/http/validate.ts'
import { OPERATIONS } from '../../../server/operations/index.ts'

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A method and a path as the API's description writes it: `GET /v1/templates/{id}`. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** A request of the page. */
export interface SentRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** Read from JSON; the form of an upload; undefined without one. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** `pass` sends the request on to the service. */
export type Answer = (request: SentRequest, pass: () => Promise<Response>) => Response | Promise<Response>

export function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return () => Response.json(body, { status, headers })
}

/** A picture, where none is drawn. */
export const drawing: Answer = () =>
  new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'content-type': 'image/svg+xml' } })

/** An error of the catalogue, as the service writes it. */
export function refusal(code: ErrorCode, facts: ErrorFacts = {}): Answer {
  const body = errorBody(new ServiceError(code, facts), 'req_test', 'http://localhost')
  const { retryAfterSeconds } = facts
  const headers: Record<string, string> = {}
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return reply(CATALOGUE[code].status, body, headers)
}

// biome-ignore lint/suspicious/noExplicitAny: a test changes what it knows; the declaration is the check.
type Body = any

/** The service's own reply with another body. */
export function altered(change: (body: Body) => unknown): Answer {
  return async (_request, pass) => {
    const real = await pass()
    return Response.json(change(await real.json()), { status: real.status })
  }
}

/** A PNG of one pixel, for pages before a press that draws nothing. */
const drawn: Answer = () => new Response(ONE_PIXEL, { headers: { 'content-type': 'image/png' } })

/** Answers in the place of whatever draws pages of templates and jobs. */
export const PICTURES: Readonly<Partial<Record<Route, Answer>>> = {
  'GET /files/previews/{id}.png': drawn,
  'GET /v1/renders/{id}/preflight.png': drawn,
  'GET /v1/templates/{id}/page.png': drawn,
  'POST /v1/previews': drawn,
}

/** No reply comes. */
export const noNetwork: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

const ROUTES = new Map(
  OPERATIONS.map((one) => [`${one.method.toUpperCase()} ${fullPath(one)}`, one] as const),
)
const router = new Router<AnyOperation>()
for (const operation of OPERATIONS) router.add(operation.method, routePath(operation), operation)

/** The operation of a request, as a route. Null for none. */
export function routeOf({ method, path }: Pick<SentRequest, 'method' | 'path'>): Route | null {
  const operation = router.find(method, path.split('?')[0] ?? '')?.target
  return operation === undefined ? null : (`${method} ${fullPath(operation)}` as Route)
}

/** Throws for what the API does not have. */
export function operationOf(route: Route): AnyOperation {
  const operation = ROUTES.get(route)
  if (operation === undefined) throw new Error(`The API has no ${route}.`)
  return operation
}

/** How a request or the reply to it departs from the declaration; null where it does not. */
export async function departure(
  operation: AnyOperation,
  request: SentRequest,
  response: Response,
): Promise<string | null> {
  const validator = createValidator()
  const { status } = response
  if (operation.body !== undefined && operation.multipart === undefined && status < 400) {
    const faults = validator.faults(operation.body, request.body)
    if (faults !== null) return `was sent a body that the service refuses: ${faults}`
  }
  if (status >= 400) {
    const body = (await response.clone().json()) as { readonly error: { readonly code: ErrorCode } }
    const faults = validator.faults(EXACT_ERROR_BODY, body)
    if (faults !== null) return `was answered ${status} against the shape of errors: ${faults}`
    const { code } = body.error
    return errorsOf(operation).includes(code) ? null : `was answered ${code}, which it does not declare`
  }
  const declared = operation.replies[status]
  if (declared === undefined) return `was answered ${status}, which it does not declare`
  if (isFileReply(declared)) return null
  const faults = validator.faults(declared, await response.clone().json())
  return faults === null ? null : `was answered ${status} with a body that fails its schema: ${faults}`
}
