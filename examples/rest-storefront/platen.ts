/** The storefront's server side of Platen: the calls that need the secret key, and nothing else. */

export interface PlatenSettings {
  /** Address of the service, without a slash at the end. */
  readonly url: string
  /** A key with fills:write, renders:read and previews:write. It never goes to a browser. */
  readonly secretKey: string
}

export interface Fill {
  readonly id: string
  readonly status: 'open' | 'finalized' | 'expired'
  readonly printable: boolean
  readonly external_cart_id: string | null
  readonly external_product_id: string | null
  readonly preview_url: string
}

export interface Render {
  readonly id: string
  readonly fill_id: string | null
  readonly status: string
  /** The press PDF, for one hour; null while it is being made. */
  readonly signed_url: string | null
  readonly preflight_status: string
  /** By name and screen colour. */
  readonly inks: readonly NamedColor[]
  /** Null where the template names none. */
  readonly paper: NamedColor | null
}

export interface NamedColor {
  readonly name: string
  /** `#rrggbb` */
  readonly hex: string
}

export interface OrderLine {
  readonly fillId: string
  readonly orderId: string
  readonly customerName: string
  readonly customerEmail: string
}

/** What the service said instead of yes, with its code: `fill_expired`, `fill_not_printable` and so on. */
export class PlatenError extends Error {
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface Platen {
  /** Before a line goes into the cart: is there such a fill, and is it this cart's? */
  fill(id: string): Promise<Fill>
  /** Touchpoint 3: the order is placed. Asking again, after a lost answer, is answered the same. */
  finalize(line: OrderLine): Promise<Render>
  /** Touchpoint 4: the print files of an order, by the storefront's own reference. */
  rendersOf(orderId: string): Promise<readonly Render[]>
  /** Touchpoint 6: a picture for the listing; null where the service draws none. */
  listingPicture(productId: string, values?: Readonly<Record<string, string>>): Promise<Buffer | null>
}

export function createPlaten({ url, secretKey }: PlatenSettings): Platen {
  const ask = async (path: string, body?: unknown, idempotencyKey?: string): Promise<Response> => {
    const reply = await fetch(`${url}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    if (reply.ok) return reply
    const { error } = (await reply.json()) as { error: { code: string; message: string } }
    throw new PlatenError(reply.status, error.code, error.message)
  }
  const read = async <T>(reply: Promise<Response>): Promise<T> => (await (await reply).json()) as T

  return {
    async fill(id) {
      const { fill } = await read<{ fill: Fill }>(ask(`/fills/${encodeURIComponent(id)}`))
      return fill
    },
    async finalize({ fillId, orderId, customerName, customerEmail }) {
      const { render } = await read<{ render: Render }>(
        ask(
          `/fills/${encodeURIComponent(fillId)}/finalize`,
          { external_order_id: orderId, customer_name: customerName, customer_email: customerEmail },
          `${orderId}-${fillId}`,
        ),
      )
      return render
    },
    async rendersOf(orderId) {
      const query = new URLSearchParams({ external_order_id: orderId })
      return (await read<{ data: Render[] }>(ask(`/renders?${query}`))).data
    },
    async listingPicture(productId, values = {}) {
      try {
        const { data } = await read<{ data: { template_id: string }[] }>(
          ask(`/product_mappings?${new URLSearchParams({ external_product_id: productId })}`),
        )
        const [mapping] = data
        if (mapping === undefined) return null
        const reply = await ask('/previews', { template_id: mapping.template_id, values, dpi: 144 })
        return Buffer.from(await reply.arrayBuffer())
      } catch (error) {
        // A listing without a picture still sells.
        if (error instanceof PlatenError) return null
        throw error
      }
    },
  }
}
