/** The performer's calls of the API, and the reading of responses and errors. */
import { secondOf } from '../../time.ts'
import type { Api, ApiAnswer } from './adapter-context.ts'
import { Later } from './contract.ts'
import { printedQuantity, type StorefrontLine, type StorefrontOrder } from './line.ts'

/** The parts of a fill on the wire that the performer looks at. */
export interface FillFacts {
  readonly id: string
  readonly status: 'open' | 'finalized' | 'expired'
  readonly source: 'hosted' | 'embed' | 'api'
  readonly template_id: string
  readonly external_order_id: string | null
  readonly external_cart_id: string | null
  readonly line_ref: string | null
  readonly embed_session_id: string | null
  readonly last_render_id: string | null
  readonly quantity: number
  readonly review: ReviewFacts
}

export interface ReviewFacts {
  readonly status: string
  readonly reason: string | null
}

export interface RenderFacts {
  readonly id: string
  readonly status: string
}

/** A refusal that waiting does not change; its code stands on the line, its message is for staff. */
export class Refused extends Error {
  readonly code: string
  /** Id of a print file that could not be created. */
  readonly renderId: string | null

  constructor(code: string, message: string, renderId: string | null = null) {
    super(message)
    this.name = 'Refused'
    this.code = code
    this.renderId = renderId
  }
}

/** Statuses that say nothing of the line: the key, the plan, the limit, the machine. */
const LATER = [401, 402, 403, 408, 425, 429]

interface ErrorBody {
  readonly error?: {
    readonly code?: string
    readonly message?: string
    readonly param?: string
    readonly render_id?: string
    readonly details?: readonly { readonly message?: string }[]
  }
}

/** The JSON of a success. Throws Refused, or Later where the fault is not the line's. */
export function answered<T>(answer: ApiAnswer): T {
  if (answer.status < 300) return answer.body as T
  const { code = `status_${answer.status}`, message = '', details = [], render_id } = errorOf(answer)
  if (code !== 'render_failed' && (answer.status >= 500 || LATER.includes(answer.status)))
    throw new Later(`${code}: ${message}`)
  const said = [message, ...details.map((detail) => detail.message ?? '')].filter((part) => part !== '')
  throw new Refused(code, said.join(' '), render_id ?? null)
}

function errorOf({ body }: ApiAnswer): NonNullable<ErrorBody['error']> {
  return (body as ErrorBody | null)?.error ?? {}
}

/** Null where there is no such fill. */
export async function readFill(api: Api, id: string): Promise<FillFacts | null> {
  const answer = await api.call('GET', `/v1/fills/${id}`)
  if (answer.status === 404) return null
  return answered<{ fill: FillFacts }>(answer).fill
}

/** The fill of a session, or null; also for a missing session. */
export async function fillOfSession(api: Api, sessionId: string): Promise<string | null> {
  if (!/^esn_[0-9a-z]{26}$/.test(sessionId)) return null
  const answer = await api.call('GET', `/v1/embed/sessions/${sessionId}`)
  if (answer.status === 404) return null
  return answered<{ embed_session: { fill_id: string | null } }>(answer).embed_session.fill_id
}

/** The template of a product; a variant's own mapping wins over the product's. */
export async function templateOf(api: Api, product: string, variant: string | null): Promise<string | null> {
  const path = `/v1/product_mappings?limit=100&external_product_id=${encodeURIComponent(product)}`
  const { data } = answered<{
    data: readonly { external_variant_id: string | null; template_id: string }[]
  }>(await api.call('GET', path))
  const ofVariant = data.find((one) => variant !== null && one.external_variant_id === variant)
  const ofProduct = data.find((one) => one.external_variant_id === null)
  return (ofVariant ?? ofProduct)?.template_id ?? null
}

/**
 * Quantity, line, due date and customer travel along. Decision: an address or a name that the service refuses does not
 * keep an order from being printed; it is left out then. Throws Refused and Later.
 */
export async function finalize(api: Api, fillId: string, order: StorefrontOrder, line: StorefrontLine) {
  const { customerEmail, customerName, dueAt } = order
  const job = {
    external_order_id: order.reference,
    line_ref: line.line,
    quantity: printedQuantity(order, line),
    ...(dueAt === null ? {} : { due_at: secondOf(dueAt) }),
  }
  const customer = {
    ...(customerEmail === null ? {} : { customer_email: customerEmail }),
    ...(customerName === null ? {} : { customer_name: [...customerName].slice(0, 200).join('') }),
  }
  const path = `/v1/fills/${fillId}/finalize`
  let answer = await api.call('POST', path, { ...job, ...customer })
  if (answer.status === 400 && errorOf(answer).param?.startsWith('customer_'))
    answer = await api.call('POST', path, job)
  return answered<{ fill: FillFacts; render: RenderFacts }>(answer)
}

/** Ends the fill for the order. Returns false for a missing fill, or one of another order. */
export async function endFillOf(
  api: Api,
  fillId: string,
  reference: string,
  status: 'canceled' | 'refunded',
): Promise<boolean> {
  const answer = await api.call('POST', `/v1/fills/${fillId}/status`, {
    status,
    external_order_id: reference,
  })
  if (answer.status === 404 || answer.status === 409) return false
  answered(answer)
  return true
}

/** The job of a finalized fill says how many copies went to press for nothing. */
export async function tellRefund(api: Api, fillId: string, refunded: number): Promise<void> {
  answered(await api.call('PATCH', `/v1/fills/${fillId}`, { refunded_quantity: refunded }))
}

/** The print files of an order, by its own reference (touchpoint 4). */
export async function rendersOf(api: Api, reference: string): Promise<readonly RenderFacts[]> {
  const path = `/v1/renders?limit=100&external_order_id=${encodeURIComponent(reference)}`
  return answered<{ data: readonly RenderFacts[] }>(await api.call('GET', path)).data
}

export async function readRender(api: Api, id: string): Promise<RenderFacts> {
  return answered<{ render: RenderFacts }>(await api.call('GET', `/v1/renders/${id}`)).render
}

export async function retryRender(api: Api, id: string): Promise<RenderFacts> {
  return answered<{ render: RenderFacts }>(await api.call('POST', `/v1/renders/${id}/retry`, {})).render
}

/** A new fill with the words and inks of another, as its customer saw them. Throws Refused and Later. */
export async function copyFill(api: Api, fillId: string): Promise<string> {
  return answered<{ fill: { id: string } }>(await api.call('POST', `/v1/fills/${fillId}/copy`, {})).fill.id
}

/** Erases one fill's data; a missing one has none. */
export async function eraseFillOf(api: Api, fillId: string): Promise<void> {
  const answer = await api.call('POST', `/v1/fills/${fillId}/erase`, {})
  if (answer.status !== 404) answered(answer)
}

export async function eraseCustomerOf(api: Api, email: string): Promise<void> {
  answered(await api.call('POST', `/v1/fills/erase?customer_email=${encodeURIComponent(email)}`, {}))
}
