/** `platen migrate`: brings the database to the form that this version needs. */
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  words: ['migrate'],
  says: 'Migrate the database. The server does the same when it starts.',
  options: {},
  async run({ store }) {
    const { migrated, savedCopy } = store
    const steps = migrated.map((name) => `  ${name}`).join('\n')
    const copy = savedCopy === null ? '' : `\nThe database as it was before: ${savedCopy}`
    return {
      text:
        steps === ''
          ? 'The database is up to date.'
          : `The database is now up to date. Migrations applied:\n${steps}${copy}`,
      json: { migrated, copy: savedCopy },
    }
  },
}
