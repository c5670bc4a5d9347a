/** The tables of the README that are written from the source: `npm run readme` writes them, a test compares them. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adapterSettings } from '../server/adapters/open.ts'
import { type AnyOperation, fullPath } from '../server/http/operation.ts'
import { OPERATIONS } from '../server/operations/index.ts'
import { SETTINGS } from '../server/settings.ts'

export const README = join(import.meta.dirname, '../README.md')

const AUTHENTICATION: Readonly<Record<AnyOperation['auth'], string>> = {
  secret: 'secret key',
  publishable: 'publishable key or origin',
  session: 'client secret',
  console: 'console session',
  sign_in: 'none (console)',
  none: 'none',
}

/** The text with its tables as they have to be. Throws where a pair of markers is missing. */
export function withTables(readme: string): string {
  return between(between(readme, 'operations', operationsTable()), 'settings', settingsTable())
}

function operationsTable(): string {
  const rows = OPERATIONS.map((operation) => [
    `\`${operation.method.toUpperCase()} ${fullPath(operation)}\``,
    operation.summary,
    operation.stability,
    AUTHENTICATION[operation.auth],
    operation.scope === null ? '' : `\`${operation.scope}\``,
  ])
  return table(['operation', 'what it does', 'stability', 'key', 'scope'], rows)
}

function settingsTable(): string {
  const rows = [...Object.values(SETTINGS), ...adapterSettings()].map(({ name, standard = '', meaning }) => [
    `\`${name}\``,
    standard === '' ? '' : `\`${standard}\``,
    meaning,
  ])
  return table(['setting', 'default', 'meaning'], rows)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Puts `content` between `<!-- name:begin -->` and `<!-- name:end -->`. */
function between(text: string, name: string, content: string): string {
  const begin = `<!-- ${name}:begin -->`
  const end = `<!-- ${name}:end -->`
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The README lacks ${begin} … ${end}.`)
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`
}

if (import.meta.main) await writeFile(README, withTables(await readFile(README, 'utf8')))
