/** Process mixes: inks that are no plate of their own but stated tints of cyan, magenta, yellow and black. */

import { type Cmyk, screenHexOfCmyk } from '../pdf/space/screen-cmyk.ts'
import { PROCESS_INKS } from './process-inks.ts'

/** What makes an ink a process mix, in per cent of each plate; an ink without either is a separation. */
export interface ProcessMix {
  /** Cyan, magenta, yellow, black. */
  readonly cmyk?: readonly number[]
  /** The black plate alone: 100 is solid black. */
  readonly gray?: number
}

/** The four plates in the order of a mix. */
export const PROCESS_PLATES = Object.keys(PROCESS_INKS)

/** The parts of a mix from 0 to 1, or null for a separation. */
export function mixOf({ cmyk, gray }: ProcessMix): Cmyk | null {
  if (gray !== undefined) return [0, 0, 0, gray / 100]
  if (cmyk === undefined) return null
  const [cyan = 0, magenta = 0, yellow = 0, black = 0] = cmyk
  return [cyan / 100, magenta / 100, yellow / 100, black / 100]
}

/** The screen colour of a mix, `#rrggbb`; null for a separation. */
export function mixHex(ink: ProcessMix): string | null {
  const mix = mixOf(ink)
  return mix === null ? null : screenHexOfCmyk(mix)
}

/** The members of an ink that make it a mix, and none for a separation. */
export function mixEntries({ cmyk, gray }: ProcessMix): ProcessMix {
  return { ...(cmyk === undefined ? {} : { cmyk }), ...(gray === undefined ? {} : { gray }) }
}

export interface MixFault {
  readonly member: 'cmyk' | 'gray' | 'name'
  readonly message: string
}

const isPercent = (value: number) => value >= 0 && value <= 100

/**
 * What is wrong with an ink as a mix, or null; a separation has no fault here. Decision: a mix is never called as a
 * process plate is, so that no list of plates can be read in two ways, and it prints on one plate at least.
 */
export function mixFault(ink: ProcessMix & { readonly name: string }): MixFault | null {
  const { cmyk, gray, name } = ink
  if (cmyk === undefined && gray === undefined) return null
  if (cmyk !== undefined && gray !== undefined)
    return { member: 'gray', message: 'An ink is mixed by either cmyk or gray. Leave one of them out.' }
  const member = cmyk === undefined ? 'gray' : 'cmyk'
  const parts = cmyk ?? [gray ?? 0]
  if (cmyk !== undefined && cmyk.length !== PROCESS_PLATES.length)
    return { member, message: `cmyk has ${cmyk.length} values. State four: cyan, magenta, yellow and black.` }
  const outside = parts.find((value) => !isPercent(value))
  if (outside !== undefined)
    return { member, message: `Each plate takes 0 to 100 per cent, and not ${outside}.` }
  if (parts.every((value) => value === 0))
    return { member, message: 'The mix is 0 per cent on every plate and would print nothing.' }
  if (PROCESS_PLATES.some((plate) => plate.toLowerCase() === name.trim().toLowerCase()))
    return { member: 'name', message: `${name} is a process plate. Choose another name for the mix.` }
  return null
}
