/** Orders that are finalized, approved and refused in any order while services are killed: a held one never prints. */
import { mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../support/database/postgres.ts'
import { publishCard, VALUES } from '../../support/kills/card.ts'
import type { Plan, Stage } from '../../support/kills/plan.ts'
import type { Json } from '../../support/kills/service-client.ts'
import { journeys, killed } from '../../support/kills/strikes.ts'
import type { Chance } from '../../support/run/seeded-chance.ts'

interface Order {
  readonly reference: string
  readonly fillId: string
  /** The decisions that were answered with success. */
  readonly decided: Set<string>
}

interface Reviews {
  readonly stage: Stage
  readonly templateId: string
  readonly hotFolderId: string
  /** Where print files are placed. */
  readonly press: string
  readonly orders: Order[]
  unanswered: number
}

/** An order with all that is there of it at the end. */
interface Row {
  readonly order: Order
  readonly status: string
  readonly renders: readonly Json[]
  /** Events of its fill, and of its renders. */
  readonly events: readonly Json[]
}

const CLIENTS = 6
const STEPS = ['finalize', 'approve', 'refuse'] as const
/** Of the first orders, which are through before the first kill: each outcome is there, whatever chance gives the others. */
const FIRST: readonly (readonly (typeof STEPS)[number][])[] = [
  ['finalize', 'approve'],
  ['finalize', 'refuse'],
  ['finalize'],
]
const DECIDED = { approve: 'approved', refuse: 'refused' } as const
const PRINTED: Readonly<Record<string, string>> = {
  ...{ requested: 'queued', approved: 'succeeded', refused: 'canceled' },
}

/** A kill falls into each part of the run, however quick the machine is. */
export function reviewPlan(ground: Database, orders: number, kills: number): Plan<Reviews, readonly Row[]> {
  return {
    ground,
    env: (folder) => ({ HOT_FOLDERS: join(folder, 'hot'), PLATE_CHECKS: 'none' }),
    open: openReviews,
    load: { clients: CLIENTS, journeys: orders, steps: [[1, orderAndDecide]] },
    turns: Array.from({ length: kills }, (_, at) => ({
      when: journeys(Math.floor((orders * (at + 1)) / (kills + 1))),
      strike: killed,
    })),
    // What was lost on its way is said again, as a shop does.
    async finish({ stage, orders }) {
      for (const order of orders) await stage.client.make(...finalize(order))
    },
    async left(world) {
      const rows = await readRows(world)
      const open = rows.filter((row) => row.status === 'approved' && row.renders[0]?.status !== 'succeeded')
      const approved = rows.filter((row) => row.status === 'approved').length
      return open.length + Math.max(0, approved - (await placed(world)).length)
    },
    read: readRows,
    invariants: {
      'each order is reviewed once, as it was answered': (rows) =>
        ofEach(rows, ({ order, status, events }) => {
          const [first, ...more] = [...order.decided]
          if (PRINTED[status] === undefined) return 'is no state of a finalized fill'
          if ((first ?? status) !== status || more.length > 0) return `was answered as ${[...order.decided]}`
          const told = events.map(({ type }) => type)
          const asked = told.filter((type) => type === 'fill.review_requested').length
          const decisions = told.filter((type) => /^fill\.(?:approved|refused)$/.test(type))
          if (`${decisions}` !== (status === 'requested' ? '' : `fill.${status}`))
            return `told of ${decisions}`
          return asked === 1 ? null : `was asked for ${asked} times`
        }),
      'each order has one render, printed if it is approved': (rows) =>
        ofEach(rows, ({ status, renders }) => {
          const found = renders.map((render) => render.status)
          return `${found}` === PRINTED[status] ? null : `has the renders ${found}`
        }),
      'nothing is printed before it is approved': (rows) =>
        ofEach(rows, ({ events }) => {
          const at = (type: string) => events.find((event) => event.type === type)?.created_at
          const [approved, made] = [at('fill.approved'), at('render.succeeded')]
          if (made === undefined || (approved !== undefined && approved <= made)) return null
          return `was printed at ${made}, and approved at ${approved}`
        }),
      async 'only what is approved goes to the hot folder'(rows, { stage, hotFolderId }) {
        const sent = await stage.client.all(`/v1/hot_folders/${hotFolderId}/deliveries`)
        const approved = rows.filter((row) => row.status === 'approved').flatMap((row) => row.renders)
        const ids = new Set(approved.map((render) => render.id))
        return sent.filter((one) => !ids.has(one.render_id)).map((one) => `${one.render_id} went there`)
      },
    },
    afterwards: {
      async 'the hot folder has the print files of what is approved'(rows, world) {
        const lying = await placed(world)
        const approved = rows.filter((row) => row.status === 'approved')
        const expected = approved.map(({ order }) => `${order.reference}.pdf`).sort()
        return `${lying}` === `${expected}` ? [] : [`It has ${lying}, and not ${expected}.`]
      },
    },
    counts(rows, { unanswered }) {
      const count = (status: string) => rows.filter((row) => row.status === status).length
      return {
        ...{ approved: count('approved'), refused: count('refused'), waiting: count('requested') },
        unanswered,
      }
    },
  }
}

/** Reviews everything and has one hot folder. */
async function openReviews(stage: Stage): Promise<Reviews> {
  const { client } = stage
  const press = join(stage.folder, 'hot/press')
  mkdirSync(press, { recursive: true })
  const templateId = await publishCard(client)
  const folder = { name: 'Press', folder: 'press', name_pattern: '{order}.pdf' }
  const { hot_folder } = await client.make('/v1/hot_folders', { body: folder })
  await client.make('/v1/team/settings', { method: 'PATCH', body: { review: 'all' } })
  return { stage, templateId, hotFolderId: hot_folder.id, press, orders: [], unanswered: 0 }
}

const finalize = ({ fillId, reference }: Order) =>
  [`/v1/fills/${fillId}/finalize`, { body: { external_order_id: reference } }] as const

async function orderAndDecide(world: Reviews, chance: Chance): Promise<void> {
  const { client, faults } = world.stage
  const made = await client.make('/v1/fills', { body: { template_id: world.templateId, values: VALUES } })
  const drawn = Array.from({ length: chance.whole(1, 5) }, () => chance.pick(STEPS))
  const steps = FIRST[world.orders.length] ?? drawn
  const reference = `order-${String(world.orders.length + 1).padStart(5, '0')}`
  const order: Order = { reference, fillId: made.fill.id, decided: new Set() }
  world.orders.push(order)
  for (const step of steps) {
    const answer =
      step === 'finalize'
        ? await client.send(...finalize(order))
        : await client.send(`/v1/fills/${order.fillId}/review`, { body: { decision: step } })
    if (answer === null) world.unanswered += 1
    else if (answer.status === 200 && step !== 'finalize') order.decided.add(DECIDED[step])
    else if (answer.status !== 200 && (step === 'finalize' || answer.status !== 409))
      faults.push(`${reference}: ${step} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }
}

async function readRows({ stage: { client }, orders }: Reviews): Promise<readonly Row[]> {
  const [fills, renders, events] = await Promise.all(
    ['fills', 'renders', 'events'].map((list) => client.all(`/v1/${list}`)),
  )
  const fillById = new Map(fills?.map((fill) => [fill.id, fill]))
  const rendersOf = Map.groupBy(renders ?? [], (render) => render.fill_id)
  const eventsOf = Map.groupBy(events ?? [], (event) => event.data.object.id)
  return orders.map((order) => {
    const own = rendersOf.get(order.fillId) ?? []
    const ids = [order.fillId, ...own.map((render) => render.id)]
    const status = fillById.get(order.fillId)?.review.status
    return { order, status, renders: own, events: ids.flatMap((id) => eventsOf.get(id) ?? []) }
  })
}

function ofEach(rows: readonly Row[], broken: (row: Row) => string | null): readonly string[] {
  return rows.flatMap((row) => {
    const line = broken(row)
    return line === null ? [] : [`${row.order.reference} (${row.status}) ${line}`]
  })
}

async function placed({ press }: Reviews): Promise<readonly string[]> {
  return (await readdir(press)).filter((name) => /^[^.].*\.pdf$/.test(name)).sort()
}
