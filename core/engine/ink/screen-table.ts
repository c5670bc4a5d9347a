/** An output profile's conversion from process inks to the screen as a small table, for swatches beside its previews. */
import type { Cmyk } from '../pdf/space/screen-cmyk.ts'
import { screenHexOfLab } from '../pdf/space/screen-lab.ts'
import { gridPoints, gridShares } from './grid.ts'

/** Steps of each ink. */
const STEPS = 5
const INKS = 4

/** The inks of the table in its order, 0 to 1: cyan changes first. */
export function screenTableInks(): Float32Array {
  return gridPoints(INKS, STEPS)
}

/**
 * `lab` of `screenTableInks`, three each; as Base64 of bytes: L* over 0 to 100, a* and b* from -128 on. Decision: Lab,
 * since RGB is cut off at the bounds of sRGB, where no straight line leads between two colours.
 */
export function packScreenTable(lab: Float32Array): string {
  let bytes = ''
  for (const [at, value] of lab.entries()) {
    const byte = Math.round(at % 3 === 0 ? value * 2.55 : value + 128)
    bytes += String.fromCharCode(Math.min(Math.max(byte, 0), 255))
  }
  return btoa(bytes)
}

let last: { readonly table: string; readonly bytes: string } | null = null

/** `#rrggbb` of inks, 0 to 1, by a packed table. */
export function screenHexByTable(inks: Cmyk, table: string): string {
  return screenHexOfLab(labByTable(inks, table))
}

/** As `screenHexByTable`, L* a* b*: off by a CIEDE2000 of 0.5 in the median, and of 2 at most. */
export function labByTable(inks: Cmyk, table: string): [number, number, number] {
  if (last?.table !== table) last = { table, bytes: atob(table) }
  const { bytes } = last
  const lab = [0, 0, 0]
  for (const { point, share } of gridShares(inks, STEPS))
    for (const part of lab.keys()) lab[part]! += share * bytes.charCodeAt(point * 3 + part)
  const [lightness = 0, a = 0, b = 0] = lab
  return [lightness / 2.55, a - 128, b - 128]
}
