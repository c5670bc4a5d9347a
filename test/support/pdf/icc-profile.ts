/** ICC profiles made by code: RGB of any primaries and curves, a Lab identity, bare headers, and faulty ones of a press. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Header {
  /** Of the data, four characters, such as `Lab ` (ICC.1 7.2.6). */
  readonly space: string
  /** `spac` is a conversion between colour spaces, `mntr` a display, `prtr` an output device. */
  readonly deviceClass?: string
  readonly version?: 2 | 4
}

const HEADER_BYTES = 128

/** A header with an empty table of tags: enough for whoever reads no more than what the colours are. */
export function iccHeader({ space, deviceClass = 'spac', version = 2 }: Header): Buffer {
  return withHeader({ space, deviceClass, version }, Buffer.alloc(4))
}

/** A profile of version 2 whose colours are Lab as they stand: A2B0 maps each to itself. */
export function labProfile(): Buffer {
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', description('Lab')],
    ['cprt', Buffer.concat([typed('text'), Buffer.from('None\0', 'latin1')])],
    ['wtpt', Buffer.concat([typed('XYZ '), numbers([0.9642, 1, 0.8249])])],
    ['A2B0', identityTable()],
    ['B2A0', identityTable()],
  ]
  return withHeader({ space: 'Lab ', deviceClass: 'spac', version: 2 }, tagged(tags))
}

/** XYZ of red, green and blue under D50. */
export const PRIMARIES = {
  srgb: [0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.7141],
  adobe: [0.60974, 0.31111, 0.01947, 0.20528, 0.62567, 0.06087, 0.14919, 0.06322, 0.74457],
  p3: [0.51512, 0.2412, -0.00105, 0.29198, 0.69225, 0.04189, 0.1571, 0.06657, 0.78407],
} as const

/** Light of a component, each 0 to 1. */
export type Light = (value: number) => number
export const SRGB_LIGHT: Light = (value) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

export interface RgbProfileParts {
  /** What it calls itself. */
  readonly name: string
  readonly primaries?: keyof typeof PRIMARIES
  /** A gamma, steps of a table, a curve by formula, or a table of all three components in place of primaries. */
  readonly curve: { readonly gamma: number } | Steps | { readonly formula: readonly number[] }
  readonly asTable?: boolean
}

interface Steps {
  readonly light: Light
  readonly steps: number
}

/** A display's profile of version 2. */
export function rgbProfile({ name, primaries = 'srgb', curve, asTable }: RgbProfileParts): Buffer {
  const xyz = PRIMARIES[primaries]
  const head: (readonly [string, Buffer])[] = [
    ['desc', description(name)],
    ['cprt', Buffer.concat([typed('text'), Buffer.from('None\0', 'latin1')])],
    ['wtpt', Buffer.concat([typed('XYZ '), numbers([0.9642, 1, 0.8249])])],
  ]
  const parts = ['r', 'g', 'b'].flatMap((channel, at): (readonly [string, Buffer])[] => [
    [`${channel}XYZ`, Buffer.concat([typed('XYZ '), numbers(xyz.slice(at * 3, at * 3 + 3))])],
    [`${channel}TRC`, curveOf(curve)],
  ])
  const tables: (readonly [string, Buffer])[] = 'light' in curve ? [['A2B0', xyzTable(curve, xyz)]] : []
  const header = { space: 'RGB ', deviceClass: 'mntr', version: 2, connection: 'XYZ ' } as const
  return withHeader(header, tagged([...head, ...(asTable ? tables : parts)]))
}

function curveOf(curve: RgbProfileParts['curve']): Buffer {
  if ('formula' in curve) {
    const kind = [1, 3, 4, 5, 7].indexOf(curve.formula.length)
    return Buffer.concat([typed('para'), Buffer.from([0, kind, 0, 0]), numbers(curve.formula)])
  }
  const words =
    'gamma' in curve
      ? [Math.round(curve.gamma * 256)]
      : stepsOf(curve).map((light) => Math.round(light * 65_535))
  return Buffer.concat([typed('curv'), inWords([words.length >> 16, words.length, ...words])])
}

const stepsOf = ({ light, steps }: Steps) => Array.from({ length: steps }, (_, at) => light(at / (steps - 1)))

/** lut16Type (ICC.1 10.10): the curve, a grid of two that adds the primaries up, and straight curves. */
function xyzTable(curve: Steps, xyz: readonly number[]): Buffer {
  const head = Buffer.concat([typed('mft2'), Buffer.from([3, 3, 2, 0])])
  const matrix = numbers([1, 0, 0, 0, 1, 0, 0, 0, 1])
  const steps = stepsOf(curve).map((light) => Math.round(light * 65_535))
  const words: number[] = [curve.steps, 2, ...steps, ...steps, ...steps]
  for (let node = 0; node < 8; node += 1)
    for (const axis of [0, 1, 2]) {
      const light = [4, 2, 1].reduce((sum, bit, at) => sum + (node & bit ? xyz[at * 3 + axis]! : 0), 0)
      words.push(Math.round((Math.max(light, 0) * 32_768 * 65_535) / 65_535))
    }
  return Buffer.concat([head, matrix, inWords([...words, ...curves()])])
}

const inWords = (words: readonly number[]) =>
  Buffer.from(words.flatMap((word) => [(word >> 8) & 0xff, word & 0xff]))

function tagged(tags: readonly (readonly [string, Buffer])[]): Buffer {
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length, 0)
  const pieces: Buffer[] = []
  let offset = HEADER_BYTES + table.length
  for (const [at, [name, data]] of tags.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
    table.write(name, 4 + at * 12, 'latin1')
    table.writeUInt32BE(offset, 8 + at * 12)
    table.writeUInt32BE(data.length, 12 + at * 12)
    pieces.push(padded)
    offset += padded.length
  }
  return Buffer.concat([table, ...pieces])
}

function withHeader(
  { space, deviceClass, version, connection = 'Lab ' }: Required<Header> & { readonly connection?: string },
  rest: Buffer,
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(HEADER_BYTES + rest.length, 0)
  header[8] = version
  header.write(deviceClass, 12, 'latin1')
  header.write(space, 16, 'latin1')
  header.write(connection, 20, 'latin1')
  header.writeUInt16BE(2026, 24)
  header.writeUInt16BE(1, 26)
  header.writeUInt16BE(1, 28)
  header.write('acsp', 36, 'latin1')
  numbers([0.9642, 1, 0.8249]).copy(header, 68)
  return Buffer.concat([header, rest])
}

/** lut16Type (ICC.1 10.10): three curves, a grid of two, three curves, all of them straight. */
function identityTable(): Buffer {
  const head = Buffer.concat([typed('mft2'), Buffer.from([3, 3, 2, 0])])
  const matrix = numbers([1, 0, 0, 0, 1, 0, 0, 0, 1])
  const words: number[] = [2, 2, ...curves()]
  for (let node = 0; node < 8; node += 1)
    for (const bit of [4, 2, 1]) words.push((node & bit) === 0 ? 0 : 0xffff)
  words.push(...curves())
  return Buffer.concat([head, matrix, inWords(words)])
}

const curves = () => [0, 0xffff, 0, 0xffff, 0, 0xffff]

function description(text: string): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(text.length + 1)
  // Neither a Unicode nor a Macintosh text follows.
  return Buffer.concat([typed('desc'), head, Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(78)])
}

function typed(type: string): Buffer {
  return Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4)])
}

/** s15Fixed16Number. */
function numbers(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) buffer.writeInt32BE(Math.round(value * 65536), at * 4)
  return buffer
}

const COATED = join(import.meta.dirname, '../../../server/profiles/coated.icc')
const TAGS_START = HEADER_BYTES + 4

export interface PressProfile {
  readonly deviceClass?: string
  readonly space?: string
  readonly connection?: string
  readonly version?: number
  /** Tells profiles apart that say the same. */
  readonly year?: number
  /** A tag that gets another name, so that its own is missing. */
  readonly without?: string
  /** A tag whose table says these channels. */
  readonly channels?: readonly [tag: string, channels: number]
  /** A tag whose table says that it has these steps in each direction. */
  readonly steps?: readonly [tag: string, steps: number]
  /** A tag that lies outside the file. */
  readonly outside?: string
}

/** The bundled profile of a press, with these faults. */
export function pressProfile(parts: PressProfile = {}): Buffer {
  const profile = Buffer.from(readFileSync(COATED))
  const tag = (name: string) => {
    for (let at = TAGS_START; ; at += 12) if (profile.toString('latin1', at, at + 4) === name) return at
  }
  if (parts.version !== undefined) profile[8] = parts.version
  for (const [at, text] of [
    [12, parts.deviceClass],
    [16, parts.space],
    [20, parts.connection],
  ] as const)
    if (text !== undefined) profile.write(text.padEnd(4), at, 'latin1')
  if (parts.year !== undefined) profile.writeUInt16BE(parts.year, 24)
  if (parts.channels !== undefined)
    profile[profile.readUInt32BE(tag(parts.channels[0]) + 4) + 8] = parts.channels[1]
  if (parts.steps !== undefined) profile[profile.readUInt32BE(tag(parts.steps[0]) + 4) + 10] = parts.steps[1]
  if (parts.outside !== undefined) profile.writeUInt32BE(profile.length, tag(parts.outside) + 4)
  if (parts.without !== undefined) profile.write('none', tag(parts.without), 'latin1')
  return profile
}
