/** The parts of docs/ that are written from the source: `npm run readme` writes them, a test compares them. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FINDING_CODES } from '../core/engine/finding/codes.ts'
import { ALL_PROFILES, type Profile } from '../core/engine/finding/profile.ts'
import { findingTitle, type Language, profileTitle } from '../core/engine/finding/sentence.ts'
import { CATALOGUE } from '../core/errors.ts'
import { adapterSettings } from '../server/adapters/open.ts'
import { describeWebhooks } from '../server/http/openapi-webhooks.ts'
import { type AnyOperation, fullPath } from '../server/http/operation.ts'
import { OPERATIONS } from '../server/operations/index.ts'
import { SETTINGS } from '../server/settings.ts'

export const DOCS = join(import.meta.dirname, '../docs')

/** By file below docs/: its text as it has to be. Throws where a marker is missing, or a row of a code. */
export const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  'operate/settings.md': (text) => between(text, 'settings', settingsTable()),
  'api/operations.md': (text) => between(text, 'operations', operationsTable()),
  'api/webhooks.md': (text) => between(text, 'events', eventsTable()),
  'api/errors.md': (text) => withCells(text, 'errors', Object.keys(CATALOGUE), errorCell),
  'print/preflight.md': (text) => writePreflight(text, 'en'),
  'print/preflight.de.md': (text) => writePreflight(text, 'de'),
}

function writePreflight(text: string, language: Language): string {
  const withProfiles = between(text, 'profiles', profilesTable(language))
  return withCells(withProfiles, 'findings', FINDING_CODES, (code) => findingTitle(code, language))
}

const AUTHENTICATION: Readonly<Record<AnyOperation['auth'], string>> = {
  secret: 'secret key',
  publishable: 'publishable key or origin',
  session: 'client secret',
  console: 'console session',
  sign_in: 'none (console)',
  none: 'none',
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

function eventsTable(): string {
  const events = describeWebhooks({}) as Readonly<Record<string, { post: { summary: string } }>>
  return table(
    ['event', 'sent when'],
    Object.entries(events).map(([type, { post }]) => [`\`${type}\``, post.summary]),
  )
}

/** A row a threshold, a column a profile. */
function profilesTable(language: Language): string {
  const rows: readonly (readonly [en: string, de: string, (profile: Profile) => string])[] = [
    ['images, warning up to', 'Bilder, Warnung bis', ({ imagePpi }) => `${imagePpi.warn} ppi`],
    ['images, error up to', 'Bilder, Fehler bis', ({ imagePpi }) => `${imagePpi.fail} ppi`],
    ['line art, warning up to', 'Strichzeichnungen, Warnung bis', ({ oneBitPpi }) => `${oneBitPpi.warn} ppi`],
    ['text, minimum', 'Text, mindestens', ({ textPt }) => `${textPt} pt`],
    ['white text, minimum', 'weißer Text, mindestens', ({ whiteTextPt }) => `${whiteTextPt} pt`],
    [
      'text of several inks, minimum',
      'Text aus mehreren Farben, mindestens',
      ({ multiTextPt }) => `${multiTextPt} pt`,
    ],
    ['lines, minimum', 'Linien, mindestens', ({ linePt }) => `${linePt} pt`],
    [
      'total area coverage, maximum',
      'Gesamtfarbauftrag, höchstens',
      ({ inkLimit }) => `${inkLimit.percent} %`,
    ],
    ['bleed, minimum', 'Beschnitt, mindestens', ({ bleedMm }) => `${bleedMm} mm`],
  ]
  // German numbers have a comma.
  const written = (value: string) => (language === 'de' ? value.replace('.', ',') : value)
  return table(
    [
      language === 'de' ? 'Grenzwert' : 'threshold',
      ...ALL_PROFILES.map(({ name }) => profileTitle(name, language)),
    ],
    rows.map(([en, de, of]) => [
      language === 'de' ? de : en,
      ...ALL_PROFILES.map((profile) => written(of(profile))),
    ]),
  )
}

function errorCell(code: string, heading: string): string {
  const { status, says } = CATALOGUE[code as keyof typeof CATALOGUE]
  if (!heading.startsWith(`${status}:`)) throw new Error(`${code} is answered ${status}; move its row there.`)
  return says
}

/** Writes the second cell of each row whose first one is a code; every code has one row, and no other. */
function withCells(
  text: string,
  name: string,
  codes: readonly string[],
  cellOf: (code: string, heading: string) => string,
): string {
  const missing = new Set(codes)
  let heading = ''
  const lines = inside(text, name)
    .split('\n')
    .map((line) => {
      heading = /^## (.*)$/.exec(line)?.[1] ?? heading
      const [, code, rest] = /^\| `(\w+)` \|(?:[^|\\]|\\.)*\|(.*)$/.exec(line) ?? []
      if (code === undefined) return line
      if (!missing.delete(code)) throw new Error(`${code} has a row and is no code, or has two rows.`)
      return `| \`${code}\` | ${cellOf(code, heading).replaceAll('|', '\\|')} |${rest}`
    })
  if (missing.size > 0) throw new Error(`These codes lack a row under ${name}: ${[...missing].join(', ')}.`)
  return between(text, name, lines.join('\n').trim())
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** What stands between `<!-- name:begin -->` and `<!-- name:end -->`. */
function inside(text: string, name: string): string {
  const begin = `<!-- ${name}:begin -->`
  const from = text.indexOf(begin)
  const to = text.indexOf(`<!-- ${name}:end -->`)
  if (from < 0 || to < from) throw new Error(`The page lacks ${begin} … <!-- ${name}:end -->.`)
  return text.slice(from + begin.length, to)
}

function between(text: string, name: string, content: string): string {
  return text.replace(`-->${inside(text, name)}<!-- ${name}:end`, () => `-->\n${content}\n<!-- ${name}:end`)
}

if (import.meta.main)
  for (const [file, write] of Object.entries(WRITTEN)) {
    const path = join(DOCS, file)
    await writeFile(path, write(await readFile(path, 'utf8')))
  }
