/**
 * The storefront contract: an adapter proves hooks, says in plain data what they mean, and may write back what came of
 * them. It renders nothing and decides nothing about printing; see perform.ts for what is done with its calls.
 */

import type { TemplateStatus } from '../template/template.ts'
import type { AdapterContext, PlainAnswer, PlainRequest } from './adapter-context.ts'
import type { Order, OrderOutcome } from './order.ts'

/** The entry of a platform in `adapters/index.ts`. */
export interface AdapterKind {
  /** Lower-case; its hooks come in under /adapters/{name}/… */
  readonly name: string
  readonly settings: readonly AdapterSetting[]
  /** Null where its settings do not ask for it. Throws a plain sentence for settings that cannot be used. */
  open(context: AdapterContext): Adapter | null
}

export interface Adapter {
  /** The paths below /adapters/{name} that take hooks by POST: `/orders`. */
  readonly hooks: readonly string[]
  /**
   * The required proof that the customer of the order made the fill. `match`: references that fill and
   * order both carry agree. `require`: besides, a fill made in a browser has at least one that both carry.
   */
  readonly binding: 'match' | 'require'
  /** Proves the sender, over the raw bytes, in constant time, without a network request. */
  prove(hook: Hook): Promise<Proof | Refusal>
  /** The calls of a proven hook. May query the platform; runs again after Later. Any other error is final. */
  translate(hook: ProvenHook): Promise<readonly Call[]>
  /** The connected shops, whose orders are compared and whose listings are updated. */
  shops(): Promise<readonly string[]>
  /** The calls of orders changed since then (milliseconds since 1970), order by order: finds hooks that never came. */
  listOrders?(shop: string, since: number): AsyncIterable<readonly Call[]>
  /** Writes the status of the lines to the platform's order; called again after each change. Throws Later. */
  writeBack?(order: OrderOutcome): Promise<void>
  /**
   * Tells the platform which products are personalized, all of them each time; repeated every ten minutes. Throws
   * Later.
   */
  showMappings?(shop: string, mappings: readonly MappedProduct[]): Promise<void>
  /** Puts a fresh picture on a listing whose template has changed; only called with pictures that differ. */
  showListing?(listing: Listing): Promise<void>
  /** Pages and callbacks of its own below /adapters/{name}; null is a 404. */
  answer?(request: PlainRequest): Promise<PlainAnswer | null>
}

export interface Hook {
  /** Below /adapters/{name}: `/orders`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case. A repeated header has its values joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
export interface Proof {
  readonly shop: string
  /** An id that stays the same when the platform repeats the hook, or null. */
  readonly id: string | null
  /** Null: accepted without work, such as a ping. */
  readonly topic: string | null
}
/** Answered 401, 401, 404 and 400. */
export interface Refusal {
  readonly refused: 'forged' | 'stale' | 'unknown_shop' | 'unreadable'
  readonly why: string
}
/** A hook that `prove` has accepted, read from the outbox. */
export interface ProvenHook extends Hook {
  readonly shop: string
  readonly topic: string
  readonly receivedAt: number
}

/** What a hook says; saying it twice, late or in another order does no harm. */
export type Call =
  /** The whole order as it stands; the service works out what is to be done. */
  | { readonly call: 'order'; readonly order: Order }
  /** A privacy request: by address, by the platform's order ids, or by both. */
  | {
      readonly call: 'erase'
      readonly shop: string
      readonly email: string | null
      readonly orders: readonly string[]
    }

export interface MappedProduct {
  /** Of the mapping: `pm_…`. */
  readonly id: string
  readonly product: string
  /** Null: all variants without a mapping of their own. */
  readonly variant: string | null
  /** The embed application that it is for; null: any. */
  readonly application: string | null
  readonly template: { readonly id: string; readonly title: string; readonly status: TemplateStatus }
}
export interface Listing {
  readonly shop: string
  readonly product: string
  readonly variant: string | null
  readonly template: string
  readonly png: Uint8Array
  /** SHA-256 of the picture, hex. */
  readonly sha256: string
}

/** A setting from the environment. */
export interface AdapterSetting {
  /** `REST_HOOK_SECRETS` */
  readonly name: string
  readonly meaning: string
  readonly standard?: string
}

/** Try later: the platform or the service is unavailable, busy or asks to wait. Every other error of a translate is final. */
export class Later extends Error {
  readonly retryAfterSeconds: number | null

  constructor(why: string, retryAfterSeconds: number | null = null, cause?: unknown) {
    super(why, { cause })
    this.name = 'Later'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The same for any adapter: which status a refusal is answered with. */
export const REFUSAL_STATUS = { forged: 401, stale: 401, unknown_shop: 404, unreadable: 400 } as const
