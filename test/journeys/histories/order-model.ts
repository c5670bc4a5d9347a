/** What the lines of orders must end as, by docs/sell/orders.md alone: a small model that shares no code with the service. */
import type { SampleLine, SampleOrder } from '../../support/shops/sample-order.ts'

type Goal = 'attach' | 'finalize' | 'fulfill' | 'withdraw'

/** A fill that customers made. Copies of it are no designs of their own. */
export interface Design {
  readonly id: string
  /** Its values cannot be set. */
  readonly isUnprintable: boolean
  status: 'open' | 'finalized' | 'expired'
  /** The order and the line that it was printed for; an order that ended it unprinted has no line. */
  order: string | null
  line: string | null
  wasPrinted: boolean
}

/** A line with one design, or without: with another design it is another row once the press has the first. */
export interface Row {
  readonly order: string
  readonly line: string
  design: string | null
  product: string
  quantity: number
  refunded: number
  copiedFrom: string | null
  goal: Goal
  state: 'attached' | 'finalizing' | 'finalized' | 'fulfilled' | 'withdrawn' | 'failed' | 'held'
  reason: string | null
  /** Pieces sent to the press, also after they are withdrawn; from 0 again where staff have all of them printed again. */
  printed: number
  /** Pieces in all print files, also in those of an earlier time that were withdrawn. */
  made: number
  /** Pieces in print files that stand. */
  standing: number
  /** The order was found to be the design's, or staff released it. */
  trusted: boolean
  /** It is printed as a copy. */
  copies: boolean
}

export interface OrderModel {
  readonly orders: Record<string, { status: SampleOrder['status']; changedAt: number }>
  /** In the order in which they were made. */
  rows: Row[]
  readonly designs: Record<string, Design>
  /** Those that are printed from the template of all designs. */
  mapped: string[]
  /** Messages that were sent and not heard yet, first one first. */
  inbox: SampleOrder[]
}

export const emptyModel = (mapped: readonly string[]): OrderModel => ({
  ...{ orders: {}, rows: [], designs: {}, inbox: [] },
  mapped: [...mapped],
})

export const wantedOf = ({ quantity, refunded }: Pick<Row, 'quantity' | 'refunded'>): number =>
  Math.max(0, quantity - refunded)

const GOALS: readonly Goal[] = ['attach', 'finalize', 'fulfill', 'withdraw']
const GOAL_OF: Readonly<Record<SampleOrder['status'], Goal>> = {
  open: 'attach',
  paid: 'finalize',
  fulfilled: 'fulfill',
  canceled: 'withdraw',
}

/** The first message of the inbox. An older one than is known changes nothing. */
export function hear(model: OrderModel): void {
  const message = model.inbox.shift()
  if (message === undefined) return
  const known = model.orders[message.id]
  if (known !== undefined && message.changedAt < known.changedAt) return
  const before = model.rows.filter(({ order }) => order === message.id)
  const lines = message.lines.filter(
    ({ id, fill, product }) =>
      fill !== null ||
      model.mapped.includes(product) ||
      before.some((row) => row.line === id && row.design !== null),
  )
  if (known === undefined && lines.length === 0) return
  model.orders[message.id] = { status: message.status, changedAt: message.changedAt }
  const kept = new Set<Row>()
  for (const line of lines) kept.add(hearLine(model, message, known?.status, before, line))
  for (const row of before) if (!kept.has(row)) row.goal = 'withdraw'
  // Without a design nothing is left of a line that went.
  model.rows = model.rows.filter((row) => row.design !== null || kept.has(row) || row.order !== message.id)
}

function hearLine(
  model: OrderModel,
  message: SampleOrder,
  statusBefore: SampleOrder['status'] | undefined,
  before: readonly Row[],
  line: SampleLine,
): Row {
  const ofLine = before.filter((row) => row.line === line.id)
  const same = sameOf(ofLine, line)
  const said = {
    ...{ product: line.product, quantity: line.quantity, refunded: line.refunded ?? 0 },
    copiedFrom: line.copiedFrom ?? message.copiedFrom,
  }
  const asked: Goal = wantedOf(said) === 0 ? 'withdraw' : GOAL_OF[message.status]
  if (same !== undefined) {
    const isRaised = same.goal !== 'withdraw' && message.status === statusBefore
    const goal = isRaised && GOALS.indexOf(same.goal) > GOALS.indexOf(asked) ? same.goal : asked
    return Object.assign(same, said, { goal })
  }
  const fresh = { state: 'attached', reason: null, trusted: false, copies: false } as const
  const waiting = ofLine.find(
    ({ state, reason, printed }) =>
      printed === 0 &&
      reason !== 'line_has_other_fill' &&
      (state === 'attached' || state === 'held' || state === 'failed'),
  )
  if (waiting !== undefined) return Object.assign(waiting, said, fresh, { goal: asked, design: line.fill })
  const row: Row = {
    ...{ order: message.id, line: line.id, design: line.fill, ...said, goal: asked },
    ...{ ...fresh, printed: 0, made: 0, standing: 0 },
  }
  if (line.fill === null) hold(row, 'design_missing')
  else if (ofLine.some(isAtPress)) hold(row, 'line_has_other_fill')
  model.rows.push(row)
  return row
}

/** The row of the line's design. A line that comes without one keeps the design that it had. */
function sameOf(ofLine: readonly Row[], { fill }: SampleLine): Row | undefined {
  const same = ofLine.find(({ design }) => design === fill)
  if (same !== undefined || fill !== null) return same
  return ofLine.findLast(({ state }) => state !== 'withdrawn') ?? ofLine.at(-1)
}

function isAtPress({ state, printed }: Row): boolean {
  return printed > 0 || state === 'finalizing'
}

function hold(row: Row, reason: string): void {
  row.state = 'held'
  row.reason = reason
}

/** Does all that a line needs and that no staff decide. */
export function work(model: OrderModel, row: Row): void {
  if (row.goal === 'withdraw') {
    if (row.state !== 'withdrawn') withdraw(model, row)
    return
  }
  if (row.state === 'withdrawn') {
    if (row.design === null) {
      hold(row, 'design_missing')
      return
    }
    if (row.printed > 0) {
      hold(row, 'printed_then_canceled')
      return
    }
    Object.assign(row, { state: 'attached', copies: row.trusted })
  }
  if (row.state === 'attached' && row.goal !== 'attach') row.state = 'finalizing'
  if (row.state === 'finalizing') print(model, row)
  const wanted = wantedOf(row)
  const isBack = row.reason === 'more_to_print' || row.state === 'failed'
  if (isBack && row.printed > 0 && row.printed >= wanted)
    Object.assign(row, { state: 'finalized', reason: null })
  if (row.state !== 'finalized' && row.state !== 'fulfilled') return
  if (row.printed < wanted) {
    hold(row, 'more_to_print')
    return
  }
  row.reason = row.printed > wanted ? 'too_many_at_press' : null
  if (row.goal === 'fulfill') row.state = 'fulfilled'
}

function print(model: OrderModel, row: Row): void {
  const wanted = wantedOf(row)
  if (row.printed === 0 && row.goal === 'attach') {
    row.state = 'attached'
    return
  }
  if (row.printed >= wanted) {
    Object.assign(row, { state: 'finalized', reason: null })
    return
  }
  const design = model.designs[row.design ?? '']
  if (design === undefined) return
  if (!row.copies && !row.trusted) {
    const found = check(model, row)
    if (found !== 'own' && found !== 'copy') {
      hold(row, found)
      return
    }
    row.copies = found === 'copy'
    row.trusted = row.copies
  }
  const taken = row.copies ? null : takenBy(design, row)
  if (taken !== null) {
    hold(row, taken)
    return
  }
  // Another line of the order took it along when it went.
  if (design.status === 'expired') row.copies = true
  if (design.isUnprintable) {
    Object.assign(row, { state: 'failed', reason: 'values_not_printable' })
    return
  }
  if (!row.copies)
    Object.assign(design, { status: 'finalized', order: row.order, line: row.line, wasPrinted: true })
  row.standing += wanted - row.printed
  row.made += wanted - row.printed
  Object.assign(row, { printed: wanted, trusted: true, state: 'finalized', reason: null })
}

/** Everything that was printed for the line ends, and its design if that is the order's own. */
function withdraw(model: OrderModel, row: Row): void {
  const design = model.designs[row.design ?? '']
  const isOwn = row.trusted || (row.state !== 'held' && check(model, row) === 'own')
  if (design !== undefined) {
    const isPrintedHere = design.order === row.order && design.line === row.line
    const isUnprinted = design.status === 'open' && isOwn && !row.copies
    if (isPrintedHere || isUnprinted) Object.assign(design, { status: 'expired', order: row.order })
  }
  // One that was to be printed again: what was printed at first is known.
  const printed = row.printed === 0 ? row.made : row.printed
  const reason = printed > 0 ? 'withdrawn_after_print' : null
  Object.assign(row, { state: 'withdrawn', reason, printed, standing: 0, trusted: isOwn })
}

/** Why the row must not print its design; or that it prints the design itself, or a copy. */
function check(model: OrderModel, row: Row): string {
  const design = model.designs[row.design ?? '']
  if (design === undefined) return 'fill_not_found'
  if (row.copiedFrom !== null) {
    const source = model.rows.find(
      (one) => one !== row && one.order === row.copiedFrom && one.design === row.design,
    )
    if (source !== undefined) {
      const wanted = source.goal === 'withdraw' ? 0 : wantedOf(source)
      if (source.printed > wanted) return 'printed_with_source'
      const found = source.trusted ? 'own' : checkAlone(model, source, design)
      return found === 'own' ? 'copy' : found
    }
  }
  const taken = takenBy(design, row)
  if (taken !== null) return taken
  const earlier = model.rows.slice(0, model.rows.indexOf(row))
  const rivals = earlier.filter(
    (one) => one.design === row.design && one.state !== 'withdrawn' && one.state !== 'held',
  )
  if (rivals.some(({ order }) => order === row.order)) return 'fill_on_other_line'
  // An order that is not paid stands in nobody's way.
  if (rivals.some(({ state }) => state !== 'attached')) return 'fill_of_other_order'
  return checkAlone(model, row, design)
}

function checkAlone(model: OrderModel, row: Row, design: Design): string {
  const taken = takenBy(design, row)
  if (taken !== null) return taken
  if (!model.mapped.includes(row.product)) return 'product_not_mapped'
  return design.status === 'expired' ? 'copy' : 'own'
}

function takenBy(design: Design, row: Row): string | null {
  if (design.order !== null && design.order !== row.order) return 'fill_of_other_order'
  if (design.wasPrinted && design.line !== row.line) return 'fill_on_other_line'
  return null
}

const NOT_RELEASED: readonly (string | null)[] = ['design_missing']
const AS_COPY: readonly (string | null)[] = [
  ...['fill_of_other_order', 'fill_on_other_line', 'printed_with_source'],
  ...['more_to_print', 'printed_then_canceled'],
]

/** *Release* of a held line and *Try again* of a failed one; false where the service refuses it. */
export function decide(row: Row, action: 'release' | 'retry'): boolean {
  const isOffered =
    action === 'retry' ? row.state === 'failed' : row.state === 'held' && !NOT_RELEASED.includes(row.reason)
  if (!isOffered || row.goal === 'withdraw') return false
  if (action === 'release') {
    row.trusted = true
    if (AS_COPY.includes(row.reason)) row.copies = true
    if (row.reason === 'printed_then_canceled') row.printed = 0
  }
  if (row.goal === 'attach') row.goal = 'finalize'
  Object.assign(row, { state: 'finalizing', reason: null })
  return true
}

/**
 * Where the work can have been cut off: after some of the messages; or after some of the lines, with the next one as far
 * as any of its steps.
 */
export function cutsOf(model: OrderModel): readonly OrderModel[] {
  const cuts = [structuredClone(model)]
  const running = structuredClone(model)
  while (running.inbox.length > 0) {
    hear(running)
    cuts.push(structuredClone(running))
  }
  for (const [at, row] of running.rows.entries()) {
    for (const step of stepsOf(running, row)) {
      const cut = structuredClone(running)
      Object.assign(cut.rows[at] ?? {}, step)
      cuts.push(cut)
    }
    const before = row.state
    work(running, row)
    cuts.push(structuredClone(running))
    if (row.state !== 'fulfilled' || before === 'fulfilled') continue
    const cut = structuredClone(running)
    Object.assign(cut.rows[at] ?? {}, { state: 'finalized' })
    cuts.push(cut)
  }
  return cuts
}

/** Steps of a line before its print. */
function stepsOf(model: OrderModel, row: Row): readonly Partial<Row>[] {
  if (row.goal === 'withdraw' || row.printed > 0 || row.design === null) return []
  const revived = row.state === 'withdrawn' ? { copies: row.trusted } : {}
  const steps: Partial<Row>[] = row.state === 'withdrawn' ? [{ ...revived, state: 'attached' }] : []
  const isToPrint = row.state === 'attached' || row.state === 'withdrawn' || row.state === 'finalizing'
  if (!isToPrint || row.goal === 'attach') return steps
  steps.push({ ...revived, state: 'finalizing' })
  const isCopied = !row.trusted && check(model, row) === 'copy'
  if (isCopied) steps.push({ state: 'finalizing', copies: true, trusted: true })
  return steps
}

/** Everything that waits. */
export function workAll(model: OrderModel): void {
  while (model.inbox.length > 0) hear(model)
  for (const row of model.rows) work(model, row)
}
