/** A history of orders: the model's possible states beside the real ones, and the commands that a history is made of. */
import { expect } from 'chai'
import type fc from 'fast-check'
import { NO_FILL } from '../../../core/service/storefront/line.ts'
import type { SampleLine, SampleOrder } from '../../support/shops/sample-order.ts'
import { cutsOf, decide, emptyModel, hear, type OrderModel, wantedOf, workAll } from './order-model.ts'
import type { Death, OrderShop } from './order-shop.ts'

/** What is done of the work after a message. */
export type After = 'rest' | 'nothing' | 'hear' | (Death & { readonly recovers: boolean })

export type Command = fc.AsyncCommand<History, OrderShop>

/** Mapped for all histories; each has one more product, which is not at first. */
export const MAPPED = 'mug'
const STEP_MS = 20_000

export class History {
  readonly #shop: OrderShop
  readonly own: string
  /** As they were sent, the latest last. */
  readonly sent: SampleOrder[][] = []
  readonly designs: string[] = []
  #possible: readonly OrderModel[] = [emptyModel([MAPPED])]
  #hooks: string[] = []

  constructor(shop: OrderShop, own: string) {
    this.#shop = shop
    this.own = own
  }

  get orderIds(): readonly string[] {
    return this.sent.flatMap(([first]) => first?.id ?? [])
  }

  order(index: number): SampleOrder {
    const latest = this.sent[index % this.sent.length]?.at(-1)
    if (latest === undefined) throw new Error('There is no order yet.')
    return latest
  }

  /** A new one, unless there is one of this number. */
  async design(index: number | null, isUnprintable = false): Promise<string> {
    const known = index === null ? undefined : this.designs[index % Math.max(1, this.designs.length)]
    if (known !== undefined) return known
    const id = await this.#shop.fill(isUnprintable)
    this.know(id, isUnprintable)
    return id
  }

  /** A design that was made for this history. */
  know(id: string, isUnprintable = false): void {
    this.designs.push(id)
    for (const model of this.#possible)
      model.designs[id] = { id, isUnprintable, status: 'open', order: null, line: null, wasPrinted: false }
  }

  async tell(order: SampleOrder, after: After): Promise<void> {
    this.#shop.test.clock.advance(STEP_MS)
    const known = this.sent.find(([first]) => first?.id === order.id)
    const latest = known?.at(-1)
    if (known === undefined) this.sent.push([order])
    else if (latest !== undefined && latest.changedAt <= order.changedAt) known.push(order)
    this.#hooks.push(await this.#shop.send(order))
    for (const model of this.#possible) model.inbox.push(order)
    await this.go(after)
  }

  async go(after: After): Promise<void> {
    if (after === 'nothing') return
    if (after === 'rest') return this.rest()
    if (after === 'hear') {
      await this.#shop.hear(this.#hooks)
      this.#hooks = []
      this.#each((model) => {
        while (model.inbox.length > 0) hear(model)
      })
      return
    }
    const hasDied = await this.#shop.work(this.orderIds, this.#hooks, after)
    if (hasDied) this.#possible = distinct(this.#possible.flatMap(cutsOf))
    else this.#each(workAll)
    const heard = await Promise.all(this.#hooks.map((id) => this.#shop.isHeard(id)))
    this.#hooks = this.#hooks.filter((_, at) => heard[at] !== true)
    this.#possible = this.#possible.filter(({ inbox }) => inbox.length === this.#hooks.length)
    if (after.recovers) await this.rest()
  }

  /** Everything is done, and is as one of the possible models says. */
  async rest(): Promise<void> {
    await this.#shop.rest(this.orderIds, this.#hooks)
    this.#hooks = []
    this.#each(workAll)
    const seen = await this.#seen()
    const fitting = this.#possible.filter((model) => said(model) === seen)
    if (fitting.length === 0) throw new Error(this.#named(differences(seen, this.#possible.map(said))))
    this.#possible = fitting
  }

  async decide(index: number, action: 'release' | 'retry', after: After): Promise<void> {
    const rows = await this.#shop.rowsOf(this.orderIds)
    const line = rows[index % rows.length]
    if (line === undefined) return
    const order = await this.#shop.test.server.ports.store.storefront.orders.find(
      this.#shop.test.team.id,
      line.orderRowId,
    )
    const isDone = await this.#shop.decide(line.id, action)
    const fitting = this.#possible.filter((model) => {
      const row = model.rows.find(
        (one) =>
          one.order === order?.orderId && one.line === line.line && (one.design ?? NO_FILL) === line.fillId,
      )
      return row !== undefined && decide(row, action) === isDone
    })
    expect(fitting, `${action} of ${line.line}, ${line.state} ${line.reason}: ${isDone}`).not.to.have.length(
      0,
    )
    this.#possible = fitting
    await this.go(after)
  }

  async turnMapping(): Promise<void> {
    const isMapped = this.#possible[0]?.mapped.includes(this.own) === true
    await (isMapped ? this.#shop.unmap(this.own) : this.#shop.map(this.own))
    this.#each((model) => {
      model.mapped = isMapped ? [MAPPED] : [MAPPED, this.own]
    })
    // What a worker has seen of mappings holds for a moment.
    this.#shop.test.clock.advance(STEP_MS)
  }

  /** Changes the latest message of an order. */
  async change(
    index: number,
    changes: (order: SampleOrder) => Partial<SampleOrder>,
    after: After,
  ): Promise<void> {
    const latest = this.order(index)
    await this.tell({ ...latest, ...changes(latest), changedAt: latest.changedAt + 1000 }, after)
  }

  /** With short names in the place of ids. */
  #named(text: string): string {
    const ids = [...this.orderIds, ...this.designs]
    return ids.reduce(
      (named, id) =>
        named.replaceAll(id, id.startsWith('fill') ? `D${ids.indexOf(id)}` : `O${ids.indexOf(id)}`),
      text,
    )
  }

  #each(does: (model: OrderModel) => void): void {
    for (const model of this.#possible) does(model)
    this.#possible = distinct(this.#possible)
  }

  async #seen(): Promise<string> {
    const lines: string[] = []
    for (const orderId of this.orderIds) {
      const { rows, standing, unmade } = await this.#shop.see(orderId)
      for (const { row, ...pieces } of rows) lines.push(sayRow({ ...row, order: orderId, ...pieces }))
      if (standing > 0) lines.push(`${orderId}: ${standing} pieces`)
      for (const render of unmade) lines.push(`${orderId}: ${render} has no file`)
    }
    for (const id of this.designs) {
      const { status, externalOrderId, lineRef } = await this.#shop.readFill(id)
      const order = externalOrderId?.replace('mock:mock-shop:', '') ?? null
      lines.push(sayDesign({ id, status, order, line: lineRef }))
    }
    return lines.sort().join('\n')
  }
}

/** The lines in which what is differs from what may be. */
function differences(seen: string, possible: readonly string[]): string {
  const is = seen.split('\n')
  const texts = possible.map((text) => {
    const may = text.split('\n')
    const lost = may.filter((line) => !is.includes(line))
    const more = is.filter((line) => !may.includes(line))
    return [...lost.map((line) => `model: ${line}`), ...more.map((line) => `is:    ${line}`)].join('\n')
  })
  return `The orders are not as their model says.\n${texts.join('\n-- or --\n')}\nAll of it:\n${seen}`
}

function distinct(models: readonly OrderModel[]): readonly OrderModel[] {
  return [...new Map(models.map((model) => [JSON.stringify(model), model])).values()]
}

/** The model in the words of `#seen`. */
function said(model: OrderModel): string {
  const orders = Object.keys(model.orders)
  const lines = model.rows.map((row) => {
    const isAtPress = row.state === 'finalized' || row.state === 'fulfilled'
    const surplus = isAtPress ? Math.max(0, row.printed - wantedOf(row)) : 0
    return sayRow({ ...row, fillId: row.design ?? NO_FILL, surplus })
  })
  for (const id of orders) {
    const rows = model.rows.filter(({ order }) => order === id)
    const standing = rows.reduce((sum, row) => sum + row.standing, 0)
    if (standing > 0) lines.push(`${id}: ${standing} pieces`)
  }
  for (const design of Object.values(model.designs)) lines.push(sayDesign(design))
  return lines.sort().join('\n')
}

interface SaidRow {
  readonly order: string
  readonly line: string
  readonly fillId: string
  readonly state: string
  readonly reason: string | null
  readonly quantity: number
  readonly refunded: number
  readonly printed: number
  readonly standing: number
  readonly surplus: number
}

function sayRow(row: SaidRow): string {
  const { order, line, fillId, state, reason, printed, standing, surplus } = row
  const pieces = `${printed} of ${wantedOf(row)} printed, ${standing} stand, ${surplus} too many`
  return `${order} line ${line} ${fillId}: ${state} ${reason}, ${pieces}`
}

function sayDesign(design: { id: string; status: string; order: string | null; line: string | null }) {
  return `${design.id}: ${design.status} ${design.order} ${design.line}`
}

/** The line of this number, as it is changed. */
export function withLine(
  { lines }: SampleOrder,
  index: number,
  changes: (line: SampleLine) => SampleLine | null,
): readonly SampleLine[] {
  const place = index % Math.max(1, lines.length)
  return lines.flatMap((line, at) => (at === place ? (changes(line) ?? []) : line))
}
