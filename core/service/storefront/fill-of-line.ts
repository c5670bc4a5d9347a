/** The fill of a line, as the work on the line reads, prints and ends it. */

import { notFound } from '../../errors.ts'
import type { Store } from '../../store.ts'
import type { Together } from '../access/request.ts'
import { MOST_COPIES } from '../batch/quantity.ts'
import { COPIED_FROM } from '../fill/copy.ts'
import type { FillFacts } from '../fill/create.ts'
import { isEmailAddress } from '../fill/customer.ts'
import { asOf, type FillRecord } from '../fill/fill.ts'
import type { FinalizedRecords } from '../fill/finalize.ts'
import type { RenderRecord } from '../render/render.ts'
import { COPY_WANTED, type StorefrontLine, type StorefrontOrder, wantedOf } from './line.ts'
import type { PerformParts } from './perform-parts.ts'
import { Refused } from './refusal.ts'
import { STOREFRONT_ACTOR } from './use-cases.ts'

interface Reading extends Pick<PerformParts, 'clock' | 'teamId'> {
  readonly store: Store
}
type Also<Done> = NonNullable<Together<Done>['also']>

const LONGEST_NAME = 200
/** Each press of *release* makes one. */
const MOST_PRINTS = 100

/** As of now; null where there is no such fill. */
export async function readFill({ store, clock, teamId }: Reading, id: string): Promise<FillRecord | null> {
  const fill = await store.fills.find(teamId, id)
  return fill === null ? null : asOf(fill, clock.now())
}

/** The fill that goes to press: the line's own, or its copy. */
export function printedFill({ fillId, copyId }: Pick<StorefrontLine, 'fillId' | 'copyId'>): string {
  return copyId !== null && copyId !== COPY_WANTED ? copyId : fillId
}

/** The fills that were finalized for the line, newest first: its own, copies of it, and those that were ended since. */
export async function printsOf(
  { store, clock, teamId }: Reading,
  { reference }: StorefrontOrder,
  { line, fillId }: StorefrontLine,
): Promise<readonly FillRecord[]> {
  const filter = { externalOrderId: reference, lineRef: line }
  const { items } = await store.fills.list(
    teamId,
    filter,
    { limit: MOST_PRINTS, startingAfter: null },
    clock.now(),
  )
  return items.filter(
    ({ id, finalizedAt, metadata }) =>
      finalizedAt !== null && (id === fillId || metadata[COPIED_FROM] === fillId),
  )
}

/** Those whose print file has the status. */
export async function printsWith(
  { store, teamId }: Reading,
  prints: readonly FillRecord[],
  status: RenderRecord['status'],
): Promise<readonly FillRecord[]> {
  const renders = await store.renders.findMany(
    teamId,
    prints.flatMap(({ lastRenderId }) => lastRenderId ?? []),
  )
  const found = new Set(renders.filter((render) => render.status === status).map(({ id }) => id))
  return prints.filter(({ lastRenderId }) => found.has(lastRenderId ?? ''))
}

/** How many pieces of these fills have a print file. */
export async function piecesOf(reading: Reading, prints: readonly FillRecord[]): Promise<number> {
  return piecesIn(await printsWith(reading, prints, 'succeeded'))
}

export function piecesIn(prints: readonly FillRecord[]): number {
  return prints.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Throws `not_found`. */
export async function readRender({ store, teamId }: Reading, id: string): Promise<RenderRecord> {
  const render = await store.renders.find(teamId, id)
  if (render === null) throw notFound('render')
  return render
}

/** The template of a product; a variant's own mapping wins over the product's, for every application. */
export async function templateOf(
  { store, teamId }: Pick<Reading, 'store' | 'teamId'>,
  product: string,
  variant: string | null,
): Promise<string | null> {
  const { mappings } = store
  const ofVariant = variant === null ? null : await mappings.findActive(teamId, product, variant)
  return (ofVariant ?? (await mappings.findActive(teamId, product, null)))?.templateId ?? null
}

/** Quantity, line, due date and customer travel along. Throws what finalizeFill refuses. */
export async function finalizeFor(
  { useCases, teamId }: PerformParts,
  order: StorefrontOrder,
  line: StorefrontLine,
  also: Also<FinalizedRecords>,
): Promise<FinalizedRecords> {
  const facts = { externalOrderId: order.reference, ...jobOf(order, line), ...customerOf(order) }
  const request = { values: {}, facts }
  const { view, render } = await useCases.finalizeFill({
    ...{ teamId, id: printedFill(line), request, actor: STOREFRONT_ACTOR, also },
  })
  return { fill: view.fill, render }
}

function jobOf(order: StorefrontOrder, line: StorefrontLine): Partial<FillFacts> {
  const quantity = wantedOf(line) - line.printed
  if (quantity > MOST_COPIES)
    throw new Refused(
      'invalid_parameter',
      `The quantity must be at most ${MOST_COPIES.toLocaleString('en')}.`,
    )
  return { lineRef: line.line, quantity, ...(order.dueAt === null ? {} : { dueAt: order.dueAt }) }
}

/** Decision: an address or a name that a fill cannot have does not keep an order from being printed; it is left out. */
function customerOf({ customerEmail, customerName }: StorefrontOrder): Partial<FillFacts> {
  const name = [...(customerName ?? '')].slice(0, LONGEST_NAME).join('')
  return {
    ...(customerEmail !== null && isEmailAddress(customerEmail) ? { customerEmail } : {}),
    ...(name !== '' && name.isWellFormed() ? { customerName: name } : {}),
  }
}

/** Ends a fill for the order. Throws what moveFill refuses. */
export async function endFillFor(
  { useCases, teamId }: PerformParts,
  order: StorefrontOrder,
  id: string,
  also: Also<FillRecord>,
): Promise<void> {
  const status = order.status === 'canceled' ? 'canceled' : 'refunded'
  const change = { status, reason: null, externalOrderId: order.reference } as const
  await useCases.moveFill({ teamId, id, change, actor: STOREFRONT_ACTOR, also })
}
