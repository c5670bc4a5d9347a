/** Blend modes on a screen: a channel of what is there and of an ink become one (ISO 32000-1 table 136). */

import type { BlendMode } from '../text/text-style.ts'
import type { Rgb } from './pixel.ts'

/** Backdrop and source, 0 to 1. */
type Blend = (below: number, source: number) => number

const multiply: Blend = (below, source) => below * source
const screen: Blend = (below, source) => below + source - below * source
const hardLight: Blend = (below, source) =>
  source <= 0.5 ? multiply(below, 2 * source) : screen(below, 2 * source - 1)

const BLENDS: Readonly<Record<BlendMode, Blend>> = {
  normal: (_, source) => source,
  multiply,
  screen,
  overlay: (below, source) => hardLight(source, below),
  darken: Math.min,
  lighten: Math.max,
  color_dodge: (below, source) => (below === 0 ? 0 : source >= 1 ? 1 : Math.min(1, below / (1 - source))),
  color_burn: (below, source) => (below >= 1 ? 1 : source <= 0 ? 0 : 1 - Math.min(1, (1 - below) / source)),
  hard_light: hardLight,
  soft_light(below, source) {
    if (source <= 0.5) return below - (1 - 2 * source) * below * (1 - below)
    const root = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : Math.sqrt(below)
    return below + (2 * source - 1) * (root - below)
  },
  difference: (below, source) => Math.abs(below - source),
  exclusion: (below, source) => below + source - 2 * below * source,
}

/** The outcome for each value of a channel; paper is no ink, so what is there counts as it would on white. */
export function blendedWith(
  mode: BlendMode,
  source: Rgb,
  paper: Rgb,
): (below: number, channel: 0 | 1 | 2) => number {
  const blend = BLENDS[mode]
  const tables = source.map((part, channel) => {
    const most = Math.max(1, paper[channel as 0])
    return Uint8Array.from({ length: 256 }, (_, below) =>
      Math.round(Math.min(1, Math.max(0, blend(Math.min(1, below / most), part / 255))) * most),
    )
  })
  return (below, channel) => tables[channel]![below]!
}
