/** A command of `platen`: its words, its options, and the result of running it. */
import type { AccessPorts } from '../../core/service/access/keys.ts'
import type { Jobs } from '../../core/service/jobs.ts'
import type { Config } from '../config.ts'
import type { OpenStore } from '../store/open.ts'

export interface CommandOption {
  /** The placeholder after the option in the help, such as `DAYS`; a switch has none. */
  readonly value?: string
  readonly says: string
}

export interface CommandInput {
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly argument: string | undefined
}

/** The same facts twice: for people, and as one JSON object for `--json`. */
export interface Answer {
  readonly text: string
  readonly json: object
  /** 1 if the answer says that something is wrong; the answer is printed all the same. */
  readonly exitCode?: 0 | 1
}

export interface CommandContext extends AccessPorts {
  readonly store: OpenStore
  /** Opens the queue through which a running server is asked for work; nothing is worked on here. */
  openJobs(): Promise<Jobs>
}

interface CommandForm {
  readonly words: readonly [string] | readonly [string, string]
  readonly says: string
  /** The name of its argument in the help, such as `KEY_ID`. */
  readonly argument?: string
  readonly options: Readonly<Record<string, CommandOption>>
}

/** A command on what is in the database, which is opened for it and brought up to date. */
export interface StoreCommand extends CommandForm {
  run(context: CommandContext, input: CommandInput): Promise<Answer>
}

export interface InstallationContext {
  readonly config: Config
  /** Milliseconds since 1970. */
  now(): number
  /** A line for people who wait, in the place of the last one. */
  printProgress(line: string): void
}

/** A command on the installation as it lies there: nothing is opened or changed before it runs. */
export interface InstallationCommand extends CommandForm {
  runOn(context: InstallationContext, input: CommandInput): Promise<Answer>
}

export type Command = StoreCommand | InstallationCommand

/** The command line is wrong: exit code 2, with a pointer to the help. */
export class UsageError extends Error {}

/** The command line is right, but it cannot be done: exit code 1. */
export class CommandFailure extends Error {}

/** The text of an option, or undefined; an empty one counts as missing. */
export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.options[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
