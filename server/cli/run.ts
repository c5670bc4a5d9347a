/** Finds the command that a command line names, runs it and says how it ended. */
import { parseArgs } from 'node:util'
import { ServiceError } from '../../core/errors.ts'
import { ConfigError } from '../config.ts'
import { plainFault } from '../plain-fault.ts'
import { BACKUP_COMMANDS } from './backup.ts'
import {
  type Answer,
  type Command,
  type CommandContext,
  CommandFailure,
  type InstallationContext,
  UsageError,
} from './command.ts'
import { doctorCommand } from './doctor.ts'
import { EVENT_COMMANDS } from './events.ts'
import { FILE_COMMANDS } from './files.ts'
import { commandHelp, overview } from './help.ts'
import { hookSecretCommand } from './hook-secret.ts'
import { KEY_COMMANDS } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { preflightCommand } from './preflight.ts'
import { startCommand } from './start.ts'
import { TEAM_COMMANDS } from './teams.ts'
import { USER_COMMANDS } from './users.ts'

const COMMANDS: readonly Command[] = [
  startCommand,
  ...KEY_COMMANDS,
  ...TEAM_COMMANDS,
  ...USER_COMMANDS,
  migrateCommand,
  ...BACKUP_COMMANDS,
  ...FILE_COMMANDS,
  doctorCommand,
  ...EVENT_COMMANDS,
  preflightCommand,
  hookSecretCommand,
]

/** Exit code 0: done; 1: it cannot be done, or a check found something wrong; 2: the command line is wrong. */
export interface Outcome {
  readonly exitCode: 0 | 1 | 2
  readonly out: string
  readonly error: string
}

type WithContext = (work: (context: CommandContext) => Promise<Answer>) => Promise<Answer>
type InstallationOf = () => InstallationContext

/**
 * `withContext` opens the database, passes it on and closes it; neither it nor `installation` is called for help or a
 * wrong line.
 */
export async function runCommandLine(
  line: readonly string[],
  withContext: WithContext,
  installation: InstallationOf,
): Promise<Outcome> {
  try {
    return await understand(line, withContext, installation)
  } catch (error) {
    if (error instanceof UsageError) return wrong(error.message)
    if (error instanceof CommandFailure || error instanceof ConfigError) return failed(error.message)
    if (error instanceof ServiceError && error.facts.param !== undefined) return wrong(error.message)
    const said = plainFault(error)
    if (said === null) throw error
    return failed(said)
  }
}

async function understand(
  line: readonly string[],
  withContext: WithContext,
  installation: InstallationOf,
): Promise<Outcome> {
  const words = line.filter((word) => !word.startsWith('-'))
  const asksHelp = line.includes('--help') || line.includes('-h') || words[0] === 'help'
  const [first, second] = words[0] === 'help' ? words.slice(1) : words
  const command = COMMANDS.find(
    ({ words: [group, verb] }) => group === first && (verb === undefined || verb === second),
  )
  if (asksHelp && command !== undefined) return done(commandHelp(command))
  const group = COMMANDS.some((one) => one.words[0] === first) ? first : undefined
  if (asksHelp && (group !== undefined || first === undefined)) return done(overview(COMMANDS, group))
  if (first === undefined) return { exitCode: 2, out: '', error: overview(COMMANDS, undefined) }
  if (command === undefined && second === undefined && group !== undefined) {
    return { exitCode: 2, out: '', error: overview(COMMANDS, group) }
  }
  if (command === undefined) {
    const said = group === undefined ? first : `${first} ${second}`
    throw new UsageError(`Unknown command "${said}". platen --help shows all commands.`)
  }

  const { values, positionals } = parse(command, line)
  const rest = positionals.slice(command.words.length)
  const allowed = command.argument === undefined ? 0 : 1
  if (rest.length > allowed) {
    throw new UsageError(`Unexpected argument "${rest[allowed]}". Put names with spaces in quotes.`)
  }
  const input = { options: values, argument: rest[0] }
  const answer =
    'runOn' in command
      ? await command.runOn(installation(), input)
      : await withContext((context) => command.run(context, input))
  const out = values.json === true ? JSON.stringify(answer.json, null, 2) : answer.text
  return { ...done(out), exitCode: answer.exitCode ?? 0 }
}

function parse(command: Command, line: readonly string[]) {
  const own = Object.entries(command.options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  try {
    return parseArgs({
      args: [...line],
      options: { ...Object.fromEntries(own), json: { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch (error) {
    // The parser's first sentence says what is wrong; the second is about a rare way of quoting.
    const [what = ''] = (error instanceof Error ? error.message : String(error)).split(/\.?(?: To |\n)/)
    throw new UsageError(`${what}. See: platen ${command.words.join(' ')} --help`)
  }
}

const done = (out: string): Outcome => ({ exitCode: 0, out, error: '' })
const failed = (error: string): Outcome => ({ exitCode: 1, out: '', error })
const wrong = (error: string): Outcome => ({ exitCode: 2, out: '', error })
