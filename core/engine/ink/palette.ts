/** Palettes: the inks that a customer can choose, and the faults that make a palette unfit for a press. */
import { ServiceError } from '../../errors.ts'
import type { Cmyk } from '../pdf/space/screen-cmyk.ts'
import { foldInkName, reservedInkName, twinInkNames } from './ink-names.ts'
import { mixFault, mixOf, type ProcessMix } from './process-mix.ts'

/** `colors[]` of a request: index 1 is the primary ink. */
export interface PaletteInk extends ProcessMix {
  readonly index: number
  readonly key: string
  readonly name: string
  readonly hex: string
}

/** The paper; it changes previews and never a press file. */
export interface Substrate {
  readonly key: string
  readonly name: string
  readonly hex: string
}

export const PALETTE_MAX_INKS = 32
const HEX = /^#[0-9a-f]{6}$/i

/**
 * Checks a palette against itself and against the plates the artwork already has.
 *
 * Decision: `All`, `None`, empty, over-long and invisible names are refused, and so are twins in case, Unicode
 * form or look (GWG 2022 R0022), within the palette and against the artwork. Two inks of one hex are allowed.
 * Throws `invalid_colors` with one detail for each fault.
 */
export function checkPalette(
  colors: readonly PaletteInk[],
  artworkInks: readonly string[],
  allowsRgb = false,
): void {
  const details: { code: string; param: string; message: string }[] = []
  const report = (param: string, message: string) => details.push({ code: 'invalid_colors', param, message })
  if (colors.length === 0) report('colors', 'A palette needs at least one ink.')
  if (colors.length > PALETTE_MAX_INKS)
    report('colors', `A palette can have at most ${PALETTE_MAX_INKS} inks.`)
  const seen = new Set<number>()
  for (const [at, ink] of colors.entries()) {
    if (!Number.isInteger(ink.index) || ink.index < 1)
      report(`colors[${at}].index`, 'The index must be 1 or more.')
    if (seen.has(ink.index)) report(`colors[${at}].index`, `Two inks have the index ${ink.index}.`)
    seen.add(ink.index)
    if (!HEX.test(ink.hex)) report(`colors[${at}].hex`, 'The hex value must be # and six hexadecimal digits.')
    // A plate of the artwork keeps the name that it has there.
    const reserved = artworkInks.includes(ink.name) ? null : reservedInkName(ink.name)
    if (reserved !== null) report(`colors[${at}].name`, reserved)
    const fault = mixFault(ink, allowsRgb)
    if (fault !== null) report(`colors[${at}].${fault.member}`, fault.message)
  }
  if (colors.length > 0 && !seen.has(1)) report('colors', 'The primary ink, index 1, is missing.')
  const twins = twinInkNames(colors.map((ink) => ink.name))
  if (twins !== null)
    report('colors', `${twins[0]} and ${twins[1]} cannot both be plates of the same print file.`)
  for (const [at, ink] of colors.entries()) {
    const isMix = mixOf(ink) !== null
    const other = artworkInks.find(
      (name) => (isMix || name !== ink.name) && foldInkName(name) === foldInkName(ink.name),
    )
    if (other !== undefined && isMix) report(`colors[${at}].name`, mixOfPlateMessage(other))
    else if (other !== undefined)
      report(`colors[${at}].name`, `The artwork has the plate ${other}. Use exactly this name.`)
  }
  const first = details[0]
  if (first !== undefined)
    throw new ServiceError('invalid_colors', { message: first.message, param: first.param, details })
}

/** A plate of the artwork is defined there, so that a mix of its name would be two things in one file. */
export function mixOfPlateMessage(plate: string): string {
  return `${plate} is a plate of the artwork and cannot be a mix. Choose another name.`
}

/** Throws `invalid_substrate`. */
export function checkSubstrate(substrate: Substrate): void {
  if (!HEX.test(substrate.hex))
    throw new ServiceError('invalid_substrate', {
      message: 'The hex value must be # and six hexadecimal digits.',
      param: 'substrate.hex',
    })
}

/**
 * Screen hex to DeviceCMYK with full black generation and undercolour removal (ISO 32000-1 10.3.5, BG(k) = UCR(k)
 * = k, then scaled by what black leaves). Only a device without the plate ever shows it.
 */
export function cmykOf(hex: string): Cmyk {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const lightest = Math.max(red ?? 0, green ?? 0, blue ?? 0)
  if (lightest === 0) return [0, 0, 0, 1]
  const component = (value: number | undefined) => round((lightest - (value ?? 0)) / lightest)
  return [component(red), component(green), component(blue), round(1 - lightest)]
}

export function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
