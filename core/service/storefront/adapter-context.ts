/** The context of a storefront adapter. */
import type { Hook } from './contract.ts'
import type { LineOutcome, OrderOutcome } from './order.ts'
import type { LineWords } from './words.ts'

export interface AdapterContext {
  /** By name; empty where unset. */
  readonly settings: Readonly<Record<string, string>>
  /** Its public URL: `https://print.example/adapters/rest`. */
  readonly url: string
  /** The origin of the service, whose widget and pages a storefront embeds. */
  readonly serviceUrl: string
  readonly api: Api
  readonly shelf: Shelf
  readonly orders: OrdersView
  /**
   * The valid secrets of each shop that signs its hooks with one of ours, read anew each time: any process may have
   * changed them.
   */
  hookSecrets(): Promise<ReadonlyMap<string, readonly string[]>>
  now(): number
  bytes(count: number): Uint8Array
  /** Never with secrets, names or addresses in it. */
  log(message: string, facts?: Readonly<Record<string, string | number>>): void
}

/**
 * The few operations of the API that an adapter's admin page and set-up need: templates, product mappings, renders,
 * fills to read, embed applications. Orders are printed by calls, never through this.
 */
export interface Api {
  call(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<ApiAnswer>
}
/** Every status is a response, also an error; no response throws Later. */
export interface ApiAnswer {
  readonly status: number
  /** The JSON of the answer. */
  readonly body: unknown
}

/** Data that an adapter keeps between starts, encrypted at rest: tokens, ids of its images, states of a sign-in. */
export interface Shelf {
  get(key: string): Promise<ShelfEntry | null>
  /** With `version`, only if that is the present one (0: none exists); false if another write was faster. */
  put(key: string, value: string, version?: number): Promise<boolean>
  remove(key: string): Promise<void>
  keys(prefix: string): Promise<readonly string[]>
}
export interface ShelfEntry {
  readonly value: string
  readonly version: number
}

/** An order as staff see it. */
export interface ShownOrder extends Omit<OrderOutcome, 'lines'> {
  readonly lines: readonly (LineOutcome & LineWords)[]
}
export interface OrdersPage {
  readonly limit: number
  /** An order's own id, `sor_…`. */
  readonly startingAfter: string | null
  /** Language of the words: `de-AT`; English by default. */
  readonly locale?: string
}

/** For an adapter's own admin page. */
export interface OrdersView {
  /** Newest first. */
  list(shop: string, page: OrdersPage): Promise<readonly ShownOrder[]>
  /** Both by the line's own id, `sln_…`; false where there is nothing to retry or release. */
  retry(shop: string, lineId: string): Promise<boolean>
  release(shop: string, lineId: string): Promise<boolean>
}

export interface PlainRequest extends Hook {
  readonly method: string
}
export interface PlainAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}
