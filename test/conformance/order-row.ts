/** A row of the table in docs/sell/orders.md, as the suite of storefronts plays it on each adapter. */
import type { Stage } from '../support/shops/adapter-shop.ts'
import type { Abilities, SampleLine, SampleOrder } from '../support/shops/sample-order.ts'

export interface OrderRow {
  /** The first column of the table, word for word. */
  readonly what: string
  /** The result, with which the title of the test ends. */
  readonly does: string
  /** What a platform must be able to do. */
  readonly needs?: keyof Abilities
  readonly isLong?: boolean
  play(stage: Stage): Promise<void>
}

/** A line of two mugs, unless it is changed. */
export function mugs(fill: string | null, changes: Partial<SampleLine> = {}): SampleLine {
  return { id: '1', fill, product: 'mug', variant: null, quantity: 2, ...changes }
}

/** The order as the platform shows it a second later. */
export function later(order: SampleOrder, changes: Partial<SampleOrder>): SampleOrder {
  return { ...order, ...changes, changedAt: order.changedAt + 1000 }
}

/** Changes the first line. */
export function withFirst(order: SampleOrder, changes: Partial<SampleLine>): SampleOrder {
  return later(order, { lines: order.lines.map((line, at) => (at === 0 ? { ...line, ...changes } : line)) })
}
