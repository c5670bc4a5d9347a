/** One step of the work on a line, and the parts that several steps share. */

import type { Tx } from '../../store.ts'
import { type Checked, checkFill } from './check-fill.ts'
import { endFillFor } from './fill-of-line.ts'
import type { StorefrontLine, StorefrontOrder } from './line.ts'
import type { PerformParts } from './perform-parts.ts'
import { isRefusedAs } from './refusal.ts'
import type { LineChanges } from './write-line.ts'

/** A line in one step. */
export interface Step {
  readonly order: StorefrontOrder
  readonly line: StorefrontLine
  /** Writes the line with its fill: in the transaction of a use case. Throws LeaseLost, which takes back both. */
  writeWith(inside: Tx, changes: LineChanges): Promise<void>
}

export type Work = (parts: PerformParts, step: Step) => LineChanges | Promise<LineChanges>

/** Nothing more is to be done for the state. */
export const AT_REST = {
  reason: null,
  message: null,
  attempts: 0,
  failingSince: null,
  nextAttemptAt: null,
} as const

/** Whether the order may print the fill of its line. */
export async function check(parts: PerformParts, { order, line }: Step): Promise<Checked> {
  const binding = parts.adapters.get(order.adapter)?.binding ?? 'require'
  const onLines = await parts.store.storefront.lines.ofFill(parts.teamId, line.fillId)
  const others = onLines.filter((one) => one.id !== line.id)
  return checkFill(parts, binding, order, line, others)
}

/** Ends fills for the order; the line is written with the last one. One that is gone, or another order's, is passed over. */
export async function endFills(
  parts: PerformParts,
  { order, writeWith }: Step,
  ids: readonly string[],
  changes: LineChanges,
): Promise<void> {
  for (const [at, id] of ids.entries()) {
    const isLast = at === ids.length - 1
    try {
      await endFillFor(parts, order, id, async (inside) => {
        if (isLast) await writeWith(inside, changes)
      })
    } catch (error) {
      if (!isRefusedAs(error, 'not_found', 'fill_status_conflict')) throw error
    }
  }
}
