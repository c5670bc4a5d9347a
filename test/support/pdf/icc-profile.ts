/** ICC profiles made by code: a Lab identity that colour engines open, bare headers of any space, and faulty ones of a press. */
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
  return withHeader({ space: 'Lab ', deviceClass: 'spac', version: 2 }, Buffer.concat([table, ...pieces]))
}

function withHeader({ space, deviceClass, version }: Required<Header>, rest: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(HEADER_BYTES + rest.length, 0)
  header[8] = version
  header.write(deviceClass, 12, 'latin1')
  header.write(space, 16, 'latin1')
  header.write('Lab ', 20, 'latin1')
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
  return Buffer.concat([head, matrix, Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]))])
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
  if (parts.outside !== undefined) profile.writeUInt32BE(profile.length, tag(parts.outside) + 4)
  if (parts.without !== undefined) profile.write('none', tag(parts.without), 'latin1')
  return profile
}
