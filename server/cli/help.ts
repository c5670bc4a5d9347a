/** The help of the command line, written from the commands themselves. */
import { SETTINGS } from '../settings.ts'
import type { Command } from './command.ts'
import { definitions } from './layout.ts'

const EVERYWHERE: readonly (readonly [string, string])[] = [
  ['--json', 'print JSON'],
  ['--help', 'show this help'],
]
const HEEDED = [SETTINGS.dataDir, SETTINGS.databaseUrl, SETTINGS.filesUrl, SETTINGS.masterKey]

/** The help on all commands, or on those of a group such as `keys`. */
export function overview(commands: readonly Command[], group: string | undefined): string {
  const shown = commands.filter((command) => group === undefined || command.words[0] === group)
  return [
    group === undefined
      ? 'platen manages a Platen service from the command line, also while the service runs.'
      : `platen ${group}: commands for ${group}.`,
    '',
    `Usage: platen ${group ?? '<command>'} ${group === undefined ? '' : '<command> '}[options]`,
    '',
    'Commands',
    definitions(shown.map((command) => [synopsis(command), command.says])),
    '',
    'Options of every command',
    definitions(EVERYWHERE),
    ...(group === undefined
      ? ['', 'Settings from the environment', definitions(HEEDED.map(({ name, meaning }) => [name, meaning]))]
      : []),
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { value, says }]) => [value === undefined ? `--${name}` : `--${name} ${value}`, says] as const,
  )
  return [
    command.says,
    '',
    `Usage: platen ${synopsis(command)} [options]`,
    '',
    'Options',
    definitions([...options, ...EVERYWHERE]),
  ].join('\n')
}

function synopsis(command: Command): string {
  return [...command.words, ...(command.argument === undefined ? [] : [command.argument])].join(' ')
}
