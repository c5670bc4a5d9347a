/** The ink and paper that the lines of a storefront's order print with, asked of the service. */

import type { Api } from './adapter-context.ts'
import { answered, Refused } from './api-calls.ts'
import { COPY_WANTED, type StorefrontLine, type StorefrontOrder } from './line.ts'
import type { NamedColor } from './order.ts'

export interface LineStock {
  readonly inks: readonly NamedColor[]
  readonly paper: NamedColor | null
}

export const NO_STOCK: LineStock = { inks: [], paper: null }

/** As the wire has them; services of earlier versions do not say them. */
interface FillStock {
  readonly id: string
  readonly inks?: readonly NamedColor[]
  readonly paper?: NamedColor | null
}

/** By line, once the fill is printed for this order; one question for each order. Throws Later. */
export async function stockOfLines(
  api: Api,
  { reference }: StorefrontOrder,
  lines: readonly StorefrontLine[],
): Promise<ReadonlyMap<string, LineStock>> {
  const path = `/v1/fills?limit=100&external_order_id=${encodeURIComponent(reference)}`
  const byFill = new Map((await readFills(api, path)).map((fill) => [fill.id, fill]))
  return new Map(
    lines.flatMap((line) => {
      const fill = byFill.get(printedFill(line))
      return fill === undefined ? [] : [[line.id, stockOf(fill)] as const]
    }),
  )
}

/** Decision: a key that may not read fills does not keep the status from being written. */
async function readFills(api: Api, path: string): Promise<readonly FillStock[]> {
  try {
    return answered<{ data: readonly FillStock[] }>(await api.call('GET', path)).data
  } catch (error) {
    if (error instanceof Refused) return []
    throw error
  }
}

function stockOf({ inks = [], paper = null }: FillStock): LineStock {
  return { inks: inks.map(named), paper: paper === null ? null : named(paper) }
}

function named({ name, hex }: NamedColor): NamedColor {
  return { name, hex }
}

/** The fill that goes to press. */
function printedFill({ fillId, copyId }: StorefrontLine): string {
  return copyId !== null && copyId !== COPY_WANTED ? copyId : fillId
}
