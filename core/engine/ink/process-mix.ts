/** Process mixes: inks that are no plate of their own but stated tints of the process colours. */

import { type Cmyk, screenHexOfCmyk } from '../pdf/space/screen-cmyk.ts'
import { screenHexOfLab } from '../pdf/space/screen-lab.ts'
import { PROCESS_INKS } from './process-inks.ts'
import { screenHexByTable } from './screen-table.ts'

/** What makes an ink a process mix; an ink with none of the first three is a separation. */
export interface ProcessMix {
  /** Cyan, magenta, yellow, black: per cent of each plate. All 0 is paper: it knocks out what lies below. */
  readonly cmyk?: readonly number[]
  /** The black plate alone, in per cent: 100 is solid black. */
  readonly gray?: number
  /** Red, green and blue in sRGB, 0 to 255; the press or its RIP separates them. */
  readonly rgb?: readonly number[]
  /** Of a separation its measured colour, where it is known: L*, a*, b* under D50. Screens show it. */
  readonly lab?: readonly number[]
}

/** A mix as a print file paints it; parts 0 to 1. */
export interface Mix {
  readonly space: 'DeviceCMYK' | 'DeviceRGB'
  readonly parts: readonly number[]
}

/** The four plates in the order of a mix. */
export const PROCESS_PLATES = Object.keys(PROCESS_INKS)

/** Null for a separation. */
export function mixOf({ cmyk, gray, rgb }: ProcessMix): Mix | null {
  if (gray !== undefined) return { space: 'DeviceCMYK', parts: [0, 0, 0, gray / 100] }
  if (rgb !== undefined) return { space: 'DeviceRGB', parts: rgb.map((part) => part / 255) }
  return cmyk === undefined ? null : { space: 'DeviceCMYK', parts: cmyk.map((part) => part / 100) }
}

/** The tints of the process plates; null for a mix that the press separates. */
export function platesOfMix({ space, parts }: Mix): Cmyk | null {
  const [cyan = 0, magenta = 0, yellow = 0, black = 0] = parts
  return space === 'DeviceCMYK' ? [cyan, magenta, yellow, black] : null
}

/** A mix that leaves no ink: its marks show the paper, which they can only by knocking out. */
export function isPaper({ space, parts }: Mix): boolean {
  return space === 'DeviceCMYK' && parts.every((part) => part === 0)
}

/** A mix is what it paints, whatever an ink of it is called. */
export function isSameMix(one: Mix | null, other: Mix | null): boolean {
  return one?.space === other?.space && `${one?.parts}` === `${other?.parts}`
}

/** The screen colour of a mix, `#rrggbb`, by the table of an output profile where there is one. */
export function hexOfMix(mix: Mix, table: string | null = null): string {
  const plates = platesOfMix(mix)
  if (plates !== null) return table === null ? screenHexOfCmyk(plates) : screenHexByTable(plates, table)
  const pair = (part: number) =>
    Math.round(Math.min(Math.max(part, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${mix.parts.map(pair).join('')}`
}

/** The screen colour of a mix, or of a separation whose Lab is known, `#rrggbb`; null for any other separation. */
export function mixHex(ink: ProcessMix, table: string | null = null): string | null {
  const mix = mixOf(ink)
  if (mix !== null) return hexOfMix(mix, table)
  return ink.lab === undefined ? null : screenHexOfLab(ink.lab)
}

/** The members of an ink that make it a mix, and what is known of a separation. */
export function mixEntries({ cmyk, gray, rgb, lab }: ProcessMix): ProcessMix {
  return {
    ...(cmyk === undefined ? {} : { cmyk }),
    ...(gray === undefined ? {} : { gray }),
    ...(rgb === undefined ? {} : { rgb }),
    ...(lab === undefined ? {} : { lab }),
  }
}

/** The name of a mix that the artwork has without a name, such as `CMYK 100/75/0/10`. */
export function nameOfMix(ink: ProcessMix): string {
  const { cmyk, gray, rgb } = ink
  const mix = mixOf(ink)
  if (mix !== null && isPaper(mix)) return 'Paper (no ink)'
  if (rgb !== undefined) return `RGB ${rgb.join('/')}`
  return cmyk === undefined ? `Black ${gray}` : `CMYK ${cmyk.join('/')}`
}

export interface MixFault {
  readonly member: keyof ProcessMix | 'name'
  readonly message: string
}

const LISTS = {
  cmyk: {
    count: 4,
    most: 100,
    wants: 'State four: cyan, magenta, yellow and black.',
    unit: 'Each plate takes 0 to 100 per cent',
  },
  rgb: {
    count: 3,
    most: 255,
    wants: 'State three: red, green and blue.',
    unit: 'Red, green and blue take 0 to 255',
  },
} as const

/**
 * What is wrong with an ink as a mix, or null; a separation has no fault here. `allowsRgb` is the template's setting.
 * Decision: a mix is never called as a process plate is, so that no list of plates can be read in two ways.
 */
export function mixFault(ink: ProcessMix & { readonly name: string }, allowsRgb: boolean): MixFault | null {
  const { cmyk, gray, rgb, lab, name } = ink
  const stated = (['cmyk', 'rgb', 'gray'] as const).filter((member) => ink[member] !== undefined)
  const [member, other] = stated
  if (lab !== undefined) return labFault(lab, member !== undefined)
  if (member === undefined) return null
  if (other !== undefined)
    return { member: other, message: `An ink is mixed by one of cmyk, gray and rgb. Leave out all but one.` }
  if (member === 'rgb' && !allowsRgb)
    return {
      member,
      message: `The template does not allow RGB colours. State cmyk, or turn on allow_rgb in the scene.`,
    }
  const { count, most, wants, unit } = LISTS[member === 'rgb' ? 'rgb' : 'cmyk']
  const parts = cmyk ?? rgb ?? [gray ?? 0]
  if (member !== 'gray' && parts.length !== count)
    return { member, message: `Values of ${member}: ${parts.length}. ${wants}` }
  const outside = parts.find((value) => !(value >= 0 && value <= most))
  if (outside !== undefined) return { member, message: `${unit}, and not ${outside}.` }
  if (PROCESS_PLATES.some((plate) => plate.toLowerCase() === name.trim().toLowerCase()))
    return { member: 'name', message: `${name} is a process plate. Choose another name for the mix.` }
  return null
}

/** Bounds of L*, a* and b*, as profiles have them (ICC.1 6.3.4). */
const LAB_BOUNDS = [
  [0, 100],
  [-128, 127],
  [-128, 127],
] as const

function labFault(lab: readonly number[], isMix: boolean): MixFault | null {
  const member = 'lab'
  if (isMix)
    return { member, message: 'Lab is the colour of a separation. Leave it out, or leave out the mix.' }
  if (lab.length !== LAB_BOUNDS.length)
    return { member, message: `Values of lab: ${lab.length}. State three: L*, a* and b*.` }
  const isInside = LAB_BOUNDS.every(([low, high], at) => lab[at]! >= low && lab[at]! <= high)
  return isInside ? null : { member, message: 'L* takes 0 to 100, a* and b* take -128 to 127.' }
}
