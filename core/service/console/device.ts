/** What a browser says of itself, in words that its user knows. */
import type { ConsoleLanguage } from './user.ts'

/** Where a request to sign in comes from. */
export interface Device {
  /** As its header says; null where it says nothing. */
  readonly userAgent: string | null
  readonly address: string | null
  /** Preferred by the browser. */
  readonly language: ConsoleLanguage | null
}

export const NO_DEVICE: Device = { userAgent: null, address: null, language: null }

/** In this order: most browsers also name those that they descend from. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Null for what it does not know. */
export function deviceNames(userAgent: string | null): {
  readonly browser: string | null
  readonly system: string | null
} {
  const nameOf = (table: typeof BROWSERS) => table.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? null
  return { browser: nameOf(BROWSERS), system: nameOf(SYSTEMS) }
}
