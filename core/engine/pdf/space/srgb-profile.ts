/** An ICC profile of sRGB (IEC 61966-2-1), written out: what print files tag the RGB of a device with. */

import { decodeSrgb } from './screen-lab.ts'

/** Primaries under D50, adapted by Bradford, as s15Fixed16 numbers of ICC.1. */
const TAGS: readonly (readonly [tag: string, xyz: readonly [number, number, number]])[] = [
  ['wtpt', [0.9642, 1, 0.8249]],
  ['rXYZ', [0.43607, 0.22249, 0.01392]],
  ['gXYZ', [0.38515, 0.71687, 0.09708]],
  ['bXYZ', [0.14307, 0.06061, 0.7141]],
]
/** Lines between them are less than 0.04 of L* away from the curve: every print file of a card carries them. */
const CURVE_STEPS = 64
const HEADER_BYTES = 128

/** A matrix profile of version 2.1; the same bytes each time. */
export function srgbProfile(): Uint8Array {
  const parts: (readonly [string, Buffer])[] = [
    ['desc', description('sRGB IEC61966-2.1')],
    ['cprt', Buffer.concat([typed('text'), Buffer.from('No copyright\0', 'latin1')])],
    ...TAGS.map(([tag, xyz]) => [tag, Buffer.concat([typed('XYZ '), ...xyz.map(fixed)])] as const),
    ['rTRC', curve()],
  ]
  const table = Buffer.alloc(4 + (parts.length + 2) * 12)
  table.writeUInt32BE(parts.length + 2)
  const data: Buffer[] = []
  let offset = HEADER_BYTES + table.length
  let at = 4
  const name = (tag: string, from: number, bytes: number) => {
    table.write(tag, at, 'latin1')
    table.writeUInt32BE(from, at + 4)
    table.writeUInt32BE(bytes, at + 8)
    at += 12
  }
  for (const [tag, bytes] of parts) {
    name(tag, offset, bytes.length)
    // The three channels share one curve.
    if (tag === 'rTRC') for (const other of ['gTRC', 'bTRC']) name(other, offset, bytes.length)
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    data.push(padded)
    offset += padded.length
  }
  return Buffer.concat([header(offset), table, ...data])
}

function header(bytes: number): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.writeUInt32BE(bytes)
  head.writeUInt32BE(0x02100000, 8)
  head.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [at, value] of [2026, 1, 1].entries()) head.writeUInt16BE(value, 24 + at * 2)
  head.write('acsp', 36, 'latin1')
  Buffer.concat([0.9642, 1, 0.8249].map(fixed)).copy(head, 68)
  return head
}

const typed = (kind: string) => Buffer.from(`${kind}\0\0\0\0`, 'latin1')

function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}

/** textDescriptionType: ASCII, then an empty Unicode and an empty Macintosh description. */
function description(text: string): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(text.length + 1)
  return Buffer.concat([typed('desc'), count, Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(78)])
}

function curve(): Buffer {
  const bytes = Buffer.alloc(4 + CURVE_STEPS * 2)
  bytes.writeUInt32BE(CURVE_STEPS)
  for (let step = 0; step < CURVE_STEPS; step += 1) {
    const light = decodeSrgb(step / (CURVE_STEPS - 1))
    bytes.writeUInt16BE(Math.round(light * 65_535), 4 + step * 2)
  }
  return Buffer.concat([typed('curv'), bytes])
}
