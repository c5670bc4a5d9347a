/** A server is killed in the middle of a batch, and the next one goes on: every record once, and one end. */
import { DATABASES, longOn, needsDatabase } from '../../support/database/postgres.ts'
import { publishCard } from '../../support/kills/card.ts'
import type { Plan, Stage } from '../../support/kills/plan.ts'
import { keepsAll } from '../../support/kills/run-plan.ts'
import type { Json } from '../../support/kills/service-client.ts'
import { killed } from '../../support/kills/strikes.ts'
import { eventually } from '../../support/run/eventually.ts'
import { inForm } from '../../support/run/form.ts'

const ITEMS = inForm(70, 300)
/** Of these the first server prints so many before it is killed. */
const PRINTED = 20

interface Batch {
  readonly stage: Stage
  readonly id: string
}

interface Rows {
  readonly batch: Json
  readonly items: readonly Json[]
  readonly renders: readonly Json[]
  readonly printed: readonly string[]
  readonly completed: readonly string[]
  readonly used: number
}

const plan = (ground: 'sqlite' | 'postgres'): Plan<Batch, Rows> => ({
  ground,
  services: 1,
  env: () => ({ PLATE_CHECKS: 'none' }),
  async open(stage) {
    const template_id = await publishCard(stage.client)
    const items = Array.from({ length: ITEMS }, (_, index) => ({
      values: { 'First name': `Guest ${index}`, Date: '14 June 2027', Place: 'Hartfield' },
      external_ref: String(index),
      external_order_id: 'party',
    }))
    const body = { kind: 'renders', template_id, items }
    return { stage, id: (await stage.client.make('/v1/batches', { body })).batch.id }
  },
  turns: [
    {
      async when(_, __, world) {
        const before = await eventually(async () => {
          const batch = await readBatch(world)
          return batch.succeeded >= PRINTED && batch
        })
        if (before.succeeded === ITEMS) world.stage.faults.push('The batch was over before the kill.')
      },
      strike: killed,
    },
  ],
  async left(world) {
    const { status, succeeded, failed, skipped } = await readBatch(world)
    return status === 'completed' ? 0 : ITEMS + 1 - (succeeded + failed + skipped)
  },
  async read(world) {
    const { client } = world.stage
    const told = async (type: string) =>
      (await client.all(`/v1/events?type=${type}`)).map((event) => event.data.object.id as string).sort()
    return {
      batch: await readBatch(world),
      items: await client.all(`/v1/batches/${world.id}/items`),
      renders: await client.all('/v1/renders?external_order_id=party'),
      ...{ printed: await told('render.succeeded'), completed: await told('batch.completed') },
      used: (await client.make('/v1/usage')).used,
    }
  },
  invariants: {
    'the batch succeeds whole': ({ batch: { total, succeeded, failed, skipped } }) =>
      differs([total, succeeded, failed, skipped], [ITEMS, ITEMS, 0, 0]),
    'each record is there, in its order': ({ items }) =>
      differs(
        items.map((item) => item.external_ref),
        items.map((_, index) => String(index)),
      ),
    'each record prints once': ({ items, renders, printed }) => {
      const ids = items.map((item) => item.render_id).sort()
      return [
        ...differs(new Set(ids).size, ITEMS),
        ...differs(renders.map((render) => render.id).sort(), ids),
        ...renders.filter(({ status }) => status !== 'succeeded').map(({ id }) => id),
        ...differs(printed, ids),
      ]
    },
    'its end is told of once': ({ completed }, { id }) => differs(completed, [id]),
    'usage counts each record once': ({ used }) => differs(used, ITEMS),
  },
  counts: ({ renders }) => ({ renders: renders.length }),
})

async function readBatch({ stage, id }: Batch): Promise<Json> {
  const { batch } = await stage.client.make(`/v1/batches/${id}`)
  const done = batch.succeeded + batch.failed + batch.skipped
  if ((done === ITEMS) !== (batch.status === 'completed'))
    stage.faults.push(`The batch is ${batch.status} with ${done} of ${ITEMS}.`)
  return batch
}

function differs(found: unknown, wanted: unknown): readonly string[] {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)]
  return one === other ? [] : [`${one}, and not ${other}`]
}

for (const database of DATABASES)
  describe(`A batch whose server is killed, on ${longOn(database)}`, function () {
    // Services start, are killed and start again.
    this.timeout(240_000)
    before(function () {
      needsDatabase(this, database)
    })

    it('A batch whose server is killed is completed by the next one, and every record prints once @long', async () => {
      await keepsAll(plan(database))
    })
  })
