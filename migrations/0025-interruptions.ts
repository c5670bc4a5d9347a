/** Work that ended with its process is told from work that failed: of jobs and of renders that wait. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('jobs', (table) => {
    table.integer('deaths').notNullable().defaultTo(0)
  })
  await schema.alterTable('renders', (table) => {
    table.integer('faults').notNullable().defaultTo(0)
  })
}
