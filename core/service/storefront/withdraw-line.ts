/** Takes a line back from the press: what was printed for it, and what was not printed yet. */

import { takenBy } from './check-fill.ts'
import { piecesOf, printedFill, printsOf, readFill } from './fill-of-line.ts'
import { COPY_WANTED, moveLine, NO_FILL, NOTES } from './line.ts'
import { AT_REST, check, endFills, type Step } from './line-step.ts'
import type { PerformParts } from './perform-parts.ts'
import type { LineChanges } from './write-line.ts'

/**
 * Ends every fill that was printed for the line in the order's name, and the one that was not printed yet. Decision: that
 * only where the order was found to be the fill's; a line that was never checked is checked now, so that nobody cancels
 * what another shopper made.
 */
export async function withdrawLine(parts: PerformParts, step: Step): Promise<LineChanges> {
  const { order, line } = step
  const prints = await printsOf(parts, order, line)
  const made = await piecesOf(parts, prints)
  const printed = line.printed === 0 ? made : Math.min(line.printed, made)
  const isOwn = line.trusted || prints.length > 0 || (await mayEnd(parts, step))
  const changes: LineChanges = {
    ...{ ...AT_REST, state: moveLine(line.state, 'withdraw'), printed, trusted: isOwn },
    ...(printed > 0 ? { reason: 'withdrawn_after_print', message: NOTES.withdrawn_after_print } : {}),
  }
  const ends = new Set(prints.filter(({ status }) => status === 'finalized').map(({ id }) => id))
  if (isOwn && line.copyId !== COPY_WANTED) {
    const fill = await readFill(parts, printedFill(line))
    // Another line may have printed it meanwhile.
    if (fill !== null && takenBy(fill, order, line, []) === null) ends.add(fill.id)
  }
  await endFills(parts, step, [...ends], changes)
  return changes
}

async function mayEnd(parts: PerformParts, step: Step): Promise<boolean> {
  const { state, fillId } = step.line
  if (state === 'held' || fillId === NO_FILL) return false
  const checked = await check(parts, step)
  return 'fill' in checked
}
