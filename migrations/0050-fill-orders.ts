/** Orders are listed by due date and by customer: indexes for each production status, of those that have one. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.withoutIndexes('fills', async () => {
    await schema.alterTable('fills', (table) => {
      // The name as it is sorted.
      table.text('customer_sort')
    })
    await writeNames(schema)
  })
  await schema.run(
    'create index fills_due_runs on fills (team_id, production_status, due_at, id) where due_at is not null',
  )
  await schema.run(
    'create index fills_customer_runs on fills (team_id, production_status, customer_sort, id) ' +
      'where customer_sort is not null',
  )
}

const TOGETHER = 500

async function writeNames({ tx }: Schema): Promise<void> {
  for (let last = ''; ; ) {
    const rows: readonly { readonly id: string; readonly customer_name: string }[] = await tx.read(
      tx
        .sql('fills')
        .whereNotNull('customer_name')
        .andWhere('id', '>', last)
        .orderBy('id')
        .limit(TOGETHER)
        .select('id', 'customer_name'),
    )
    if (rows.length > 0)
      await tx.change(
        tx.sql.raw(
          `with written(id, name) as (values ${rows.map(() => '(?, ?)').join(', ')})
            update fills set customer_sort = written.name from written where fills.id = written.id`,
          rows.flatMap(({ id, customer_name }) => [id, sortedName(customer_name)]),
        ),
      )
    if (rows.length < TOGETHER) return
    last = rows.at(-1)?.id ?? last
  }
}

/** As it was when this step was written, for a step stays as it is. */
function sortedName(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().slice(0, 100)
}
