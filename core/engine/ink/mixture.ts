/** Computes how a mixture of inks looks without their plates, and with other inks in their place; pure. */

import { stepsOf } from '../pdf/space/calculator.ts'
import { type Bounds, type ColorFunction, evaluateFunction } from '../pdf/space/function.ts'
import type { ColorModel } from '../pdf/space/space.ts'
import { cmykOf } from './palette.ts'

/** A tint transform as a table: the colours where the tints cross on an even grid. */
export interface Mixture {
  readonly kind: ColorModel
  readonly inputs: number
  /** Steps on each axis, both ends included. */
  readonly size: number
  /** One byte a component, the first tint varying fastest, in base 64. */
  readonly samples: string
}

/** An ink by its place among the inputs, and the screen colour of its replacement. */
export type Replaced = ReadonlyMap<number, string>

const SIZES = [2, 3, 5, 9, 17]
const LAB_SIZE = 5
const MAX_NODES = 4096
const PROBES = 64
/** The error of rounding to bytes twice: at the nodes, and between them by interpolation. */
const TOLERANCE = 1.5 / 255

const UNIT = [0, 1] as const
const BOUNDS: Readonly<Record<ColorModel, Bounds>> = {
  gray: [UNIT],
  rgb: [UNIT, UNIT, UNIT],
  cmyk: [UNIT, UNIT, UNIT, UNIT],
  lab: [
    [0, 100],
    [-128, 127],
    [-128, 127],
  ],
}

/** Steps that reading the mixtures of one artwork may take; real ones take a hundredth. */
export interface Effort {
  left: number
}

/** Bounds of the components, which the bytes 0 to 255 are spread over. */
export function mixtureBounds(kind: ColorModel): Bounds {
  return BOUNDS[kind]
}

/**
 * The coarsest grid on which a transform is told from itself by no more than rounding; most programs mix inks by
 * multiplying, which the corners alone say. Decision: a transform that needs a finer grid than 4096 colours gets the
 * finest that fits: only devices without the plates show it. Null for one that fails, for more than twelve inks, and
 * once the effort is spent.
 */
export function sampleMixture(
  kind: ColorModel,
  inputs: number,
  transform: ColorFunction,
  effort: Effort,
): Mixture | null {
  let finest: Mixture | null = null
  const steps = stepsIn(transform)
  for (const size of SIZES) {
    if (size ** inputs > MAX_NODES) break
    // Filtered light is not linear in Lab.
    if (kind === 'lab' && size < LAB_SIZE && LAB_SIZE ** inputs <= MAX_NODES) continue
    effort.left -= size ** inputs * steps + PROBES * (steps + 2 ** inputs)
    if (effort.left < 0) return finest
    const samples = sample(kind, inputs, size, transform)
    if (samples === null) return null
    finest = { kind, inputs, size, samples: Buffer.from(samples).toString('base64') }
    if (isFaithful(finest, samples, transform)) break
  }
  return finest
}

function stepsIn(fn: ColorFunction): number {
  if (fn.kind === 'calculator') return stepsOf(fn.program)
  if (fn.kind === 'sampled') return 2 ** fn.size.length * fn.range.length
  if (fn.kind === 'exponential') return fn.c0.length
  return fn.functions.reduce((sum, part) => sum + stepsIn(part), 0)
}

function sample(kind: ColorModel, inputs: number, size: number, transform: ColorFunction) {
  const bounds = BOUNDS[kind]
  const samples = new Uint8Array(size ** inputs * bounds.length)
  for (let node = 0; node * bounds.length < samples.length; node += 1) {
    const color = evaluateFunction(transform, tintsOf(node, inputs, size))
    if (color?.length !== bounds.length) return null
    samples.set(toBytes(color, bounds), node * bounds.length)
  }
  return samples
}

function isFaithful({ kind, inputs, size }: Mixture, samples: Uint8Array, transform: ColorFunction): boolean {
  const bounds = BOUNDS[kind]
  const table: ColorFunction = {
    kind: 'sampled',
    domain: Array.from({ length: inputs }, () => UNIT),
    range: bounds,
    size: Array.from({ length: inputs }, () => size),
    bitsPerSample: 8,
    encode: Array.from({ length: inputs }, () => [0, size - 1] as const),
    decode: bounds,
    samples,
  }
  for (let probe = 1; probe <= PROBES; probe += 1) {
    const tints = Array.from({ length: inputs }, (_, axis) => halton(probe, axis))
    const exact = evaluateFunction(transform, tints)
    const found = evaluateFunction(table, tints)
    if (exact === null || found === null) return false
    const near = bounds.every(
      ([low, high], at) => Math.abs((exact[at] ?? 0) - (found[at] ?? 0)) <= TOLERANCE * (high - low),
    )
    if (!near) return false
  }
  return true
}

const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]

/** Halton's sequence: spread evenly, and the same each time. */
function halton(index: number, axis: number): number {
  const base = PRIMES[axis] ?? 41
  let value = 0
  let share = 1 / base
  for (let rest = index; rest > 0; rest = Math.floor(rest / base), share /= base)
    value += (rest % base) * share
  return value
}

function tintsOf(node: number, inputs: number, size: number): number[] {
  return Array.from({ length: inputs }, (_, axis) => (Math.floor(node / size ** axis) % size) / (size - 1))
}

function toBytes(color: readonly number[], bounds: Bounds): number[] {
  return color.map((value, at) => {
    const [low, high] = bounds[at] ?? UNIT
    return Math.min(255, Math.max(0, Math.round(((value - low) / (high - low)) * 255)))
  })
}

/**
 * The table's bytes with other inks in place of some: what the rest shows without them, each printed over it at its
 * tint. Decision: inks filter light one after the other (see `cmykOf`); what trapping and opaque inks do, no
 * alternate says either.
 */
export function remix({ kind, inputs, size, samples }: Mixture, replaced: Replaced): Uint8Array {
  const bounds = BOUNDS[kind]
  const before = Buffer.from(samples, 'base64')
  const after = new Uint8Array(before.length)
  for (let node = 0; node * bounds.length < after.length; node += 1) {
    const tints = tintsOf(node, inputs, size)
    let rest = node
    for (const axis of replaced.keys()) rest -= Math.round((tints[axis] ?? 0) * (size - 1)) * size ** axis
    let color = bounds.map(
      ([low, high], at) => low + ((before[rest * bounds.length + at] ?? 0) / 255) * (high - low),
    )
    for (const [axis, hex] of replaced) color = printOver(kind, color, hex, tints[axis] ?? 0)
    after.set(toBytes(color, bounds), node * bounds.length)
  }
  return after
}

function printOver(kind: ColorModel, color: readonly number[], hex: string, tint: number): number[] {
  if (kind === 'cmyk') {
    const solid = cmykOf(hex)
    return color.map((value, at) => value + (1 - value) * (solid[at] ?? 0) * tint)
  }
  const rgb = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  if (kind === 'lab') return filterLab(color, rgb, tint)
  const filter = kind === 'rgb' ? rgb : [0.3 * (rgb[0] ?? 0) + 0.59 * (rgb[1] ?? 0) + 0.11 * (rgb[2] ?? 0)]
  return color.map((value, at) => value * (1 - tint * (1 - (filter[at] ?? 1))))
}

/** sRGB primaries (IEC 61966-2-1) as CIE XYZ under D50, adapted by Bradford, each row a share of the white's. */
const LIGHT = [
  [0.4522, 0.3994, 0.1484],
  [0.2225, 0.7169, 0.0606],
  [0.0169, 0.1177, 0.8654],
] as const

/** Lab (ISO 32000-1 8.6.5.4) relative to its white; the ink takes its share of X, Y and Z. */
function filterLab([l = 0, a = 0, b = 0]: readonly number[], rgb: readonly number[], tint: number): number[] {
  const linear = rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  const middle = (l + 16) / 116
  const [x = 0, y = 0, z = 0] = [middle + a / 500, middle, middle - b / 200].map((value, at) => {
    const light = value >= 6 / 29 ? value ** 3 : (108 / 841) * (value - 4 / 29)
    const row = LIGHT[at] ?? LIGHT[1]
    const passes = row.reduce((sum, share, column) => sum + share * (linear[column] ?? 0), 0)
    const filtered = light * (1 - tint * (1 - passes))
    return filtered > (6 / 29) ** 3 ? Math.cbrt(filtered) : (841 / 108) * filtered + 4 / 29
  })
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
