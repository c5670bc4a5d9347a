/** Has a line printed: its fill, a copy of it, or again a print file that failed. */

import type { Store } from '../../store.ts'
import type { FillRecord } from '../fill/fill.ts'
import type { RenderRecord } from '../render/render.ts'
import { takenBy } from './check-fill.ts'
import { Later } from './contract.ts'
import {
  finalizeFor,
  piecesIn,
  piecesOf,
  printedFill,
  printsOf,
  printsWith,
  readFill,
  readRender,
} from './fill-of-line.ts'
import { COPY_WANTED, HOLDS, moveLine, type StorefrontLine } from './line.ts'
import { AT_REST, check, endFills, type Step } from './line-step.ts'
import type { PerformParts } from './perform-parts.ts'
import { isRefusedAs, Refused, refusalOf } from './refusal.ts'
import { STOREFRONT_ACTOR } from './use-cases.ts'
import { watchedChanges } from './watch-line.ts'
import { holdChanges, LeaseLost, type LineChanges } from './write-line.ts'

export async function printLine(parts: PerformParts, step: Step): Promise<LineChanges> {
  const { order, line } = step
  if (line.copyId === COPY_WANTED) return copyFor(parts, step)
  if (line.renderId !== null) return runAgain(parts, step, line.renderId)
  if (line.copyId === null && !line.trusted) {
    const checked = await check(parts, step)
    if ('hold' in checked) return holdChanges(line, checked.hold)
    if ('copy' in checked) return { copyId: COPY_WANTED, trusted: true }
    if ('prints' in checked) return adoptPrints(parts, step, checked.prints)
  }
  if (line.copyId === null && line.trusted) {
    const released = await checkReleased(parts, step)
    if (released !== null) return released
  }
  const { fill, render } = await finalizeFor(parts, order, line, (inside, done) =>
    step.writeWith(inside, printedChanges(parts, line, done.render, done.fill)),
  )
  // Another order, or another line of this one, was quicker by a moment.
  const taken = line.copyId === null ? takenBy(fill, order, line, []) : null
  return taken === null ? printedChanges(parts, line, render, fill) : holdChanges(line, taken)
}

/** Staff vouch for the fill, but another line may have printed it, or taken it along when it went. */
async function checkReleased(parts: PerformParts, { order, line }: Step): Promise<LineChanges | null> {
  const fill = await readFill(parts, line.fillId)
  if (fill === null) return null
  const taken = takenBy(fill, order, line, [])
  if (taken !== null) return holdChanges(line, taken)
  const isEnded = fill.status === 'expired' && fill.externalOrderId === order.reference
  return isEnded ? { copyId: COPY_WANTED } : null
}

/** What was printed for the line before its order was known here is not printed again. */
async function adoptPrints(
  parts: PerformParts,
  { line }: Step,
  prints: readonly FillRecord[],
): Promise<LineChanges> {
  const standing = prints.filter(({ status }) => status === 'finalized')
  if (standing.length > 0) return { ...returnTo(parts, line, standing, 'print'), trusted: true }
  const printed = await piecesOf(parts, prints)
  if (printed === 0) return { copyId: COPY_WANTED, trusted: true }
  return { ...holdChanges(line, 'printed_then_canceled'), printed, trusted: true }
}

/**
 * As many are ordered as were printed, or fewer: back to the last print. A copy for the others whose print file failed
 * is ended, so that nobody prints it later.
 */
export async function settleLine(parts: PerformParts, step: Step): Promise<LineChanges> {
  const { order, line } = step
  const standing = (await printsOf(parts, order, line)).filter(({ status }) => status === 'finalized')
  const failed = await printsWith(parts, standing, 'failed')
  const kept = standing.filter((print) => !failed.includes(print))
  const changes = returnTo(parts, line, kept, 'settle')
  await endFills(
    parts,
    step,
    failed.map(({ id }) => id),
    changes,
  )
  return changes
}

function returnTo(
  { clock }: PerformParts,
  line: StorefrontLine,
  prints: readonly FillRecord[],
  move: 'print' | 'settle',
): LineChanges {
  const [last] = prints
  const of =
    last === undefined
      ? {}
      : {
          renderId: last.lastRenderId,
          copyId: last.id === line.fillId ? null : last.id,
          printed: piecesIn(prints),
        }
  return { ...AT_REST, ...of, state: moveLine(line.state, move), nextAttemptAt: clock.now() }
}

function printedChanges(
  parts: PerformParts,
  line: StorefrontLine,
  render: RenderRecord,
  fill: FillRecord | null,
): LineChanges {
  const printed = line.printed + (fill?.quantity ?? 0)
  const changes = { state: moveLine(line.state, 'print'), trusted: true, renderId: render.id, printed }
  const shown = { ...line, ...changes, reason: null, message: null } as StorefrontLine
  return { ...changes, reason: null, message: null, ...watchedChanges(parts, shown, render.status, fill) }
}

/** A failed print file is created again under its own id; one that has succeeded since is used. */
async function runAgain(parts: PerformParts, step: Step, renderId: string): Promise<LineChanges> {
  const { line } = step
  const { useCases, teamId } = parts
  const changesFor = async (store: Store, render: RenderRecord): Promise<LineChanges> =>
    printedChanges(parts, line, render, await readFill({ ...parts, store }, printedFill(line)))
  try {
    const { render } = await useCases.retryRender({
      ...{ teamId, id: renderId, actor: STOREFRONT_ACTOR },
      also: async (inside, changed) => step.writeWith(inside, await changesFor(inside, changed)),
    })
    return await changesFor(parts.store, render)
  } catch (error) {
    if (error instanceof LeaseLost || refusalOf(error) instanceof Later) throw error
    return changesFor(parts.store, await readRender(parts, renderId))
  }
}

/** The copy that is printed in place of the fill. */
async function copyFor(parts: PerformParts, { line, writeWith }: Step): Promise<LineChanges> {
  const { useCases, teamId } = parts
  try {
    const { fill } = await useCases.copyFill({
      ...{ teamId, id: line.fillId },
      also: (inside, copy) => writeWith(inside, { copyId: copy.id }),
    })
    return { copyId: fill.id }
  } catch (error) {
    if (!isRefusedAs(error, 'not_found')) throw error
    throw new Refused('fill_not_found', HOLDS.fill_not_found)
  }
}
