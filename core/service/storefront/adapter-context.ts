/** The context of a storefront adapter. */
import type { Hook, MappedProduct } from './contract.ts'
import type { LineOutcome, OrderOutcome } from './order.ts'
import type { LineWords } from './words.ts'

export interface AdapterContext {
  /** By name; empty where unset. */
  readonly settings: Readonly<Record<string, string>>
  /** Its public URL: `https://print.example/adapters/rest`. */
  readonly url: string
  /** The origin of the service, whose widget and pages a storefront embeds. */
  readonly serviceUrl: string
  readonly shelf: Shelf
  readonly orders: OrdersView
  readonly setUp: SetUp
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

/** For an adapter's own admin page. A refusal of the service is a ServiceError; all throw Later while the team is unknown. */
export interface OrdersView {
  /** Newest first. */
  list(shop: string, page: OrdersPage): Promise<readonly ShownOrder[]>
  /** Both by the line's own id, `sln_…`; false where there is nothing to retry or release. */
  retry(shop: string, lineId: string): Promise<boolean>
  release(shop: string, lineId: string): Promise<boolean>
  /** A link to a print file of the order with this reference, valid for an hour; null while there is none. */
  printFile(reference: string, renderId: string): Promise<string | null>
  /** All fills of the order with this reference as the API shows them, for a customer who requests their data. */
  fills(reference: string): Promise<readonly object[]>
}

/** For an adapter's own admin page, and to connect a shop; throws as OrdersView. */
export interface SetUp {
  /** Live templates, newest first, that have each of these texts in their title. */
  findTemplates(texts: readonly string[], limit: number): Promise<readonly FoundTemplate[]>
  /** Newest first. */
  mappings(): Promise<readonly MappedProduct[]>
  map(product: string, variant: string | null, templateId: string): Promise<void>
  unmap(mappingId: string): Promise<void>
  /** Makes an embed application with a publishable key. */
  createApplication(name: string, origins: readonly string[]): Promise<NewApplication>
  /** Replaces its origins; false where the application has been archived. */
  allowOrigins(applicationId: string, origins: readonly string[]): Promise<boolean>
}
export interface FoundTemplate {
  readonly id: string
  readonly title: string
}
export interface NewApplication {
  readonly id: string
  readonly publishableKey: string
}

export interface PlainRequest extends Hook {
  readonly method: string
}
export interface PlainAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}
