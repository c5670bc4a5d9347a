/** `platen migrate`: brings the database to the form that this version needs. */
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  words: ['migrate'],
  says: 'Migrate the database. The server does the same when it starts.',
  options: {},
  async run({ store }) {
    const steps = store.migrated.map((name) => `  ${name}`).join('\n')
    return {
      text:
        steps === ''
          ? 'The database is up to date.'
          : `The database is now up to date. Migrations applied:\n${steps}`,
      json: { migrated: store.migrated },
    }
  },
}
