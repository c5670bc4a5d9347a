/** Carts and orders of the example shop, in memory; a real shop has a database here. */
import { randomBytes } from 'node:crypto'

/** A line of the cart: the shop keeps the fill's id and nothing else of the personalization. */
export interface Line {
  readonly fillId: string
  /** For the thumbnail; it works in carts, orders and e-mails, and holds no secret. */
  readonly previewUrl: string
  readonly productId: string
}

export interface Order {
  readonly id: string
  readonly customerName: string
  readonly lines: readonly Line[]
}

/** The oldest are forgotten first. */
const MOST = 1000

export interface Carts {
  /** The cart of this id, or a new one. */
  open(id: string | null): { readonly id: string; lines: readonly Line[] }
  /** Adds the line, or puts it in the place of the one of `replaces`. */
  put(id: string, line: Line, replaces: string | null): void
  remove(id: string, fillId: string): void
  place(id: string, order: Omit<Order, 'lines'>): Order
  order(id: string): Order | null
}

export function createCarts(): Carts {
  const carts = new Map<string, readonly Line[]>()
  const orders = new Map<string, Order>()
  const bounded = (map: Map<string, unknown>): void => {
    const [oldest] = map.keys()
    if (map.size > MOST && oldest !== undefined) map.delete(oldest)
  }
  const linesOf = (id: string): readonly Line[] => carts.get(id) ?? []
  const write = (id: string, lines: readonly Line[]): void => {
    carts.delete(id)
    carts.set(id, lines)
    bounded(carts)
  }
  return {
    open(id) {
      const known = id !== null && carts.has(id) ? id : `cart_${randomBytes(12).toString('hex')}`
      if (known !== id) write(known, [])
      return { id: known, lines: linesOf(known) }
    },
    put(id, line, replaces) {
      const before = linesOf(id)
      const at = before.findIndex(({ fillId }) => fillId === line.fillId || fillId === replaces)
      write(id, at === -1 ? [...before, line] : before.with(at, line))
    },
    remove(id, fillId) {
      write(
        id,
        linesOf(id).filter((line) => line.fillId !== fillId),
      )
    },
    place(id, order) {
      const placed = { ...order, lines: linesOf(id) }
      orders.set(placed.id, placed)
      bounded(orders)
      write(id, [])
      return placed
    },
    order: (id) => orders.get(id) ?? null,
  }
}

/** Nobody finds another's order by counting. */
export function newOrderId(): string {
  return `ORDER-${randomBytes(6).toString('hex').toUpperCase()}`
}
