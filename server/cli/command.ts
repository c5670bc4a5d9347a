/** What a command of `platen` is: its words, its options, and what running it answers. */
import type { AccessPorts } from '../../core/access/keys.ts'
import type { OpenStore } from '../store/open.ts'

export interface CommandOption {
  /** What stands after the option in the help, such as `DAYS`; a switch has none. */
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
}

export interface CommandContext extends AccessPorts {
  readonly store: OpenStore
}

export interface Command {
  readonly words: readonly [string] | readonly [string, string]
  readonly says: string
  /** The name of its argument in the help, such as `KEY_ID`. */
  readonly argument?: string
  readonly options: Readonly<Record<string, CommandOption>>
  run(context: CommandContext, input: CommandInput): Promise<Answer>
}

/** The command line is wrong: exit code 2, with a pointer to the help. */
export class UsageError extends Error {}

/** The command line is right, but it cannot be done: exit code 1. */
export class CommandFailure extends Error {}

/** The text of an option, or undefined; an empty one counts as missing. */
export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.options[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
