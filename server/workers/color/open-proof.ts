/** Opens output profiles for soft proofs in a worker; a few are kept open. */
import { readFile } from 'node:fs/promises'
import { createBoundedCache } from '../../../core/engine/pdf/bounded-cache.ts'
import type { Cmyk } from '../../../core/engine/pdf/space/screen-cmyk.ts'
import type { ProofColors } from '../../../core/engine/preview/proof.ts'
import { usableColors } from './little-cms.ts'

export interface ProofFile {
  readonly sha256: string
  readonly path: string
}

const KEPT = 8
const opened = createBoundedCache<Promise<ProofColors | null>>(KEPT)

/** Null where there is no profile, or its tables cannot be used: the page then shows as without one. */
export function openProof(file: ProofFile | null): Promise<ProofColors | null> {
  if (file === null) return Promise.resolve(null)
  const known = opened.get(file.sha256)
  if (known !== undefined) return known
  const opening = readProof(file)
  opened.set(file.sha256, opening)
  return opening
}

async function readProof({ sha256, path }: ProofFile): Promise<ProofColors | null> {
  const bytes = await readFile(path)
  const colors = await usableColors(bytes)
  if (colors === null) return null
  const screen = (inks: Uint8Array) => colors.screen(inks)
  return {
    ...{ sha256, inkLimit: colors.inkLimit() },
    screen,
    outside(rgb) {
      const color = Float32Array.from(rgb)
      return colors.distances('srgb', color, colors.inks('srgb', color))[0] ?? 0
    },
    inks: (rgb) => Array.from(colors.inks('srgb', Float32Array.from(rgb))) as unknown as Cmyk,
    print(pixels) {
      const rgb = new Uint8Array((pixels.length / 4) * 3)
      for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3)
        rgb.set(pixels.subarray(from, from + 3), to)
      const shown = screen(colors.samples('srgb', rgb))
      for (let from = 0, to = 0; from < shown.length; from += 3, to += 4)
        pixels.set(shown.subarray(from, from + 3), to)
    },
  }
}
