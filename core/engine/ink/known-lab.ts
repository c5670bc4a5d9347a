/** Spot colours whose measured colour is known: it shows instead of the definition in the artwork. */
import { mixHex, type ProcessMix } from './process-mix.ts'

/** The inks of the artwork, in their Lab where an ink of their name states it. */
export function withKnownLab<Ink extends { readonly name: string; readonly hex: string }>(
  artwork: readonly Ink[],
  inks: readonly (ProcessMix & { readonly name: string })[],
): readonly Ink[] {
  const known = new Map(
    inks.flatMap((ink) => (ink.lab === undefined ? [] : [[ink.name, mixHex(ink)] as const])),
  )
  if (known.size === 0) return artwork
  return artwork.map((ink) => ({ ...ink, hex: known.get(ink.name) ?? ink.hex }))
}
