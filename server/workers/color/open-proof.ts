/** Opens output profiles for soft proofs in a worker; a few are kept open. */
import { readFile } from 'node:fs/promises'
import { createBoundedCache } from '../../../core/engine/pdf/bounded-cache.ts'
import type { Cmyk } from '../../../core/engine/pdf/space/screen-cmyk.ts'
import type { PressColors } from '../../../core/engine/press/separate/press-colors.ts'
import type { ProofColors } from '../../../core/engine/preview/proof.ts'
import { openPressColors } from './little-cms.ts'

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
  const colors = await openPressColors(bytes).catch(() => null)
  if (colors === null) return null
  const screen = (inks: Uint8Array) => colors.screen(inks)
  return {
    ...{ sha256, inkLimit: colors.inkLimit() },
    screen,
    outside: createOutside(colors),
    inks: (rgb) => Array.from(colors.inks('srgb', Float32Array.from(rgb)) ?? [0, 0, 0, 0]) as unknown as Cmyk,
    print(pixels) {
      const rgb = new Uint8Array((pixels.length / 4) * 3)
      for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3)
        rgb.set(pixels.subarray(from, from + 3), to)
      const shown = screen(colors.samples('srgb', rgb) ?? new Uint8Array())
      for (let from = 0, to = 0; from < shown.length; from += 3, to += 4)
        pixels.set(shown.subarray(from, from + 3), to)
    },
  }
}

/** Steps of each component in the tables that views make of a profile, and the steps of 8 bits. */
const GRID = 17
const KEYS = (GRID - 1) * 255
const MOST_KNOWN = 50_000

/** Distances of colours, those of the grid at once: a transform of one colour takes as long as that of a hundred. */
function createOutside(colors: PressColors): ProofColors['outside'] {
  const known = new Map<string, number>()
  const measure = (rgb: Float32Array): Float32Array => {
    const inks = colors.inks('srgb', rgb)
    return inks === null ? new Float32Array(rgb.length / 3) : colors.distances('srgb', rgb, inks)
  }
  const keyOf = (rgb: readonly number[]) => rgb.map((part) => Math.round(part * KEYS)).join(' ')
  const fill = () => {
    const grid = Array.from({ length: GRID ** 3 }, (_, at) =>
      [at % GRID, Math.floor(at / GRID) % GRID, Math.floor(at / GRID ** 2)].map((step) => step / (GRID - 1)),
    )
    const distances = measure(Float32Array.from(grid.flat()))
    for (const [at, rgb] of grid.entries()) known.set(keyOf(rgb), distances[at]!)
  }
  return (rgb) => {
    if (known.size === 0 || known.size > MOST_KNOWN) {
      known.clear()
      fill()
    }
    const key = keyOf(rgb)
    const distance = known.get(key) ?? measure(Float32Array.from(rgb))[0] ?? 0
    known.set(key, distance)
    return distance
  }
}
