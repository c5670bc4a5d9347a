/** Little CMS, the colour engine: transforms between the spaces of devices by ICC profiles. For worker processes. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  cmsFLAGS_BLACKPOINTCOMPENSATION,
  INTENT_RELATIVE_COLORIMETRIC,
  instantiate,
  type LittleCms,
  TYPE_CMYK_8,
  TYPE_RGB_8,
} from 'lcms-wasm'
import { tableColors } from '../../../core/engine/ink/rgb-table.ts'
import { deltaE2000, type Lab } from '../../../core/engine/press/separate/delta-e.ts'
import type { ColorSource, PressColors } from '../../../core/engine/press/separate/press-colors.ts'
import { ServiceError } from '../../../core/errors.ts'

/** Formats of 32 bit floating point, which the package does not name: kind of space, channels, 4 bytes each. */
const floats = (space: number, channels: number) => (1 << 22) | (space << 16) | (channels << 3) | 4
const TYPE_RGB_FLT = floats(4, 3)
const TYPE_CMYK_FLT = floats(6, 4)
const TYPE_LAB_FLT = floats(10, 3)

let loaded: Promise<LittleCms> | null = null

/** Once in a process. */
export function loadLittleCms(): Promise<LittleCms> {
  loaded ??= readFile(fileURLToPath(import.meta.resolve('lcms-wasm/dist/lcms.wasm'))).then((wasmBinary) =>
    instantiate({ wasmBinary }),
  )
  return loaded
}

interface Held {
  readonly lcms: LittleCms
  readonly profiles: Set<number>
  readonly transforms: Map<string, number>
}

/** Profiles and transforms lie in memory that no garbage collector sees: half a megabyte for each output profile. */
const held = new FinalizationRegistry<Held>(({ lcms, profiles, transforms }) => {
  for (const transform of transforms.values()) if (transform !== 0) lcms.cmsDeleteTransform(transform)
  for (const profile of profiles) lcms.cmsCloseProfile(profile)
})

/** Its memory grows with what it is given at once. */
const PIXELS_AT_ONCE = 1 << 18
const SAMPLES = tableColors()
const LAB_SAMPLES = SAMPLES.map((part, at) => (at % 3 === 0 ? part * 100 : part * 200 - 100))

/** Throws `invalid_profile` for a profile that cannot convert colours. */
export async function openPressColors(profile: Uint8Array): Promise<PressColors> {
  const lcms = await loadLittleCms()
  const press = openProfile(lcms, profile)
  if (press === 0) throw unusableProfile()
  const srgb = lcms.cmsCreate_sRGBProfile()
  const lab = lcms.cmsCreateLab4Profile()
  const profiles = new Set([press, srgb, lab])
  const made = new Map<string, number>()
  /** 0 where Little CMS cannot make it. */
  const transformOf = (from: number, input: number, to: number, output: number, flags = 0): number => {
    const key = [from, input, to, output, flags].join(' ')
    const known = made.get(key)
    if (known !== undefined) return known
    const intent = INTENT_RELATIVE_COLORIMETRIC
    const transform = lcms.cmsCreateTransform(from, input, to, output, intent, flags)
    made.set(key, transform)
    return transform
  }
  const run = <T extends Uint8Array | Float32Array>(transform: number, colors: T, count: number): T => {
    if (transform === 0) throw unusableProfile()
    return lcms.cmsDoTransform(transform, colors, count) as T
  }
  const runFloats = (transform: number, colors: Float32Array, count: number): Float32Array =>
    run(transform, colors, count).map(finite)
  const toLab = (from: number) => transformOf(from, TYPE_RGB_FLT, lab, TYPE_LAB_FLT)

  const sources = new Map<ColorSource, number>()
  /** Decision: RGB of a profile that cannot be used counts as sRGB, as it does in other renderers. */
  const sourceOf = (source: ColorSource): number => {
    const known = sources.get(source)
    if (known !== undefined) return known
    const opened = typeof source === 'string' ? 0 : openProfile(lcms, source.profile)
    if (opened !== 0) profiles.add(opened)
    const chosen = source === 'lab' ? lab : isUsable(opened) ? opened : srgb
    sources.set(source, chosen)
    return chosen
  }
  const isUsable = (opened: number): boolean => {
    if (opened === 0 || toLab(opened) === 0 || toPress(opened, TYPE_RGB_FLT, TYPE_CMYK_FLT) === 0)
      return false
    return run(toLab(opened), SAMPLES, SAMPLES.length / 3).every(Number.isFinite)
  }
  const toPress = (from: number, input: number, output: number) =>
    transformOf(from, input, press, output, cmsFLAGS_BLACKPOINTCOMPENSATION)
  const ofPress = () => transformOf(press, TYPE_CMYK_FLT, lab, TYPE_LAB_FLT)

  const colors: PressColors = {
    inks(source, components) {
      const transform = toPress(
        sourceOf(source),
        source === 'lab' ? TYPE_LAB_FLT : TYPE_RGB_FLT,
        TYPE_CMYK_FLT,
      )
      // Little CMS counts ink in per cent.
      return runFloats(transform, components, components.length / 3).map((ink) => ink / 100)
    },
    samples(source, rgb) {
      const own = toPress(sourceOf(source), TYPE_RGB_8, TYPE_CMYK_8)
      const transform = own === 0 ? toPress(srgb, TYPE_RGB_8, TYPE_CMYK_8) : own
      return inPieces(rgb, { from: 3, to: 4 }, (piece, count) => run(transform, piece, count))
    },
    gray(source, value) {
      if (typeof source === 'string') return value
      const from = sourceOf(source)
      const flags = cmsFLAGS_BLACKPOINTCOMPENSATION
      const transform = transformOf(from, TYPE_RGB_FLT, srgb, TYPE_RGB_FLT, flags)
      if (from === srgb || transform === 0) return value
      const shown = runFloats(transform, new Float32Array(3).fill(value), 1)
      const [most, least] = [Math.max(...shown), Math.min(...shown)]
      return most - least <= NEUTRAL ? Math.min(Math.max((most + least) / 2, 0), 1) : null
    },
    distances(source, components, inks) {
      const printed = colors.lab(inks)
      const seen =
        source === 'lab' ? components : runFloats(toLab(sourceOf(source)), components, components.length / 3)
      const least = lightOf(colors.lab(colors.inks('srgb', new Float32Array(3)))[0] ?? 0)
      return Float32Array.from({ length: printed.length / 3 }, (_, at) =>
        deltaE2000(withBlack(labAt(seen, at), least), labAt(printed, at)),
      )
    },
    inkLimit() {
      const inks = colors.inks('srgb', SAMPLES)
      let most = 0
      for (let at = 0; at < inks.length; at += 4)
        most = Math.max(most, inks[at]! + inks[at + 1]! + inks[at + 2]! + inks[at + 3]!)
      return Math.round(most * 100)
    },
    screen(inks) {
      const transform = transformOf(press, TYPE_CMYK_8, srgb, TYPE_RGB_8)
      return inPieces(inks, { from: 4, to: 3 }, (piece, count) => run(transform, piece, count))
    },
    lab(inks) {
      const perCent = inks.map((ink) => ink * 100)
      return runFloats(ofPress(), perCent, inks.length / 4)
    },
  }
  held.register(colors, { lcms, profiles, transforms: made })
  for (const [transform, samples] of [
    [toPress(srgb, TYPE_RGB_FLT, TYPE_CMYK_FLT), SAMPLES],
    [toPress(lab, TYPE_LAB_FLT, TYPE_CMYK_FLT), LAB_SAMPLES],
  ] as const) {
    const inks = run(transform, samples, samples.length / 3)
    const printed = run(ofPress(), inks, inks.length / 4)
    if (!inks.every(Number.isFinite) || !printed.every(Number.isFinite)) throw unusableProfile()
  }
  return colors
}

/** Makes every transform that conversions, proofs and plates need. Throws `invalid_profile`. */
async function checkedColors(profile: Uint8Array): Promise<PressColors> {
  const colors = await openPressColors(profile)
  colors.samples('srgb', new Uint8Array(3))
  colors.screen(new Uint8Array(4))
  return colors
}

/** Null where a transform cannot be made. */
export function usableColors(profile: Uint8Array): Promise<PressColors | null> {
  return checkedColors(profile).catch((error: unknown) => {
    if (error instanceof ServiceError) return null
    throw error
  })
}

/** What makes a gray: components of sRGB this close are one. */
const NEUTRAL = 0.012
const finite = (value: number) => (Number.isFinite(value) ? value : 0)

function inPieces(
  pixels: Uint8Array,
  channels: { readonly from: number; readonly to: number },
  convert: (piece: Uint8Array, count: number) => Uint8Array,
): Uint8Array {
  const { from, to } = channels
  const total = pixels.length / from
  const converted = new Uint8Array(total * to)
  for (let at = 0; at < total; at += PIXELS_AT_ONCE) {
    const count = Math.min(PIXELS_AT_ONCE, total - at)
    converted.set(convert(pixels.subarray(at * from, (at + count) * from), count), at * to)
  }
  return converted
}

const labAt = (list: Float32Array, at: number): Lab => [list[at * 3]!, list[at * 3 + 1]!, list[at * 3 + 2]!]

/** Y of an L*, 0 to 1, and back (CIE 15). */
const lightOf = (lightness: number) => cubed((lightness + 16) / 116)
const cubed = (value: number) => (value >= 6 / 29 ? value ** 3 : (108 / 841) * (value - 4 / 29))
const rooted = (value: number) => (value >= (6 / 29) ** 3 ? Math.cbrt(value) : (841 / 108) * value + 4 / 29)

/** A colour whose black is as light as that of the press: what black point compensation makes of it. */
function withBlack([lightness, a, b]: Lab, least: number): Lab {
  const y = (lightness + 16) / 116
  const [x, middle, z] = [y + a / 500, y, y - b / 200].map((value) =>
    rooted(cubed(value) * (1 - least) + least),
  )
  return [116 * middle! - 16, 500 * (x! - middle!), 200 * (middle! - z!)]
}

/** Of an output profile whose header is right and whose tables are not. */
function unusableProfile(): ServiceError {
  return new ServiceError('invalid_profile', {
    message: 'The output profile cannot convert colours: its tables are damaged. Choose another profile.',
    param: 'output_profile',
  })
}

/** 0 for a profile that cannot be read. The library's own call would put the file on its small stack. */
export function openProfile(lcms: LittleCms, profile: Uint8Array): number {
  const at = lcms._malloc(profile.length)
  try {
    lcms.HEAPU8.set(profile, at)
    return lcms.ccall('cmsOpenProfileFromMem', 'number', ['number', 'number'], [at, profile.length])
  } finally {
    lcms._free(at)
  }
}
