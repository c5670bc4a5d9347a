/** Colours as shares of one ink: what prints on one plate, and so can print on another. */
import type { ColorSpace } from '../../pdf/space/space.ts'

export const DEVICE_GRAY: ColorSpace = { kind: 'gray' }

/** A share of one ink: of a plate by its name, or (null) of black. `own` is any colour beside these. */
export type Tone = { readonly base: string | null; readonly tint: number } | 'own'
/** A place of the content where a colour is set. */
export interface TonePlace {
  readonly tint: number
  readonly stroke: boolean
}

/** ISO 32000-1 8.6.6.4: `All` is every plate and `None` is none. */
const NO_INKS = new Set(['All', 'None', ''])
const TOLERANCE = 0.002

export function toneOf(space: ColorSpace | null, components: readonly number[]): Tone {
  const [first = 0, second = 0, third = 0, fourth = 0] = components
  switch (space?.kind) {
    case 'gray':
    case 'calGray':
      return { base: null, tint: unit(1 - first) }
    case 'rgb':
    case 'calRgb': {
      const spread = Math.max(first, second, third) - Math.min(first, second, third)
      return spread > TOLERANCE ? 'own' : { base: null, tint: unit(1 - first) }
    }
    case 'cmyk':
      return Math.max(first, second, third) > TOLERANCE ? 'own' : { base: null, tint: unit(fourth) }
    case 'inks': {
      const [name = ''] = space.names
      return space.names.length > 1 || NO_INKS.has(name) ? 'own' : { base: name, tint: unit(first) }
    }
    default:
      return 'own'
  }
}

function unit(value: number): number {
  return Math.min(Math.max(Math.round(value * 1e4) / 1e4, 0), 1)
}

/** ISO 32000-1 8.6: the colour that a space begins with. */
export function initialTone(space: ColorSpace | null): Tone {
  if (space === null) return 'own'
  return toneOf(
    space,
    space.kind === 'inks' ? space.names.map(() => 1) : space.kind === 'cmyk' ? [0, 0, 0, 1] : [0, 0, 0],
  )
}
