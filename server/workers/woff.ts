/** Unpacks web fonts (WOFF File Format 1.0) into font files. */
import { inflateSync } from 'node:zlib'
import { unusableFont } from '../../core/engine/pdf/font/sfnt.ts'

const SIGNATURE = 0x774f4646
/** About three times the largest accepted upload. */
const MOST_BYTES = 32 << 20
const MOST_TABLES = 100

interface Entry {
  readonly tag: number
  readonly checksum: number
  readonly bytes: Uint8Array
}

/** Returns any other file unchanged. Throws `invalid_font`. */
export function unpackWoff(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 44 || view.getUint32(0) !== SIGNATURE) return file
  const count = view.getUint16(12)
  if (count > MOST_TABLES || 44 + count * 20 > file.length) throw damaged()
  const entries: Entry[] = []
  let size = 12 + count * 16
  for (let index = 0; index < count; index += 1) {
    const at = 44 + index * 20
    const [tag, offset, packed, length] = [0, 4, 8, 12].map((more) => view.getUint32(at + more)) as [
      number,
      number,
      number,
      number,
    ]
    size += (length + 3) & ~3
    if (offset + packed > file.length || packed > length || size > MOST_BYTES) throw damaged()
    const data = file.subarray(offset, offset + packed)
    entries.push({
      tag,
      checksum: view.getUint32(at + 16),
      bytes: packed < length ? inflated(data, length) : data,
    })
  }
  return written(view.getUint32(4), entries, size)
}

function inflated(data: Uint8Array, length: number): Uint8Array {
  try {
    const bytes = inflateSync(data, { maxOutputLength: Math.max(1, length) })
    if (bytes.length === length) return bytes
  } catch {
    // Reported below.
  }
  throw damaged()
}

function written(flavor: number, entries: readonly Entry[], size: number): Uint8Array {
  const font = new Uint8Array(size)
  const view = new DataView(font.buffer)
  const power = 31 - Math.clz32(Math.max(1, entries.length))
  view.setUint32(0, flavor)
  view.setUint16(4, entries.length)
  view.setUint16(6, 16 << power)
  view.setUint16(8, power)
  view.setUint16(10, Math.max(0, entries.length * 16 - (16 << power)))
  let offset = 12 + entries.length * 16
  for (const [index, { tag, checksum, bytes }] of entries.entries()) {
    for (const [more, value] of [tag, checksum, offset, bytes.length].entries())
      view.setUint32(12 + index * 16 + more * 4, value)
    font.set(bytes, offset)
    offset += (bytes.length + 3) & ~3
  }
  return font
}

function damaged() {
  return unusableFont('is a damaged web font')
}
