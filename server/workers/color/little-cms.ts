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

/** Its memory grows with what it is given at once. */
const PIXELS_AT_ONCE = 1 << 18

export async function openPressColors(profile: Uint8Array): Promise<PressColors> {
  const lcms = await loadLittleCms()
  const press = openProfile(lcms, profile)
  if (press === 0) throw unusableProfile()
  const sources = new Map<ColorSource, number>()
  const transforms = new Map<string, number>()
  let printed = 0
  let shown = 0
  const seenAs = new Map<number, number>()
  const sourceOf = (source: ColorSource): number => {
    const known = sources.get(source)
    if (known !== undefined) return known
    const opened =
      source === 'srgb'
        ? lcms.cmsCreate_sRGBProfile()
        : source === 'lab'
          ? lcms.cmsCreateLab4Profile()
          : openProfile(lcms, source.profile)
    sources.set(source, opened)
    return opened
  }
  const transformOf = (source: ColorSource, from: number, to: number): number => {
    const opened = sourceOf(source)
    if (opened === 0) return 0
    const key = `${opened} ${from}`
    const known = transforms.get(key)
    if (known !== undefined) return known
    const flags = cmsFLAGS_BLACKPOINTCOMPENSATION
    const made = lcms.cmsCreateTransform(opened, from, press, to, INTENT_RELATIVE_COLORIMETRIC, flags)
    transforms.set(key, made)
    return made
  }
  const toLab = (from: number): number => {
    const known = seenAs.get(from)
    if (known !== undefined) return known
    const lab = sourceOf('lab')
    const made = lcms.cmsCreateTransform(
      from,
      TYPE_RGB_FLT,
      lab,
      TYPE_LAB_FLT,
      INTENT_RELATIVE_COLORIMETRIC,
      0,
    )
    seenAs.set(from, made)
    return made
  }
  if (transformOf('srgb', TYPE_RGB_FLT, TYPE_CMYK_FLT) === 0) throw unusableProfile()
  const colors: PressColors = {
    inks(source, components) {
      const transform = transformOf(source, source === 'lab' ? TYPE_LAB_FLT : TYPE_RGB_FLT, TYPE_CMYK_FLT)
      if (transform === 0) return null
      // Little CMS counts ink in per cent.
      return lcms
        .cmsDoTransform(transform, components, components.length / 3)
        .map((ink) => ink / 100) as Float32Array
    },
    samples(source, rgb) {
      const transform = transformOf(source, TYPE_RGB_8, TYPE_CMYK_8)
      if (transform === 0) return null
      const pixels = rgb.length / 3
      const inks = new Uint8Array(pixels * 4)
      for (let at = 0; at < pixels; at += PIXELS_AT_ONCE) {
        const count = Math.min(PIXELS_AT_ONCE, pixels - at)
        inks.set(lcms.cmsDoTransform(transform, rgb.subarray(at * 3, (at + count) * 3), count), at * 4)
      }
      return inks
    },
    distances(source, components, inks) {
      const lab = colors.lab(inks)
      const opened = sourceOf(source)
      const seen =
        source === 'lab' ? components : lcms.cmsDoTransform(toLab(opened), components, components.length / 3)
      const black = colors.inks('srgb', new Float32Array(3))
      const least = lightOf(black === null ? 0 : (colors.lab(black)[0] ?? 0))
      return Float32Array.from({ length: lab.length / 3 }, (_, at) =>
        deltaE2000(withBlack(labAt(seen, at), least), labAt(lab, at)),
      )
    },
    inkLimit() {
      const inks = colors.inks('srgb', tableColors()) ?? new Float32Array()
      let most = 0
      for (let at = 0; at < inks.length; at += 4)
        most = Math.max(most, inks[at]! + inks[at + 1]! + inks[at + 2]! + inks[at + 3]!)
      return Math.round(most * 100)
    },
    screen(inks) {
      if (shown === 0)
        shown = lcms.cmsCreateTransform(
          press,
          TYPE_CMYK_8,
          sourceOf('srgb'),
          TYPE_RGB_8,
          INTENT_RELATIVE_COLORIMETRIC,
          0,
        )
      const pixels = inks.length / 4
      const rgb = new Uint8Array(pixels * 3)
      for (let at = 0; at < pixels; at += PIXELS_AT_ONCE) {
        const count = Math.min(PIXELS_AT_ONCE, pixels - at)
        rgb.set(lcms.cmsDoTransform(shown, inks.subarray(at * 4, (at + count) * 4), count), at * 3)
      }
      return rgb
    },
    lab(inks) {
      const lab = sourceOf('lab')
      if (printed === 0)
        printed = lcms.cmsCreateTransform(
          press,
          TYPE_CMYK_FLT,
          lab,
          TYPE_LAB_FLT,
          INTENT_RELATIVE_COLORIMETRIC,
          0,
        )
      const perCent = inks.map((ink) => ink * 100)
      return lcms.cmsDoTransform(printed, perCent, inks.length / 4)
    },
  }
  return colors
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
