/** The ink and paper that the lines of a storefront's order print with. */

import type { FillView } from '../fill/view.ts'
import { printedFill } from './fill-of-line.ts'
import type { StorefrontLine, StorefrontOrder } from './line.ts'
import type { NamedColor } from './order.ts'
import type { PerformParts } from './perform-parts.ts'

export interface LineStock {
  readonly inks: readonly NamedColor[]
  readonly paper: NamedColor | null
}

export const NO_STOCK: LineStock = { inks: [], paper: null }

/** Fills of one order that are looked at. */
const MOST_FILLS = 100

/** By line, once the fill is printed for this order; one question for each order. */
export async function stockOfLines(
  { useCases, teamId }: Pick<PerformParts, 'useCases' | 'teamId'>,
  { reference }: StorefrontOrder,
  lines: readonly StorefrontLine[],
): Promise<ReadonlyMap<string, LineStock>> {
  const page = { limit: MOST_FILLS, startingAfter: null }
  const { items } = await useCases.listFills(teamId, { externalOrderId: reference }, page)
  const byFill = new Map(items.map((view) => [view.fill.id, view]))
  return new Map(
    lines.flatMap((line) => {
      const view = byFill.get(printedFill(line))
      return view === undefined ? [] : [[line.id, stockOf(view)] as const]
    }),
  )
}

function stockOf({ printed: { inks, paper } }: FillView): LineStock {
  return { inks: inks.map(named), paper: paper === null ? null : named(paper) }
}

function named({ name, hex }: NamedColor): NamedColor {
  return { name, hex }
}
