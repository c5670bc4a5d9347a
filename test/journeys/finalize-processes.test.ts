/** One order that reaches several processes of the service at once, many times: it is printed once. */
import { DATABASES, longOn, needsDatabase } from '../support/database/postgres.ts'
import { publishCard, VALUES } from '../support/kills/card.ts'
import type { Plan, Stage } from '../support/kills/plan.ts'
import { keepsAll } from '../support/kills/run-plan.ts'
import type { Answer } from '../support/kills/service-client.ts'

const REQUESTS = 100

interface Finalizes {
  readonly stage: Stage
  readonly fillId: string
  readonly answers: Answer[]
}

/** One element, or a line about it. */
const one = (what: string, found: Iterable<unknown>): readonly string[] => {
  const values = [...new Set(found)]
  return values.length === 1 ? [] : [`${what}: ${JSON.stringify(values)}`]
}

const plan = (ground: 'sqlite' | 'postgres'): Plan<Finalizes, Readonly<Record<string, number>>> => ({
  ...{ ground, services: 3 },
  // Nothing here asks for plates.
  env: () => ({ PLATE_CHECKS: 'none' }),
  async open(stage) {
    const body = { template_id: await publishCard(stage.client), values: VALUES }
    const { fill } = await stage.client.make('/v1/fills', { body })
    return { stage, fillId: fill.id, answers: [] }
  },
  load: {
    ...{ clients: REQUESTS, journeys: REQUESTS },
    steps: [
      [
        1,
        async ({ stage: { client }, fillId, answers }, chance) => {
          const body = { external_order_id: `order ${chance.seed}` }
          answers.push(await client.insist(`/v1/fills/${fillId}/finalize`, { body }))
        },
      ],
    ],
  },
  left: async () => 0,
  async read({ stage: { client } }) {
    const count = async (list: string) => (await client.all(`/v1/${list}`)).length
    const used: number = (await client.make('/v1/usage')).used
    return { renders: await count('renders'), told: await count('events?type=fill.finalized'), used }
  },
  invariants: {
    'each request is answered with the same render and order': (_, { answers }) => [
      ...one('status', [200, ...answers.map(({ status }) => status)]),
      ...one(
        'render',
        answers.map(({ body }) => body.render?.id),
      ),
      ...one(
        'order',
        answers.map(({ body }) => body.fill?.external_order_id),
      ),
    ],
    'all but one are replays': (_, { answers }) => {
      const replays = answers.filter(({ body }) => body.idempotent_replay === true).length
      return answers.length === REQUESTS && replays === REQUESTS - 1 ? [] : [`${replays} are`]
    },
    'it prints, is told of and counts once': (counts) =>
      Object.entries(counts).flatMap(([what, count]) => (count === 1 ? [] : [`${what}: ${count}`])),
  },
  counts: (counts) => counts,
})

for (const database of DATABASES)
  describe(`A fill that is finalized a hundred times at once, on ${longOn(database)}`, function () {
    // Several services start as processes.
    this.timeout(240_000)
    before(function () {
      needsDatabase(this, database)
    })

    it('A fill finalized a hundred times at once, in every process, has one render and 99 replays @long', async () => {
      await keepsAll(plan(database))
    })
  })
