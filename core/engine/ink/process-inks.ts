/** The process inks by their names: a plate of such a name is the press's own, whatever colour a palette gives it. */

import { type Cmyk, screenHexOfCmyk } from '../pdf/space/screen-cmyk.ts'
import { screenHexByTable } from './screen-table.ts'

/** Solid. */
export const PROCESS_INKS: Readonly<Record<string, Cmyk>> = {
  Cyan: [1, 0, 0, 0],
  Magenta: [0, 1, 0, 0],
  Yellow: [0, 0, 1, 0],
  Black: [0, 0, 0, 1],
}

/** Null for any other ink. */
export function processInkOf(name: string): Cmyk | null {
  return Object.hasOwn(PROCESS_INKS, name) ? (PROCESS_INKS[name] ?? null) : null
}

/**
 * The screen colour of an ink: of a process ink that of its plate, of any other the one that the artwork defines, else
 * the one it was given. `table` is that of an output profile.
 */
export function shownHex(
  name: string,
  hex: string,
  artwork: readonly { readonly name: string; readonly hex: string }[],
  table: string | null = null,
): string {
  const process = processInkOf(name)
  if (process !== null) return table === null ? screenHexOfCmyk(process) : screenHexByTable(process, table)
  return artwork.find((ink) => ink.name === name)?.hex ?? hex
}
