/** Moments as text and as days and months in UTC, reckoned without the clock of the machine. */

const DAY_MS = 86_400_000

const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** `yyyy-mm-dd` in UTC of milliseconds since 1970. */
export function dayOf(ms: number): string {
  return DAY.format(ms)
}

/** `yyyy-mm-ddThh:mm:ssZ` of milliseconds since 1970; from 1970 on. */
export function secondOf(ms: number): string {
  const seconds = Math.floor((ms % DAY_MS) / 1000)
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((value) =>
    `${Math.floor(value)}`.padStart(2, '0'),
  )
  return `${dayOf(ms)}T${clock.join(':')}Z`
}

/** How long until the next midnight in UTC, milliseconds: at least 1. */
export function untilMidnight(ms: number): number {
  return DAY_MS - (ms % DAY_MS)
}

/** When the month after `yyyymm` begins in UTC, milliseconds since 1970; from 1970 on. */
export function monthEnd(month: string): number {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))]
  return number === 12 ? firstDay(year + 1, 1) : firstDay(year, number + 1)
}

/** Days before each month of a year that is no leap year. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

/** Of the Gregorian calendar: every fourth year is a leap year, but of the hundredth ones only each fourth. */
function firstDay(year: number, month: number): number {
  const leapYears = (before: number) =>
    Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
  const isLeap = leapYears(year) > leapYears(year - 1)
  const days = (year - 1970) * 365 + leapYears(year - 1) - leapYears(1969)
  return (days + (DAYS_BEFORE[month - 1] ?? 0) + (isLeap && month > 2 ? 1 : 0)) * DAY_MS
}

const MONTH = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', year: 'numeric', month: '2-digit' })

/** Of the day that was asked for last, as nearly all are of today. */
let latest = { day: Number.NaN, month: '' }

/** `yyyymm` in UTC of milliseconds since 1970. */
export function monthOf(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  if (latest.day !== day) latest = { day, month: MONTH.format(ms).replace('-', '') }
  return latest.month
}
