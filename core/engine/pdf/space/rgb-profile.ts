/** Evaluates ICC profiles of RGB that consist of primaries and curves, and tells which of them are sRGB (ICC.1:2010 8.3, F.3). */
import { decodeSrgb, type Light, labOfXyz, xyzD50ToRgb } from './screen-lab.ts'

/** Light (0 to 1) of a component (0 to 1). */
type Curve = (value: number) => number
type Three<T> = readonly [T, T, T]

export interface RgbProfile {
  readonly curves: Three<Curve>
  /** XYZ under D50 of red, green and blue. */
  readonly primaries: Three<Three<number>>
}

const TABLE_START = 128
const TAG_BYTES = 12
const MOST_TAGS = 100
const MOST_STEPS = 65_536
/** Colour engines prefer tables to primaries, so that a profile with tables has to be left to them. */
const TABLES = /^(A2B|D2B)[0-3]$/

/** Null for a profile that converts by tables, and for one that is damaged. */
export function readRgbProfile(profile: Uint8Array): RgbProfile | null {
  const data = Buffer.from(profile.buffer, profile.byteOffset, profile.byteLength)
  const tags = tagsOf(data)
  if (tags === null || data.toString('latin1', 20, 24) !== 'XYZ ') return null
  if ([...tags.keys()].some((name) => TABLES.test(name))) return null
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => readCurve(tags.get(name)))
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => readXyz(tags.get(name)))
  if (curves.includes(null) || primaries.includes(null)) return null
  return {
    curves: curves as unknown as RgbProfile['curves'],
    primaries: primaries as unknown as RgbProfile['primaries'],
  }
}

/** sRGB of components (0 to 1) under the profile. */
export function rgbOfProfile(profile: RgbProfile, components: Light): Light {
  return xyzD50ToRgb(...xyzOf(profile, components))
}

function xyzOf({ curves, primaries }: RgbProfile, components: Light): Three<number> {
  const light = components.map((value, at) => curves[at]!(Math.min(Math.max(value, 0), 1)))
  const sum = (row: number) => light.reduce((total, part, at) => total + part * primaries[at]![row]!, 0)
  return [sum(0), sum(1), sum(2)]
}

/** sRGB itself (IEC 61966-2-1), its primaries under D50 by Bradford. */
const SRGB: RgbProfile = {
  curves: [decodeSrgb, decodeSrgb, decodeSrgb],
  primaries: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
}

/** CIE 1976. Small profiles of sRGB round their curves and primaries by up to 1; a plain gamma of 2.2 is 3 off. */
const SAME_COLOR = 1.5
const LEVELS = [0, 0.02, 0.06, 0.12, 0.25, 0.5, 0.75, 1]

/** Decision: colours say what a profile is; the name that it gives itself says nothing. */
export function isSrgb(profile: RgbProfile): boolean {
  return LEVELS.every((red) =>
    LEVELS.every((green) =>
      LEVELS.every((blue) => {
        const [one, other] = [profile, SRGB].map((each) => labOfXyz(...xyzOf(each, [red, green, blue])))
        return Math.hypot(...one!.map((part, at) => part - other![at]!)) <= SAME_COLOR
      }),
    ),
  )
}

/** Whether a file is an ICC profile of sRGB. */
export function isSrgbProfile(bytes: Uint8Array): boolean {
  const profile = readRgbProfile(bytes)
  return profile !== null && isSrgb(profile)
}

function tagsOf(data: Buffer): ReadonlyMap<string, Buffer> | null {
  if (data.length < TABLE_START + 4) return null
  const tags = new Map<string, Buffer>()
  const count = Math.min(data.readUInt32BE(TABLE_START), MOST_TAGS)
  for (let tag = 0; tag < count; tag += 1) {
    const at = TABLE_START + 4 + tag * TAG_BYTES
    if (at + TAG_BYTES > data.length) return null
    const [from, length] = [data.readUInt32BE(at + 4), data.readUInt32BE(at + 8)]
    tags.set(data.toString('latin1', at, at + 4), data.subarray(from, from + length))
  }
  return tags
}

/** s15Fixed16Number. */
const fixed = (data: Buffer, at: number) => data.readInt32BE(at) / 65_536

function readXyz(tag: Buffer | undefined): Three<number> | null {
  if (tag === undefined || tag.length < 20 || tag.toString('latin1', 0, 4) !== 'XYZ ') return null
  return [fixed(tag, 8), fixed(tag, 12), fixed(tag, 16)]
}

function readCurve(tag: Buffer | undefined): Curve | null {
  if (tag === undefined || tag.length < 12) return null
  const kind = tag.toString('latin1', 0, 4)
  if (kind === 'curv') return readSteps(tag)
  return kind === 'para' ? readFormula(tag) : null
}

/** curveType (10.6): nothing is a straight line, one number a gamma, more are steps of a table. */
function readSteps(tag: Buffer): Curve | null {
  const count = tag.readUInt32BE(8)
  if (count === 0) return (value) => value
  if (count > MOST_STEPS || tag.length < 12 + count * 2) return null
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256
    return (value) => value ** gamma
  }
  const step = (at: number) => tag.readUInt16BE(12 + at * 2) / 65_535
  return (value) => {
    const at = value * (count - 1)
    const [low, high] = [step(Math.floor(at)), step(Math.ceil(at))]
    return low + (high - low) * (at - Math.floor(at))
  }
}

/** Numbers of each kind of parametricCurveType (10.18). */
const PARAMETERS = [1, 3, 4, 5, 7] as const

function readFormula(tag: Buffer): Curve | null {
  const kind = tag.readUInt16BE(8)
  const count = PARAMETERS[kind]
  if (count === undefined || tag.length < 12 + count * 4) return null
  const numbers = Array.from({ length: count }, (_, at) => fixed(tag, 12 + at * 4))
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
  const power = (value: number) => Math.max(a * value + b, 0) ** g
  const bounded = (light: number) => (Number.isFinite(light) ? Math.min(Math.max(light, 0), 1) : 0)
  // The constant of kinds 1 and 2 is named c there, and e and f are those of kind 4.
  if (kind === 1) return (value) => bounded(a * value + b >= 0 ? power(value) : 0)
  if (kind === 2) return (value) => bounded((a * value + b >= 0 ? power(value) : 0) + c)
  if (kind >= 3) return (value) => bounded(value >= d ? power(value) + e : c * value + f)
  return (value) => value ** g
}
