/** Reads which colours a JP2 file says its samples are (ISO/IEC 15444-1 I.5.3.3). */

export type JpxColor =
  | { readonly kind: 'gray' | 'rgb' | 'cmyk' }
  /** RGB of an ICC profile. */
  | { readonly kind: 'profile'; readonly profile: Uint8Array }

const BY_NUMBER: Readonly<Record<number, JpxColor['kind']>> = { 12: 'cmyk', 16: 'rgb', 17: 'gray' }
const BY_PROFILE: Readonly<Record<string, JpxColor['kind']>> = {
  GRAY: 'gray',
  'RGB ': 'profile',
  CMYK: 'cmyk',
}
const MOST_BOXES = 100

/** Null for a bare codestream, and for colours of another kind. */
export function readJpxColor(bytes: Uint8Array): JpxColor | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = boxIn(file, 'jp2h')
  const color = header === null ? null : boxIn(header, 'colr')
  if (color === null || color.length < 7) return null
  if (color[0] === 1) return plain(BY_NUMBER[color.readUInt32BE(3)])
  const profile = color.subarray(3)
  const kind = BY_PROFILE[profile.toString('latin1', 16, 20)]
  return kind === 'profile' ? { kind, profile } : plain(kind)
}

function plain(kind: JpxColor['kind'] | undefined): JpxColor | null {
  return kind === undefined || kind === 'profile' ? null : { kind }
}

/** The content of the first box of the type. A length of 0 leads to the end, one of 1 is followed by a longer one. */
function boxIn(bytes: Buffer, type: string): Buffer | null {
  for (let at = 0, count = 0; at + 8 <= bytes.length && count < MOST_BOXES; count += 1) {
    const stated = bytes.readUInt32BE(at)
    const isLong = stated === 1 && at + 16 <= bytes.length
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : stated === 0 ? bytes.length - at : stated
    const head = isLong ? 16 : 8
    if (length < head) return null
    if (bytes.toString('latin1', at + 4, at + 8) === type) return bytes.subarray(at + head, at + length)
    at += length
  }
  return null
}
