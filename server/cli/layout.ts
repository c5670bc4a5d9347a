/** How the command line sets tables, times and spans of time. */
import { UsageError } from './command.ts'

/** Columns as wide as their longest cell, two spaces apart; headings in capitals. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings.map((heading) => heading.toUpperCase()), ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => lengthOf(line[column] ?? ''))))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell) + 2))
        .join('')
        .trimEnd(),
    )
    .join('\n')
}

/** Terms on the left, what they mean on the right, indented. */
export function definitions(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...pairs.map(([term]) => lengthOf(term)))
  return pairs.map(([term, says]) => `  ${term}${' '.repeat(width - lengthOf(term))}  ${says}`).join('\n')
}

/** To the minute, UTC: `2026-07-15 09:30`. */
export function minute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

/** RFC 3339 in UTC, or null. */
export function timestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** `90d`, `24h`, `30m`, `0`: a whole number and its unit, as milliseconds. */
export function parseDuration(text: string, option: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (text === '0') return 0
  const ms = UNITS_MS[unit]
  if (ms === undefined) {
    throw new UsageError(`${option} must be a number and a unit, such as 30m, 24h, 90d or 2w, not "${text}".`)
  }
  return Number(count) * ms
}

/** A day or a time in RFC 3339, or a span such as `24h`, which is so long before `now`; milliseconds since 1970. */
export function parseTime(text: string, option: string, now: number): number {
  if (/^\d{1,6}[smhdw]$/.test(text)) return now - parseDuration(text, option)
  const at = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(at)) {
    throw new UsageError(
      `${option} must be a day such as 2026-07-15, a time such as 2026-07-15T09:30Z or a duration such as 24h, not "${text}".`,
    )
  }
  return at
}

/** A count with its thousands apart: `12,345`. */
export function amount(count: number): string {
  return count.toLocaleString('en-US')
}

/** Bytes in the unit that people know a file by: `512 bytes`, `31.2 MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const power = Math.min(3, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(1)} ${['', 'kB', 'MB', 'GB'][power]}`
}

function lengthOf(text: string): number {
  return [...text].length
}
