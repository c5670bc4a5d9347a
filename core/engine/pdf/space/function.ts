/** PDF functions (ISO 32000-1 7.10): the tint transforms and shading functions of an artwork, evaluated. */
import { type CalculatorProgram, runCalculator } from './calculator.ts'

/** Lower and upper bounds, one pair for each input or output. */
export type Bounds = readonly (readonly [number, number])[]

interface Clipped {
  readonly domain: Bounds
  /** Null where the file states none; types 0 and 4 always have one. */
  readonly range: Bounds | null
}

/** Type 0: a table of samples over a grid, interpolated linearly. */
export interface SampledFunction extends Clipped {
  readonly kind: 'sampled'
  readonly range: Bounds
  readonly size: readonly number[]
  readonly bitsPerSample: number
  readonly encode: Bounds
  readonly decode: Bounds
  readonly samples: Uint8Array
}

/** Type 2: exponential interpolation between two colours. */
export interface ExponentialFunction extends Clipped {
  readonly kind: 'exponential'
  readonly c0: readonly number[]
  readonly c1: readonly number[]
  readonly exponent: number
}

/** Type 3: functions of one input, each over its part of the domain. */
export interface StitchingFunction extends Clipped {
  readonly kind: 'stitching'
  readonly functions: readonly ColorFunction[]
  readonly limits: readonly number[]
  readonly encode: Bounds
}

/** Type 4: a PostScript calculator program. */
export interface CalculatorFunction extends Clipped {
  readonly kind: 'calculator'
  readonly range: Bounds
  readonly program: CalculatorProgram
}

/** An array of functions of the same inputs, one for each output. */
export interface ParallelFunctions {
  readonly kind: 'parallel'
  readonly functions: readonly ColorFunction[]
}

export type ColorFunction =
  | SampledFunction
  | ExponentialFunction
  | StitchingFunction
  | CalculatorFunction
  | ParallelFunctions

/**
 * The function's outputs, inputs clipped to its domain and outputs to its range. Null where the number of inputs
 * does not fit or a calculator program fails; never throws.
 */
export function evaluateFunction(fn: ColorFunction, inputs: readonly number[]): number[] | null {
  if (fn.kind === 'parallel') {
    const outputs: number[] = []
    for (const one of fn.functions) {
      const part = evaluateFunction(one, inputs)
      if (part === null) return null
      outputs.push(...part)
    }
    return outputs
  }
  if (inputs.length !== fn.domain.length || !inputs.every(Number.isFinite)) return null
  const clipped = inputs.map((value, at) => clip(value, fn.domain[at]!))
  const outputs = evaluateClipped(fn, clipped)
  if (outputs === null || !outputs.every(Number.isFinite)) return null
  const { range } = fn
  if (range === null) return outputs
  if (outputs.length < range.length) return null
  // A calculator leaves its outputs on top of the stack; whatever lies below them is not read.
  return outputs.slice(-range.length).map((value, at) => clip(value, range[at]!))
}

function evaluateClipped(fn: Exclude<ColorFunction, ParallelFunctions>, inputs: number[]): number[] | null {
  switch (fn.kind) {
    case 'sampled':
      return interpolateSamples(fn, inputs)
    case 'exponential': {
      const power = inputs[0]! ** fn.exponent
      return fn.c0.map((start, at) => start + power * (fn.c1[at]! - start))
    }
    case 'stitching':
      return evaluateStitching(fn, inputs[0]!)
    case 'calculator':
      return runCalculator(fn.program, inputs)
  }
}

/** 7.10.4: a limit belongs to the part above it, the end of the domain to the last part. */
function evaluateStitching(fn: StitchingFunction, input: number): number[] | null {
  const part = fn.limits.findIndex((limit) => input < limit)
  const at = part === -1 ? fn.limits.length : part
  const [first, last] = fn.domain[0]!
  const from = at === 0 ? first : fn.limits[at - 1]!
  const to = at === fn.limits.length ? last : fn.limits[at]!
  const [encodedFrom, encodedTo] = fn.encode[at]!
  return evaluateFunction(fn.functions[at]!, [interpolate(input, from, to, encodedFrom, encodedTo)])
}

/** 7.10.2, order 1. Decision: cubic interpolation (order 3) is optional for readers; it is read as linear. */
function interpolateSamples(fn: SampledFunction, inputs: readonly number[]): number[] {
  const outputs = fn.range.length
  const grid = inputs.map((value, at) => {
    const [from, to] = fn.domain[at]!
    const [encodedFrom, encodedTo] = fn.encode[at]!
    return clip(interpolate(value, from, to, encodedFrom, encodedTo), [0, fn.size[at]! - 1])
  })
  const sums = new Array<number>(outputs).fill(0)
  const corners = 2 ** grid.length
  for (let corner = 0; corner < corners; corner += 1) {
    let weight = 1
    let index = 0
    let stride = 1
    for (let axis = 0; axis < grid.length && weight > 0; axis += 1) {
      const place = grid[axis]!
      const below = Math.min(Math.floor(place), fn.size[axis]! - 1)
      const upper = (corner >> axis) & 1
      const fraction = place - below
      weight *= upper === 1 ? fraction : 1 - fraction
      index += Math.min(below + upper, fn.size[axis]! - 1) * stride
      stride *= fn.size[axis]!
    }
    if (weight === 0) continue
    for (let output = 0; output < outputs; output += 1) {
      sums[output]! += weight * readSample(fn.samples, (index * outputs + output) * fn.bitsPerSample, fn)
    }
  }
  const largest = 2 ** fn.bitsPerSample - 1
  return sums.map((value, at) => interpolate(value, 0, largest, fn.decode[at]![0], fn.decode[at]![1]))
}

/** Samples lie bit by bit without padding, high bits first; missing ones read as 0. */
function readSample(samples: Uint8Array, firstBit: number, { bitsPerSample }: SampledFunction): number {
  let value = 0
  let left = bitsPerSample
  let bit = firstBit
  while (left > 0) {
    const inByte = bit % 8
    const count = Math.min(8 - inByte, left)
    const byte = samples[Math.floor(bit / 8)] ?? 0
    value = value * 2 ** count + ((byte >> (8 - inByte - count)) & (2 ** count - 1))
    bit += count
    left -= count
  }
  return value
}

function interpolate(value: number, from: number, to: number, start: number, end: number): number {
  return from === to ? start : start + ((value - from) * (end - start)) / (to - from)
}

function clip(value: number, [lower, upper]: readonly [number, number]): number {
  return Math.min(Math.max(value, lower), upper)
}
