/** Orders as the conformance suite of storefronts writes them, for each adapter to put into its platform's own form. */
import type { OrderStatus } from '../../../core/service/storefront/order.ts'

export interface SampleLine {
  readonly id: string
  readonly fill: string | null
  readonly session?: string | null
  /** The order's unless it is said. */
  readonly cart?: string | null
  readonly product: string
  readonly variant: string | null
  readonly quantity: number
  /** Of the quantity; none unless it is said. */
  readonly refunded?: number
  /** The order that this line was copied from; the order's unless it is said. */
  readonly copiedFrom?: string | null
}

/** The whole order as it stands. */
export interface SampleOrder {
  readonly id: string
  readonly status: OrderStatus
  /** Milliseconds since 1970, by the platform's clock. */
  readonly changedAt: number
  readonly cart: string | null
  readonly email: string | null
  readonly name: string | null
  readonly dueAt: number | null
  /** The order that it was copied from: a renewal, a duplicate, a part that was split off. */
  readonly copiedFrom: string | null
  readonly lines: readonly SampleLine[]
}

/** As the platform would send it, with everything that proves who it is. */
export interface SampleHook {
  /** Below /adapters/{name}. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A platform as the suite sees it: it makes hooks, and shows what was written back. */
export interface SamplePlatform {
  /** Settings under which the adapter works with this platform. */
  readonly env: Readonly<Record<string, string>>
  /** Keeps the order, so that the platform can be asked for it, and gives the hook. `at`: milliseconds since 1970. */
  hook(order: SampleOrder, at: number): Promise<SampleHook>
  /** Sends the hook of the order itself and gives the answer, where its own code does so. */
  tell?(order: SampleOrder): Promise<{ readonly status: number; readonly body: unknown; readonly ms: number }>
  /** The hook of a shop that the adapter does not know. */
  strangerHook(order: SampleOrder, at: number): Promise<SampleHook>
  /** Deletes the order for good and gives the hook. Absent where no hook says so. */
  deleted?(order: SampleOrder, at: number): Promise<SampleHook>
  /** The hook of a privacy request. Absent where none come as hooks. */
  erasure?(email: string, at: number): Promise<SampleHook>
  /** What was last written onto the order, by line; null before the first time. Absent where nothing is written. */
  written?(orderId: string): Readonly<Record<string, { readonly render: string | null }>> | null
  /** Ink and paper as they stand on the order, by line: their names, the paper's last. */
  stock?(orderId: string): Readonly<Record<string, readonly string[]>>
  /** How often the order was written to. */
  writes?(orderId: string): number
  /** Answers everything with 429 until it is told otherwise. */
  refuse?(isRefusing: boolean): void
  close(): Promise<void>
}

/** What an adapter can do, where the suite asks for more than any platform has. */
export interface Abilities {
  /** Orders show a cart reference. */
  readonly carts: boolean
  /** Lines carry the visit (embed session) beside the fill. */
  readonly sessions: boolean
  /** A hook that is sent again carries the same id, by which it is known. */
  readonly hookIds: boolean
  /** Hooks carry the time of their signature, and old ones are refused. */
  readonly stamps: boolean
  /** There is a hook for goods that have left. */
  readonly ships: boolean
  readonly dueDates: boolean
  /** Orders can be listed, so that lost hooks are found. */
  readonly lists: boolean
  /** An order says which order it was copied from. */
  readonly copies: boolean
  /** Quantities such as 2.5 can come. */
  readonly decimals: boolean
}
