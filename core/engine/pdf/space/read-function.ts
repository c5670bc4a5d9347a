/** Reads PDF function objects (ISO 32000-1 7.10) into functions that can be evaluated. */
import { PDFArray, type PDFDict, type PDFObject } from '@cantoo/pdf-lib'
import { arrayEntry, asArray, asDict, asNumber, entry, numberEntry } from '../read-object.ts'
import { decodeStream } from '../read-stream.ts'
import { parseCalculator } from './calculator.ts'
import type { Bounds, ColorFunction } from './function.ts'

const MAX_NESTING = 8
/** Inputs of a table: interpolation looks at 2^n corners. */
const MAX_SAMPLED_INPUTS = 12
/** Values of one table; four colours at 16 steps each take a quarter of a million. */
const MAX_SAMPLES = 4_000_000
const MAX_PROGRAM_BYTES = 1_000_000
const MAX_OUTPUTS = 64
const MAX_PARTS = 4096

/** Null for a malformed function, and for one beyond the limits; `owner` is any dictionary of the document. */
export function readFunction(owner: PDFDict, object: PDFObject | null, depth = 0): ColorFunction | null {
  if (depth > MAX_NESTING) return null
  if (object instanceof PDFArray) {
    const functions = readAll(owner, asArray(owner, object), depth)
    return functions === null ? null : { kind: 'parallel', functions }
  }
  const dict = asDict(object)
  const domain = dict === null ? null : readBounds(dict, 'Domain')
  if (dict === null || domain === null || domain.length === 0) return null
  switch (numberEntry(dict, 'FunctionType')) {
    case 0:
      return readSampled(dict, object, domain)
    case 2:
      return readExponential(dict, domain)
    case 3:
      return readStitching(dict, domain, depth)
    case 4:
      return readCalculator(dict, object, domain)
    default:
      return null
  }
}

function readAll(
  owner: PDFDict,
  objects: (PDFObject | null)[] | null,
  depth: number,
): ColorFunction[] | null {
  if (objects === null || objects.length === 0 || objects.length > MAX_PARTS) return null
  const functions: ColorFunction[] = []
  for (const object of objects) {
    const read = readFunction(owner, object, depth + 1)
    if (read === null) return null
    functions.push(read)
  }
  return functions
}

function readSampled(dict: PDFDict, object: PDFObject | null, domain: Bounds): ColorFunction | null {
  const range = readBounds(dict, 'Range')
  const size = readNumbers(dict, 'Size')
  const bitsPerSample = numberEntry(dict, 'BitsPerSample') ?? 0
  if (range === null || range.length === 0 || range.length > MAX_OUTPUTS) return null
  if (size === null || size.length !== domain.length || size.length > MAX_SAMPLED_INPUTS) return null
  if (!size.every((count) => Number.isInteger(count) && count > 0)) return null
  if (![1, 2, 4, 8, 12, 16, 24, 32].includes(bitsPerSample)) return null
  const values = size.reduce((product, count) => product * count, range.length)
  if (values > MAX_SAMPLES) return null
  const bytes = Math.ceil((values * bitsPerSample) / 8)
  // A stream may end with an end of line that does not count.
  const samples = decodeStream(object, bytes + 1024)
  if (samples === null || samples.length < bytes) return null
  const encode = readBounds(dict, 'Encode') ?? size.map((count) => [0, count - 1] as const)
  const decode = readBounds(dict, 'Decode') ?? range
  if (encode.length < size.length || decode.length < range.length) return null
  return { kind: 'sampled', domain, range, size, bitsPerSample, encode, decode, samples }
}

function readExponential(dict: PDFDict, domain: Bounds): ColorFunction | null {
  const c0 = readNumbers(dict, 'C0') ?? [0]
  const c1 = readNumbers(dict, 'C1') ?? [1]
  const exponent = numberEntry(dict, 'N')
  if (exponent === null || domain.length !== 1 || c0.length === 0 || c0.length > MAX_OUTPUTS) return null
  if (c0.length !== c1.length) return null
  return { kind: 'exponential', domain, range: readBounds(dict, 'Range'), c0, c1, exponent }
}

function readStitching(dict: PDFDict, domain: Bounds, depth: number): ColorFunction | null {
  const functions = readAll(dict, arrayEntry(dict, 'Functions'), depth)
  const limits = readNumbers(dict, 'Bounds')
  const encode = readBounds(dict, 'Encode')
  if (functions === null || limits === null || encode === null || domain.length !== 1) return null
  if (limits.length !== functions.length - 1 || encode.length < functions.length) return null
  return { kind: 'stitching', domain, range: readBounds(dict, 'Range'), functions, limits, encode }
}

function readCalculator(dict: PDFDict, object: PDFObject | null, domain: Bounds): ColorFunction | null {
  const range = readBounds(dict, 'Range')
  const bytes = decodeStream(object, MAX_PROGRAM_BYTES)
  if (range === null || range.length === 0 || range.length > MAX_OUTPUTS || bytes === null) return null
  const program = parseCalculator(Buffer.from(bytes).toString('latin1'))
  return program === null ? null : { kind: 'calculator', domain, range, program }
}

/** Null where the array is missing or holds anything but numbers. */
function readNumbers(dict: PDFDict, key: string): number[] | null {
  return asNumbers(dict, entry(dict, key))
}

export function asNumbers(owner: PDFDict, object: PDFObject | null): number[] | null {
  const numbers = asArray(owner, object)?.map(asNumber)
  return numbers?.every((value) => value !== null) ? numbers : null
}

function readBounds(dict: PDFDict, key: string): Bounds | null {
  const numbers = readNumbers(dict, key)
  if (numbers === null || numbers.length % 2 !== 0) return null
  return Array.from(
    { length: numbers.length / 2 },
    (_, at) => [numbers[at * 2]!, numbers[at * 2 + 1]!] as const,
  )
}
