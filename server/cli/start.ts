/** `platen start`: the service, as an installed package starts it. */
import type { InstallationCommand } from './command.ts'

export const startCommand: InstallationCommand = {
  words: ['start'],
  says: 'Start the service with its data in DATA_DIR, ./data by default.',
  options: { empty: { says: 'without the sample template' } },
  async runOn(_context, { options }) {
    // The program of the service reads its own line. It goes on until it is stopped by a signal.
    process.argv.splice(2, process.argv.length - 2, ...(options.empty === true ? ['--empty'] : []))
    await import('../main.ts')
    return { text: '', json: {}, exitCode: process.exitCode === 1 ? 1 : 0 }
  },
}
