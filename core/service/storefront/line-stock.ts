/** The ink, the paper and the preflight of the print files of lines. */

import type { PreflightStatus } from '../../engine/finding/finding.ts'
import { inksAndPaperOf } from '../../engine/scene/inks-and-paper.ts'
import type { Store } from '../../store.ts'
import type { FillRecord } from '../fill/fill.ts'
import type { RenderRecord } from '../render/render.ts'
import { printedFill } from './fill-of-line.ts'
import type { StorefrontLine, StorefrontOrder } from './line.ts'
import type { NamedColor } from './order.ts'

export interface LineStock {
  readonly inks: readonly NamedColor[]
  readonly paper: NamedColor | null
  /** Null without a print file. */
  readonly preflightStatus: PreflightStatus | null
}

export const NO_STOCK: LineStock = { inks: [], paper: null, preflightStatus: null }

/** At most this many records in one query, because a revision can take megabytes. */
const SLICE = 100

/**
 * By line; lines whose fill is not printed for their order have none. Corrections of ink and paper are included. Fills,
 * revisions and renders of all orders are read together.
 */
export async function stockOfLines(
  store: Pick<Store, 'fills' | 'renders' | 'revisions'>,
  teamId: string,
  orders: readonly { readonly order: StorefrontOrder; readonly lines: readonly StorefrontLine[] }[],
): Promise<ReadonlyMap<string, LineStock>> {
  const lines = orders.flatMap((view) => view.lines.map((line) => ({ line, order: view.order })))
  const fills = await manyOf([...new Set(lines.map(({ line }) => printedFill(line)))], (ids) =>
    store.fills.findMany(teamId, ids),
  )
  const fillOf = new Map(fills.map((fill) => [fill.id, fill]))
  const printed = lines.flatMap(({ line, order }) => {
    const fill = fillOf.get(printedFill(line))
    return fill?.externalOrderId === order.reference ? [{ line, fill }] : []
  })
  const wanted = new Map(printed.map(({ fill }) => [revisionKey(fill), fill]))
  const revisions = await manyOf([...wanted.values()], (some) => store.revisions.findMany(teamId, some))
  const revisionOf = new Map(revisions.map((revision) => [revisionKey(revision), revision]))
  const renders = await manyOf(
    printed.flatMap(({ fill }) => fill.lastRenderId ?? []),
    (ids) => store.renders.findMany(teamId, ids),
  )
  const renderOf = new Map(renders.map((render) => [render.id, render]))
  return new Map(
    printed.flatMap(({ line, fill }) => {
      const revision = revisionOf.get(revisionKey(fill))
      if (revision === undefined) return []
      const render = renderOf.get(fill.lastRenderId ?? '') ?? null
      return [[line.id, stockOf(inksAndPaperOf(revision.scene, revision.plan, render ?? fill), render)]]
    }),
  )
}

function stockOf(
  { inks, paper }: { readonly inks: readonly NamedColor[]; readonly paper: NamedColor | null },
  render: RenderRecord | null,
): LineStock {
  return {
    inks: inks.map(named),
    paper: paper === null ? null : named(paper),
    preflightStatus: render?.preflightStatus ?? null,
  }
}

function named({ name, hex }: NamedColor): NamedColor {
  return { name, hex }
}

function revisionKey({ templateId, revision }: Pick<FillRecord, 'templateId' | 'revision'>): string {
  return `${templateId} ${revision}`
}

async function manyOf<Key, Found>(
  wanted: readonly Key[],
  find: (some: readonly Key[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const found: Found[] = []
  for (let at = 0; at < wanted.length; at += SLICE) found.push(...(await find(wanted.slice(at, at + SLICE))))
  return found
}
