/** Everything that staff, customers and platforms do to an order, as docs/sell/orders.md lists it, for every adapter. */
import { leavePending } from '../support/run/leave-pending.ts'
import type { Stage } from '../support/shops/adapter-shop.ts'
import type { OrderRow } from './order-row.ts'
import { COPY_ROWS } from './order-rows-copies.ts'
import { END_ROWS } from './order-rows-ends.ts'
import { LINE_ROWS } from './order-rows-lines.ts'
import { QUANTITY_ROWS } from './order-rows-quantities.ts'

/** In the order of the table. */
export const ORDER_ROWS: readonly OrderRow[] = [...QUANTITY_ROWS, ...LINE_ROWS, ...COPY_ROWS, ...END_ROWS]

export function describeOrderRows(current: () => Stage): void {
  for (const { what, does, needs, isLong = false, play } of ORDER_ROWS)
    it(`${what}: ${does}${isLong ? ' @long' : ''}`, async function () {
      const stage = current()
      if (needs !== undefined && !stage.abilities[needs])
        leavePending(this, `a platform of which ${needs} is true`)
      await play(stage)
    })
}
