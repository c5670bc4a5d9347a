/** Orders of a storefront as adapters report them, and their outcome as adapters receive it. */

/** `open`: not to be printed yet. `paid`: print it. `fulfilled`: the goods have left. */
export const ORDER_STATUSES = ['open', 'paid', 'fulfilled', 'canceled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The whole order as it stands. */
export interface Order {
  readonly shop: string
  /** The platform's own, exact as text: `820982911946154508`. */
  readonly id: string
  /** `external_order_id` of the service, unique over all shops of a team: `shopify:a.myshopify.com:8209…`. */
  readonly reference: string
  /** The number that staff use: `#1001`. */
  readonly name: string | null
  /** When the platform last changed it, milliseconds since 1970: an order older than the known one changes nothing. */
  readonly changedAt: number | null
  /** The cart it came from, as the button's data-service-cart named it. */
  readonly cart: string | null
  /** Null keeps what is known, as with the due date. */
  readonly customer: { readonly email: string | null; readonly name: string | null } | null
  readonly dueAt: number | null
  readonly status: OrderStatus
  /**
   * All lines of products, also those without a design: a known line that is missing here was removed. A deleted order
   * is canceled and has none.
   */
  readonly lines: readonly Line[]
}

export interface Line {
  readonly id: string
  /**
   * As on the shop's line, even if wrong: a line without a valid fill id is held. Null: no design; held if its product
   * is mapped.
   */
  readonly fill: string | null
  /** The embed session of the customer's page, if the line carries it. */
  readonly session: string | null
  /** The cart of this line; null: the order's. */
  readonly cart: string | null
  readonly product: string
  readonly variant: string | null
  /** As ordered: a whole number, at least 1. */
  readonly quantity: number
  /** Of these, in all refunds together; an amount without goods is not counted. It falls when a refund is deleted. */
  readonly refunded: number
  readonly copiedFrom: CopiedFrom | null
}

/** The order that a line was copied from, such as the first one of a subscription. */
export interface CopiedFrom {
  /** The platform's own id. */
  readonly order: string
  readonly reference: string
}

export const LINE_STATES = [
  'attached',
  'finalizing',
  'finalized',
  'fulfilled',
  'withdrawn',
  'failed',
  'held',
] as const
export type LineState = (typeof LINE_STATES)[number]

export interface OrderOutcome {
  /** `sor_…`: what a further page of orders starts after. */
  readonly id: string
  readonly shop: string
  readonly order: string
  readonly reference: string
  readonly name: string | null
  readonly lines: readonly LineOutcome[]
}
export interface LineOutcome {
  /** `sln_…` */
  readonly id: string
  readonly line: string
  /** Null where the line has no design. */
  readonly fill: string | null
  readonly state: LineState
  /** Why the line failed or is held, or a note about it: a code, and a sentence for staff. */
  readonly reason: string | null
  readonly message: string | null
  readonly render: string | null
  /** `queued`, `succeeded`, `failed`, `canceled`; null without a render. */
  readonly renderStatus: string | null
  /** By name and screen colour, `#rrggbb`; empty without a design. */
  readonly inks: readonly NamedColor[]
  /** Null where none is named. */
  readonly paper: NamedColor | null
}
export interface NamedColor {
  readonly name: string
  readonly hex: string
}
