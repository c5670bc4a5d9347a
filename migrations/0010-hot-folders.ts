/** Hot folders, and the attempts to put print files into them and to take them back. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('hot_folders', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('name').notNullable()
    table.text('template_id')
    table.text('folder').notNullable()
    table.text('folder_key').notNullable()
    table.text('name_pattern').notNullable()
    table.integer('hold_on_fail').notNullable()
    table.text('status').notNullable()
    table.text('metadata').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['team_id', 'id'])
    table.index(['folder_key'])
    table.foreign(['team_id', 'template_id']).references(['team_id', 'id']).inTable('templates')
    // One print file, one folder: a template has one that applies, and so has the team.
    table.unique(['template_id'], {
      indexName: 'hot_folders_of_template_unique',
      useConstraint: false,
      predicate: schema.where("status = 'enabled' and template_id is not null"),
    })
    table.unique(['team_id'], {
      indexName: 'hot_folders_of_team_unique',
      useConstraint: false,
      predicate: schema.where("status = 'enabled' and template_id is null"),
    })
  })

  await schema.createTable('hot_folder_deliveries', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable()
    table.text('hot_folder_id').notNullable()
    table.text('render_id').notNullable()
    table.integer('render_attempt').notNullable()
    table.text('action').notNullable()
    table.integer('attempt_number').notNullable()
    table.text('trigger').notNullable()
    table.text('outcome').notNullable()
    table.text('skip_reason')
    table.text('content_sha256').notNullable()
    table.bigInteger('size_bytes').notNullable()
    table.text('folder').notNullable()
    table.text('file_name')
    table.text('name_key')
    table.bigInteger('staged_at')
    table.text('file_status')
    table.text('earlier_file')
    table.text('error_code')
    table.bigInteger('scheduled_at').notNullable()
    table.bigInteger('attempted_at')
    table.bigInteger('next_attempt_at')
    table.integer('lease').notNullable()
    table.bigInteger('lease_until')
    table.bigInteger('created_at').notNullable()
    table.unique(['team_id', 'id'])
    // One print file goes once to a folder.
    table.unique(['hot_folder_id', 'render_id', 'render_attempt', 'action', 'attempt_number'], {
      indexName: 'hot_folder_deliveries_attempt_unique',
    })
    table.index(['team_id', 'hot_folder_id', 'id'])
    table.index(['team_id', 'render_id', 'id'])
    table.foreign(['team_id', 'hot_folder_id']).references(['team_id', 'id']).inTable('hot_folders')
    table.foreign(['team_id', 'render_id']).references(['team_id', 'id']).inTable('renders')
    // A name in a folder is one delivery's, from the moment it is chosen.
    table.unique(['team_id', 'folder', 'name_key'], {
      indexName: 'hot_folder_deliveries_name_unique',
      useConstraint: false,
      predicate: schema.where("name_key is not null and outcome in ('pending', 'succeeded')"),
    })
    // What waits is little beside what was delivered.
    table.index(['id'], 'hot_folder_deliveries_waiting', {
      predicate: schema.where("outcome = 'pending'"),
    })
  })
}
