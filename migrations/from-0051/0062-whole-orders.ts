/** Orders of storefronts as they stand: their status, and of each line how many were refunded and sent to the press. */
import type { Schema } from '../../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('storefront_orders', (table) => {
    table.text('status').notNullable().defaultTo('open')
  })
  await schema.alterTable('storefront_lines', (table) => {
    table.integer('refunded').notNullable().defaultTo(0)
    table.integer('printed').notNullable().defaultTo(0)
    table.text('cart')
    table.text('copied_from')
  })
  await noteStatus(schema)
  await noteRefunds(schema)
  await notePrints(schema)
  await renameReasons(schema)
  await schema.run('alter table storefront_orders drop column refunds')
}

async function noteStatus(schema: Schema): Promise<void> {
  const hasGoal = (goal: string) => `exists (select 1 from storefront_lines where goal = '${goal}'
    and storefront_lines.team_id = storefront_orders.team_id and order_row_id = storefront_orders.id)`
  await schema.run(`update storefront_orders set status = case
    when canceled_at is not null then 'canceled'
    when ${hasGoal('finalize')} then 'paid'
    when ${hasGoal('fulfill')} then 'fulfilled' else 'open' end`)
}

/** They were kept on the order, by refund and line. */
async function noteRefunds({ tx }: Schema): Promise<void> {
  const orders = await tx.read<{ id: string; team_id: string; refunds: string }>(
    tx.sql('storefront_orders').select('id', 'team_id', 'refunds').whereNot({ refunds: '{}' }),
  )
  for (const { id, team_id, refunds } of orders) {
    const taken = new Map<string, number>()
    for (const lines of Object.values(JSON.parse(refunds) as Record<string, Record<string, number>>))
      for (const [line, quantity] of Object.entries(lines)) taken.set(line, (taken.get(line) ?? 0) + quantity)
    for (const [line, quantity] of taken) {
      const refunded = tx.sql.raw('case when quantity < ? then quantity else ? end', [quantity, quantity])
      await tx.change(
        tx.sql('storefront_lines').where({ team_id, order_row_id: id, line }).update({ refunded }),
      )
    }
  }
}

async function notePrints(schema: Schema): Promise<void> {
  await schema.run(`update storefront_lines set printed = coalesce((select quantity from fills
      where fills.team_id = storefront_lines.team_id and finalized_at is not null
      and fills.id = case when copy_id like 'fill_%' then copy_id else fill_id end), 0)
    where state in ('finalized', 'fulfilled') or render_status = 'succeeded'`)
}

/** What a changed quantity means is worked out anew; a line that was ended with its order stays with staff. */
async function renameReasons(schema: Schema): Promise<void> {
  await schema.run(`update storefront_lines set reason = null, message = null, next_attempt_at = 1
    where reason in ('quantity_changed', 'refunded_after_print') and state in ('finalized', 'fulfilled')`)
  await schema.run(`update storefront_lines set reason = 'printed_then_canceled',
    message = 'The order was canceled, and is active again. Release the line to print it.'
    where reason = 'order_reopened'`)
}
