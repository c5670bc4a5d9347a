/** What a hosted page says and asks, the links it once had, how many guests have come, and an application's colour. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('templates', (table) => {
    table.text('hosted')
  })
  await schema.alterTable('embed_applications', (table) => {
    table.text('accent_color')
  })

  // Links that are printed on cards go on leading to their template.
  await schema.createTable('former_slugs', (table) => {
    table.text('slug').primary()
    table.text('team_id').notNullable()
    table.text('template_id').notNullable()
    table.bigInteger('created_at').notNullable()
    table.foreign(['team_id', 'template_id']).references(['team_id', 'id']).inTable('templates')
  })

  // One row for each template: the day that it counts, and how many have opened its page on it.
  await schema.createTable('hosted_days', (table) => {
    table.text('template_id').primary()
    table.text('team_id').notNullable()
    table.text('day').notNullable()
    table.integer('opened').notNullable()
    table.foreign(['team_id', 'template_id']).references(['team_id', 'id']).inTable('templates')
  })
}
