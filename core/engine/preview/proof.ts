/** A soft proof: how a press with an output profile prints process inks and RGB, on a screen. */

import type { Cmyk } from '../pdf/space/screen-cmyk.ts'
import type { Drawing, DrawnMark, InkLook } from './drawing.ts'
import { rgbOf } from './pixel.ts'

/** The colours of one output profile, relative to the paper, which a preview lays below them. */
export interface ProofColors {
  /** SHA-256 of the profile, hex. */
  readonly sha256: string
  /** RGB of inks: 3 bytes for 4. */
  screen(inks: Uint8Array): Uint8Array
  /** The inks, 0 to 1, that the press makes of sRGB, 0 to 1. */
  inks(rgb: readonly number[]): Cmyk
  /** How far sRGB, 0 to 1, is from what the press prints of it: CIEDE2000, 0 up to rounding within the gamut. */
  outside(rgb: readonly number[]): number
  /** RGB as the press prints it, in place: RGBA, 4 bytes a pixel. */
  print(pixels: Uint8ClampedArray): void
  /** The most ink that the profile puts on one spot, per cent. */
  readonly inkLimit: number
}

/** A drawing whose process inks show as the press prints them. */
export function proofedDrawing(drawing: Drawing, proof: ProofColors): Drawing {
  const known = new Map<string, InkLook>()
  const look = (one: InkLook): InkLook => {
    if (one.kind !== 'process') return one
    const key = JSON.stringify(one)
    const made = known.get(key) ?? { ...one, shades: shadesOf(one, proof) }
    known.set(key, made)
    return made
  }
  const mark = (one: DrawnMark): DrawnMark => {
    if (one.kind === 'shapes') return { ...one, look: look(one.look) }
    return one.ink === null ? one : ({ ...one, ink: { ...one.ink, look: look(one.ink.look) } } as DrawnMark)
  }
  return {
    ...drawing,
    artwork: drawing.artwork.map((one) => ({ ...one, ...look(one) })),
    marks: drawing.marks.map(mark),
  }
}

export function proofedLook(look: InkLook, proof: ProofColors): InkLook {
  return look.kind === 'process' ? { ...look, shades: shadesOf(look, proof) } : look
}

const TINTS = 256

/** What an ink shows as on white in each tint, 3 bytes each. */
function shadesOf({ cmyk, hex }: InkLook, proof: ProofColors): Uint8Array {
  const inks = new Uint8Array(TINTS * 4)
  const rgb = rgbOf(hex)
  for (let tint = 0; tint < TINTS; tint += 1) {
    const share = tint / (TINTS - 1)
    const parts =
      cmyk === undefined
        ? proof.inks(rgb.map((part) => 1 - (1 - part / 255) * share))
        : cmyk.map((part) => part * share)
    inks.set(
      parts.map((part) => Math.round(part * 255)),
      tint * 4,
    )
  }
  return proof.screen(inks)
}
