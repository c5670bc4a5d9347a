/** The name of an ICC profile: its description, which printers know (ICC.1 9.2.41). */

const MOST_CHARACTERS = 100

/** Null without a readable description. */
export function profileName(icc: Uint8Array): string | null {
  const bytes = Buffer.from(icc.buffer, icc.byteOffset, icc.byteLength)
  try {
    const tag = tagOf(bytes, 'desc')
    const text = tag === null ? '' : textOf(tag)
    const name = text.replace(/[\p{C}\s]+/gu, ' ').trim()
    return name === '' ? null : name.slice(0, MOST_CHARACTERS).toWellFormed()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** After the header of 128 bytes follow a count and the name, offset and length of each tag. */
function tagOf(bytes: Buffer, name: string): Buffer | null {
  const count = Math.min(bytes.readUInt32BE(128), 100)
  for (let index = 0; index < count; index += 1) {
    const at = 132 + 12 * index
    if (bytes.toString('latin1', at, at + 4) !== name) continue
    const start = bytes.readUInt32BE(at + 4)
    return bytes.subarray(start, start + bytes.readUInt32BE(at + 8))
  }
  return null
}

/** Version 2 has an ASCII text, version 4 texts in several languages; the first one counts. */
function textOf(tag: Buffer): string {
  const type = tag.toString('latin1', 0, 4)
  if (type === 'desc') return tag.toString('latin1', 12, 12 + tag.readUInt32BE(8))
  if (type !== 'mluc') return ''
  const start = tag.readUInt32BE(24)
  const utf16 = Buffer.from(tag.subarray(start, start + (tag.readUInt32BE(20) & ~1)))
  return utf16.swap16().toString('utf16le')
}
