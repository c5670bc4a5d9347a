/** Lengths: points internally; millimetres, points or inches for the user. */
import { useEffect, useReducer } from 'preact/hooks'
import { readPreference, savePreference } from './preferences.ts'

export const UNITS = ['mm', 'pt', 'inch'] as const
export type Unit = (typeof UNITS)[number]

/** PDF 32000-1, 8.3.2.3: a point is 1/72 inch; an inch is 25.4 mm. */
const POINTS: Readonly<Record<Unit, number>> = { mm: 72 / 25.4, pt: 1, inch: 72 }
/** Digits after the point that are worth saying. */
const DIGITS: Readonly<Record<Unit, number>> = { mm: 2, pt: 2, inch: 4 }

const listeners = new Set<() => void>()

export function unit(): Unit {
  return UNITS.find((one) => one === readPreference('unit')) ?? 'mm'
}

export function setUnit(chosen: Unit): void {
  savePreference('unit', chosen)
  for (const listener of [...listeners]) listener()
}

export function useUnit(): Unit {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const listener = () => redraw(undefined)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
  return unit()
}

export function toUnit(points: number, of: Unit): number {
  return round(points / POINTS[of], DIGITS[of])
}

export function toPoints(value: number, of: Unit): number {
  return value * POINTS[of]
}

/** Such as `85 mm`; the sign of the inch is its word. */
export function lengthText(points: number, of: Unit, tag: string): string {
  return `${numbers(tag, DIGITS[of]).format(toUnit(points, of))} ${of === 'inch' ? 'in' : of}`
}

const made = new Map<string, Intl.NumberFormat>()

/**
 * Kept: to make one takes longer than everything else that a move of the pointer sets off (a number in a kept one takes
 * 0.002 ms, with a new one 0.06 ms).
 */
function numbers(tag: string, digits: number, useGrouping = true): Intl.NumberFormat {
  const key = `${tag} ${digits} ${useGrouping}`
  const known = made.get(key) ?? new Intl.NumberFormat(tag, { maximumFractionDigits: digits, useGrouping })
  made.set(key, known)
  return known
}

/** A number as it is typed in a language, such as `12,5`: up to 6 digits after the point, no groups. */
export function decimalText(value: number, tag: string): string {
  // No sign before a zero.
  return numbers(tag, 6, false).format(value + 0)
}

/** A length as it is typed, with or without its own unit: `12,5`, `3 mm`, `1/4 in`; points, or null. */
export function readLength(text: string, standard: Unit): number | null {
  const [, whole = '', sign = ''] =
    /^\s*(-?[\d.,]+(?:\s*\/\s*\d+)?)\s*(mm|cm|pt|in|inch|"|″)?\s*$/i.exec(text) ?? []
  const [over = '', under = '1'] = whole.split('/').map((part) => part.trim().replace(',', '.'))
  const value = Number(over) / Number(under)
  if (over === '' || !Number.isFinite(value)) return null
  const said = sign.toLowerCase()
  if (said === 'cm') return toPoints(value * 10, 'mm')
  if (said === 'mm' || said === 'pt') return toPoints(value, said)
  return toPoints(value, said === '' ? standard : 'inch')
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
