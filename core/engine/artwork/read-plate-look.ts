/** Reads colours of the graphics state as plates see them: white or not, on how many plates, with how much ink. */

import type { PaintSpace } from '../pdf/space/read-paint-space.ts'
import type { PlateLook } from './paint/painted-object.ts'

const SOLID = 0.9995

const look = (parts: Partial<PlateLook> & { readonly family: string }): PlateLook => ({
  white: false,
  plates: null,
  black: 0,
  total: 0,
  spots: [],
  registration: false,
  ...parts,
})

/** A colour that cannot be told from its operands: a pattern, an image, a shading, a converted space. */
export function unknownLook(family: string): PlateLook {
  return look({ family })
}

/** `components` are null for a space's initial colour (8.6.3 to 8.6.6). */
export function plateLook(space: PaintSpace, components: readonly number[] | null): PlateLook {
  const { family, model } = space
  switch (model) {
    case 'gray':
      return grayLook(family, components?.[0] ?? 0)
    case 'cmyk':
      return processLook(family, components ?? [0, 0, 0, 1])
    case 'rgb':
      return additiveLook(family, components)
    case 'lab':
      return look({ family, white: isLabWhite(components) })
    case null:
      return family === 'Separation' || family === 'DeviceN'
        ? inkLook(space, components)
        : unknownLook(family)
  }
}

/** The initial colour of Lab is black. */
export function isLabWhite(components: readonly number[] | null): boolean {
  const [lightness = 0, a = 0, b = 0] = components ?? []
  return lightness >= 100 && a === 0 && b === 0
}

function grayLook(family: string, gray: number): PlateLook {
  const black = Math.min(Math.max(1 - gray, 0), 1)
  const white = black <= 1 - SOLID
  return look({ family, white, plates: white ? 0 : 1, black, total: black })
}

function additiveLook(family: string, components: readonly number[] | null): PlateLook {
  return look({ family, white: components?.every((value) => value >= SOLID) ?? false })
}

function processLook(family: string, components: readonly number[]): PlateLook {
  const tints = components.slice(0, 4).map((value) => Math.min(Math.max(value, 0), 1))
  const plates = tints.filter((tint) => tint > 0).length
  const total = tints.reduce((sum, tint) => sum + tint, 0)
  return look({ family, white: plates === 0, plates, black: tints[3] ?? 0, total })
}

const PROCESS = new Set(['Cyan', 'Magenta', 'Yellow', 'Black'])

function inkLook(
  { family, colorants, process }: PaintSpace,
  components: readonly number[] | null,
): PlateLook {
  let plates = 0
  let total = 0
  let black = 0
  let registration = false
  const spots: string[] = []
  for (const [at, name] of colorants.entries()) {
    const tint = Math.min(Math.max(components === null ? 1 : (components[at] ?? 0), 0), 1)
    if (tint === 0 || name === 'None') continue
    plates += 1
    total += tint
    if (name === 'Black') black = tint
    if (name === 'All') registration = true
    else if (!PROCESS.has(name) && !process.has(name)) spots.push(name)
  }
  return look({ family, white: plates === 0, plates, black, total, spots, registration })
}
