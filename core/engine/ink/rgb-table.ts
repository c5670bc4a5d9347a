/** A profile's conversion from sRGB to process inks as a table, so that marks are converted without the profile. */
import { gridPoints, gridShares } from './grid.ts'
import type { Mix } from './process-mix.ts'

/** Steps of each channel. */
export const TABLE_STEPS = 17
const CHANNELS = 4

/** The colours of the table in its order: red changes first. */
export function tableColors(): Float32Array {
  return gridPoints(3, TABLE_STEPS)
}

/** `inks` of `tableColors`, four for each, 0 to 1; as Base64. */
export function packTable(inks: Float32Array): string {
  const bytes = Uint8Array.from(inks, (ink) => Math.round(Math.min(Math.max(ink, 0), 1) * 255))
  return Buffer.from(bytes).toString('base64')
}

/** Components this close are one: less than a step of 8 bits. */
const NEUTRAL = 0.002

/**
 * The mix in process inks by a packed table; one that is in process inks stays. Decision: black and grays print on the
 * black plate alone, as those of the artwork do.
 */
export function separatedMix(mix: Mix, table: string): Mix {
  if (mix.space !== 'DeviceRGB') return mix
  const { parts } = mix
  const [red = 0, green = 0, blue = 0] = parts
  if (Math.max(red, green, blue) - Math.min(red, green, blue) <= NEUTRAL)
    return { space: 'DeviceCMYK', parts: [0, 0, 0, rounded(1 - red)] }
  const bytes = Buffer.from(table, 'base64')
  const inks = [0, 0, 0, 0]
  for (const { point, share } of gridShares([red, green, blue], TABLE_STEPS))
    for (let ink = 0; ink < CHANNELS; ink += 1)
      inks[ink]! += share * ((bytes[point * CHANNELS + ink] ?? 0) / 255)
  return { space: 'DeviceCMYK', parts: inks.map(rounded) }
}

/** To a tenth of a per cent: what the profile leaves of white is no ink. */
const rounded = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 1000) / 1000
