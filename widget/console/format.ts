/** Numbers, times, sizes and lengths in the current language. */
import { type Language, LOCALES, useLanguage } from './words.ts'

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

export interface Format {
  number(value: number, digits?: number): string
  /** Of 1: 0.25 is 25 %. */
  percent(share: number, digits?: number): string
  /** Day and time of an RFC 3339 text. */
  time(rfc3339: string): string
  day(rfc3339: string): string
  /** How long ago or ahead: `3 minutes ago`. */
  since(rfc3339: string): string
  bytes(count: number): string
}

const made = new Map<Language, Format>()

export function formatIn(language: Language): Format {
  const known = made.get(language)
  if (known !== undefined) return known
  const tag = LOCALES[language]
  const times = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' })
  const spans = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const number = (value: number, digits = 0) =>
    value.toLocaleString(tag, { maximumFractionDigits: digits, minimumFractionDigits: 0 })
  const format: Format = {
    number,
    percent: (share, digits = 0) =>
      share.toLocaleString(tag, { style: 'percent', maximumFractionDigits: digits }),
    time: (text) => times.format(new Date(text)),
    day: (text) => days.format(new Date(text)),
    since(text) {
      const seconds = (Date.parse(text) - Date.now()) / 1000
      const size = Math.abs(seconds)
      if (size < 60) return spans.format(Math.round(seconds), 'second')
      if (size < 3600) return spans.format(Math.round(seconds / 60), 'minute')
      if (size < 86_400) return spans.format(Math.round(seconds / 3600), 'hour')
      return spans.format(Math.round(seconds / 86_400), 'day')
    },
    bytes(count) {
      const power = count < 1 ? 0 : Math.min(3, Math.floor(Math.log10(count) / 3))
      return `${number(count / 1000 ** power, power === 0 ? 0 : 1)} ${UNITS[power]}`
    },
  }
  made.set(language, format)
  return format
}

export function useFormat(): Format {
  return formatIn(useLanguage())
}
