/** Writes the result of each line back to the store's order, into the meta data of the line only. */

import { listOf, part, textOf } from '../../core/service/storefront/exact-json.ts'
import type { LineOutcome, NamedColor, OrderOutcome } from '../../core/service/storefront/order.ts'
import { idOf, metaOf, rawId } from './fields.ts'
import { showOrder } from './look-through.ts'
import { INKS_META, PAPER_META, REASON_META, RENDER_META, STATE_META } from './order.ts'
import type { StoreApi } from './store-api.ts'

/**
 * Only what differs is written, so that the store's answer to it, another order.updated, writes nothing more. Totals and
 * other lines are not named and stay. A line that is gone is left out. Throws Later and RefusedByStore.
 */
export async function writeOutcome(api: StoreApi, outcome: OrderOutcome): Promise<void> {
  const order = await showOrder(api, rawId(outcome.order))
  if (order === null) return
  const shown = new Map(listOf(part(order, 'line_items')).map((line) => [idOf(part(line, 'id')), line]))
  const changed = outcome.lines.flatMap((line) => {
    const stands = shown.get(line.line)
    if (stands === undefined) return []
    const entries = Object.entries(metaFor(line)).filter(([key, value]) => {
      const before = textOf(metaOf(stands, key)) ?? ''
      // An earlier print file, for example of the plugin, stays on the line until there is another.
      return before !== value && !(key === RENDER_META && value === '')
    })
    return entries.length === 0 ? [] : [{ line, entries, stands }]
  })
  if (changed.length === 0) return
  // The same key again changes the entry that is there; by hand, for ids are whole beyond 2^53.
  const items = changed.map(({ line, entries }) => {
    const meta = entries.map(([key, value]) => ({ key, value }))
    return `{"id":${rawId(line.line)},"meta_data":${JSON.stringify(meta)}}`
  })
  await api('put', `orders/${rawId(outcome.order)}`, { body: `{"line_items":[${items.join(',')}]}` })
  for (const { line, stands } of changed) {
    const isNews = line.reason !== null && line.reason !== textOf(metaOf(stands, REASON_META))
    // A line that waits for the service needs no action.
    if (isNews && line.reason !== 'waiting')
      await api('post', `orders/${rawId(outcome.order)}/notes`, {
        body: JSON.stringify({
          note: `Platen, line ${line.line}: ${line.message ?? line.reason}`,
          customer_note: false,
        }),
      })
  }
}

function metaFor(line: LineOutcome): Readonly<Record<string, string>> {
  return {
    [RENDER_META]: line.render ?? '',
    [STATE_META]: line.state,
    [REASON_META]: line.reason ?? '',
    [INKS_META]: listText(line.inks),
    [PAPER_META]: listText(line.paper === null ? [] : [line.paper]),
  }
}

/** As the plugin keeps it. */
function listText(named: readonly NamedColor[]): string {
  return named.length === 0 ? '' : JSON.stringify(named)
}
