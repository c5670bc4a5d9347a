/** Orders that are finalized, approved and refused in any order while their services are killed, then asked what stands. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, freshDatabase } from '../database/postgres.ts'
import { type Chance, seededChance } from '../run/seeded-chance.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'
import { createServiceProcess, type ServiceProcess } from './service-process.ts'

export interface ReviewReport {
  readonly breaches: readonly string[]
  readonly approved: number
  readonly refused: number
  readonly waiting: number
  readonly unanswered: number
}

const CARD = join(import.meta.dirname, '../../../examples/wedding-card.pdf')
const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }
const CLIENTS = 6
/** Without any progress, until what was approved lies in the folder: the lease of a dead process, and room. */
const SETTLE_MS = 120_000

type Step = 'finalize' | 'approve' | 'refuse'
const DONE = { approve: 'approved', refuse: 'refused' } as const

interface Order {
  readonly reference: string
  readonly fillId: string
  readonly steps: readonly Step[]
  /** The decisions that were answered with success. */
  readonly decided: Set<'approved' | 'refused'>
}

export async function runReviews(
  database: Database,
  orders: number,
  kills: number,
  seed: number,
): Promise<ReviewReport> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-review-'))
  const root = join(folder, 'hot')
  await mkdir(join(root, 'press'), { recursive: true })
  const env = {
    HOT_FOLDERS: root,
    MASTER_KEY: '6b'.repeat(32),
    FILES_URL: `file:${join(folder, 'files')}`,
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    PLATE_CHECKS: 'none',
    ...(database === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}),
  }
  // A SQLite file has one server.
  const names = database === 'sqlite' ? ['one'] : ['one', 'two']
  const processes = names.map((name) => createServiceProcess({ ...env, DATA_DIR: join(folder, name) }))
  try {
    return await run(processes, join(root, 'press'), { orders, kills, chance: seededChance(seed) })
  } finally {
    await Promise.all(processes.map((one) => one.kill()))
    await rm(folder, { recursive: true, force: true })
  }
}

interface Size {
  readonly orders: number
  readonly kills: number
  readonly chance: Chance
}

async function run(
  processes: readonly ServiceProcess[],
  press: string,
  { orders, kills, chance }: Size,
): Promise<ReviewReport> {
  const [first, ...others] = processes as [ServiceProcess, ...ServiceProcess[]]
  await first.start()
  const breaches: string[] = []
  const client = createServiceClient({
    urls: () => processes.flatMap(({ url }) => (url === null ? [] : [url])),
    key: await first.secretKey(),
    chance: chance.branch(),
    onFault: (fault) => breaches.push(fault),
  })
  const templateId = await openReviewingShop(client)
  await Promise.all(others.map((one) => one.start()))

  const made: Order[] = []
  let begun = 0
  let unanswered = 0
  const work = async (own: Chance) => {
    while (begun < orders) {
      begun += 1
      const order = await makeOrder(client, templateId, begun, own)
      made.push(order)
      for (const step of order.steps) unanswered += await take(client, order, step, breaches)
    }
  }
  const working = Promise.all(Array.from({ length: CLIENTS }, () => work(chance.branch())))
  working.catch(() => {})
  // A kill falls into each part of the run, however quick the machine is.
  for (let count = 1; count <= kills; count += 1) {
    while (made.length < (orders * count) / (kills + 1)) await delay(5)
    const one = chance.pick(processes)
    await one.kill()
    await one.start()
  }
  await working
  // What was lost on its way is said again, as a shop does.
  for (const { fillId, reference } of made)
    await client.insist(`/v1/fills/${fillId}/finalize`, { body: { external_order_id: reference } })
  return { ...(await check(client, made, press, breaches)), unanswered }
}

/** Reviews everything and has one hot folder. Gives the template's id. */
async function openReviewingShop(client: ServiceClient): Promise<string> {
  const form = new FormData()
  form.set('pdf', new Blob([await readFile(CARD)], { type: 'application/pdf' }), 'card.pdf')
  const { template } = (await client.insist('/v1/templates', { body: form })).body
  await client.insist(`/v1/templates/${template.id}/publish`, { method: 'POST' })
  const folder = { name: 'Press', folder: 'press', name_pattern: '{order}.pdf' }
  await client.insist('/v1/hot_folders', { body: folder })
  await client.insist('/v1/team/settings', { method: 'PATCH', body: { review: 'all' } })
  return template.id
}

async function makeOrder(
  client: ServiceClient,
  templateId: string,
  number: number,
  chance: Chance,
): Promise<Order> {
  const made = await client.insist('/v1/fills', { body: { template_id: templateId, values: VALUES } })
  const steps = Array.from({ length: chance.whole(1, 5) }, () =>
    chance.pick(['finalize', 'approve', 'refuse'] as const),
  )
  const reference = `order-${String(number).padStart(5, '0')}`
  return { reference, fillId: made.body.fill.id, steps, decided: new Set() }
}

/** Gives 1 where nobody answered. */
async function take(client: ServiceClient, order: Order, step: Step, breaches: string[]): Promise<number> {
  const { fillId, reference, decided } = order
  const answer =
    step === 'finalize'
      ? await client.send(`/v1/fills/${fillId}/finalize`, { body: { external_order_id: reference } })
      : await client.send(`/v1/fills/${fillId}/review`, { body: { decision: step } })
  if (answer === null) return 1
  if (answer.status === 200 && step !== 'finalize') decided.add(DONE[step])
  const allowed = step === 'finalize' ? [200] : [200, 409]
  if (!allowed.includes(answer.status))
    breaches.push(`${reference}: ${step} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return 0
}

async function check(
  client: ServiceClient,
  orders: readonly Order[],
  press: string,
  found: readonly string[],
): Promise<Omit<ReviewReport, 'unanswered'>> {
  const breaches = [...found]
  const fills = new Map((await client.all('/v1/fills')).map((fill) => [fill.id as string, fill]))
  const statusOf = ({ fillId }: Order): string => fills.get(fillId)?.review.status
  const approved = orders.filter((order) => statusOf(order) === 'approved')
  const expected = approved.map(({ reference }) => `${reference}.pdf`).sort()
  const lying = await settled(press, expected)
  if (JSON.stringify(lying) !== JSON.stringify(expected))
    breaches.push(`The folder has ${JSON.stringify(lying)} and not ${JSON.stringify(expected)}.`)
  const renders = new Map<string, Record<string, string>[]>()
  for (const render of await client.all('/v1/renders'))
    renders.set(render.fill_id, [...(renders.get(render.fill_id) ?? []), render])
  const events = new Map<string, Record<string, string>[]>()
  for (const event of await client.all('/v1/events')) {
    const id: string = event.data.object.id
    events.set(id, [...(events.get(id) ?? []), event])
  }
  for (const order of orders) {
    const status = statusOf(order)
    const broken = (what: string) => breaches.push(`${order.reference} (${status}): ${what}`)
    if (!['requested', 'approved', 'refused'].includes(status)) broken('is no state of a finalized fill')
    for (const one of order.decided) if (one !== status) broken(`was answered as ${one}`)
    const [render, ...more] = renders.get(order.fillId) ?? []
    if (render === undefined || more.length > 0) broken(`has ${1 + more.length} renders`)
    const printed = { requested: 'queued', approved: 'succeeded', refused: 'canceled' }[status]
    if (render?.status !== printed) broken(`its render is ${render?.status}`)
    const told = (events.get(order.fillId) ?? []).map(({ type }) => type)
    const wanted = { requested: [], approved: ['fill.approved'], refused: ['fill.refused'] }[status] ?? []
    const decisions = told.filter((type) => type === 'fill.approved' || type === 'fill.refused')
    if (JSON.stringify(decisions) !== JSON.stringify(wanted)) broken(`told of ${JSON.stringify(decisions)}`)
    if (told.filter((type) => type === 'fill.review_requested').length !== 1) broken('was not asked for once')
    const approvedAt = events.get(order.fillId)?.find(({ type }) => type === 'fill.approved')?.created_at
    const madeAt = events.get(render?.id ?? '')?.find(({ type }) => type === 'render.succeeded')?.created_at
    if (madeAt !== undefined && !(approvedAt !== undefined && approvedAt <= madeAt))
      broken('was printed before it was approved')
  }
  const count = (status: string) => orders.filter((order) => statusOf(order) === status).length
  return {
    breaches,
    approved: approved.length,
    refused: count('refused'),
    waiting: count('requested'),
  }
}

/** The print files in the folder, once it has all that are expected or nothing more comes. */
async function settled(press: string, expected: readonly string[]): Promise<readonly string[]> {
  let names: readonly string[] = []
  for (let still = performance.now(); performance.now() - still < SETTLE_MS; await delay(100)) {
    const now = (await readdir(press)).filter((name) => /^[^.].*\.pdf$/.test(name)).sort()
    if (now.length !== names.length) still = performance.now()
    names = now
    if (names.length >= expected.length) break
  }
  // Whatever should not come has a moment to come.
  await delay(500)
  return (await readdir(press)).filter((name) => /^[^.].*\.pdf$/.test(name)).sort()
}
