/** Queries Shopify's Admin API within its budget: queries over the budget wait instead of being refused. */
import type { SessionParams } from '@shopify/shopify-api'
import type { AdapterContext } from '../../core/service/storefront/adapter-context.ts'
import { Later } from '../../core/service/storefront/contract.ts'
import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { Shopify } from './app.ts'
import type { Connections } from './connections.ts'
import { DOCUMENTS, type DocumentName } from './documents.ts'
import { shopifyLibrary } from './library.ts'

export interface Admin {
  /**
   * The `data` of a document. Throws Refused for what Shopify will not do however often it is asked (`userErrors`
   * among it), and Later for the rest.
   */
  ask(shop: string, document: DocumentName, variables?: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** A permanent refusal. */
export class RefusedByShopify extends Error {
  readonly codes: readonly string[]

  constructor(message: string, codes: readonly string[] = []) {
    super(message)
    this.name = 'RefusedByShopify'
    this.codes = codes
  }
}

/** In points; of Shopify's smallest plan, until a shop's first reply states its own. */
const SMALLEST = { maximumAvailable: 2000, currentlyAvailable: 2000, restoreRate: 100 }
const LONGEST_WAIT_MS = 60_000
const MOST_TRIES = 8

interface Budget {
  readonly maximumAvailable: number
  readonly currentlyAvailable: number
  readonly restoreRate: number
  /** The time of that state, milliseconds since 1970. */
  readonly at: number
}

/** `sleep` is for tests, which have no minutes to wait. */
export function openAdmin(
  context: Pick<AdapterContext, 'now'>,
  shopify: Shopify,
  connections: Connections,
  sleep: (ms: number) => Promise<void> = wait,
): Admin {
  const { GraphqlQueryError, HttpResponseError, HttpThrottlingError, Session } = shopifyLibrary()
  const budgets = new Map<string, Budget>()
  /** What a document cost when it was last asked. */
  const costs = new Map<DocumentName, number>()
  /** One question a shop at a time, in the order in which they were asked. */
  const queues = new Map<string, Promise<unknown>>()

  async function askNow(shop: string, name: DocumentName, variables: Readonly<Record<string, unknown>>) {
    let renewed = false
    for (let attempt = 1; ; attempt++) {
      await afford(shop, costs.get(name) ?? 0)
      const accessToken = await connections.accessToken(shop)
      const params: SessionParams = { id: `offline_${shop}`, shop, state: '', isOnline: false, accessToken }
      const client = new shopify.clients.Graphql({ session: new Session(params) })
      try {
        const { data, extensions } = await client.request(DOCUMENTS[name], { variables })
        learn(shop, name, extensions?.cost)
        refuseUserErrors(data)
        return data
      } catch (error) {
        if (error instanceof RefusedByShopify || error instanceof Later) throw error
        if (error instanceof HttpThrottlingError)
          throw new Later(
            'Shopify throttles requests of the shop.',
            Math.ceil(error.response.retryAfter ?? 2),
          )
        const asked = throttledFor(shop, name, error)
        if (asked !== null && attempt < MOST_TRIES && asked <= LONGEST_WAIT_MS) {
          await sleep(asked)
          continue
        }
        if (asked !== null)
          throw new Later('Shopify throttles requests of the shop.', Math.ceil(asked / 1000))
        const status = error instanceof HttpResponseError ? error.response.code : null
        if (status === 401 && !renewed) {
          renewed = true
          await connections.refused(shop, accessToken)
          continue
        }
        throw judged(error, status)
      }
    }
  }

  /** Waits until the shop's budget has filled up to the cost that is expected. */
  async function afford(shop: string, cost: number): Promise<void> {
    const budget = budgets.get(shop)
    if (budget === undefined) return
    const filled = budget.currentlyAvailable + ((context.now() - budget.at) / 1000) * budget.restoreRate
    const missing = Math.min(cost, budget.maximumAvailable) - filled
    if (missing > 0) await sleep(Math.min(Math.ceil((missing / budget.restoreRate) * 1000), LONGEST_WAIT_MS))
  }

  function learn(shop: string, name: DocumentName, cost: unknown): number | null {
    const status = part(cost, 'throttleStatus')
    const requested = Number(part(cost, 'requestedQueryCost') ?? 0)
    if (requested > 0) costs.set(name, requested)
    if (status === undefined) return null
    const budget = {
      maximumAvailable: Number(part(status, 'maximumAvailable') ?? SMALLEST.maximumAvailable),
      currentlyAvailable: Number(part(status, 'currentlyAvailable') ?? SMALLEST.currentlyAvailable),
      restoreRate: Math.max(1, Number(part(status, 'restoreRate') ?? SMALLEST.restoreRate)),
      at: context.now(),
    }
    budgets.set(shop, budget)
    return Math.max(0, requested - budget.currentlyAvailable) / budget.restoreRate
  }

  /** Milliseconds to wait after a throttling error, else null. */
  function throttledFor(shop: string, name: DocumentName, error: unknown): number | null {
    if (!(error instanceof GraphqlQueryError)) return null
    const errors = listOf(part(part(error.body, 'errors'), 'graphQLErrors'))
    const isThrottled = errors.some((one) => part(part(one, 'extensions'), 'code') === 'THROTTLED')
    if (!isThrottled) return null
    const seconds = learn(shop, name, part(part(error.body, 'extensions'), 'cost'))
    return Math.max(100, Math.ceil((seconds ?? 1) * 1000))
  }

  return {
    ask(shop, document, variables = {}) {
      const before = queues.get(shop) ?? Promise.resolve()
      const answer = before.then(() => askNow(shop, document, variables))
      const settled = answer.catch(() => {})
      queues.set(shop, settled)
      void settled.then(() => {
        if (queues.get(shop) === settled) queues.delete(shop)
      })
      return answer
    },
  }
}

/** Shopify answers 200 to a mutation that it did not execute. */
function refuseUserErrors(data: unknown): void {
  for (const payload of Object.values(data ?? {})) {
    const errors = listOf(part(payload, 'userErrors'))
    if (errors.length === 0) continue
    const messages = errors.map((error) => textOf(part(error, 'message')) ?? 'refused')
    throw new RefusedByShopify(
      messages.join(' '),
      errors.flatMap((error) => textOf(part(error, 'code')) ?? []),
    )
  }
}

function judged(error: unknown, status: number | null): Error {
  if (error instanceof shopifyLibrary().GraphqlQueryError)
    return new RefusedByShopify(`Shopify refused: ${error.message}`)
  const isForGood =
    status !== null && status >= 400 && status < 500 && ![401, 402, 408, 423, 430].includes(status)
  if (isForGood) return new RefusedByShopify(`Shopify responded with ${status}.`)
  return new Later(status === null ? 'Shopify did not respond.' : `Shopify responded with ${status}.`)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
